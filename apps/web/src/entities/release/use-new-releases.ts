import { useQuery } from '@tanstack/react-query';
import { useMay } from '#entities/user/use-may.ts';
import { releaseCountQuery, releasesApplyQuery } from './queries.ts';

/** How many releases are new; undefined where nothing tells of any, and for those who may not see them. */
export function useNewReleases(): number | undefined {
  const reads = useMay('SeriesRead');
  const { data: applies = false } = useQuery({ ...releasesApplyQuery(), enabled: reads });
  const { data: count } = useQuery({ ...releaseCountQuery({}), enabled: applies });
  return applies ? (count ?? 0) : undefined;
}
