import { useQuery } from '@tanstack/react-query';
import { useMay } from '#entities/user/use-may.ts';
import { releaseCountQuery, releasesApplyQuery } from './queries.ts';

/** Number of new releases; undefined without a source or without permission. */
export function useNewReleases(): number | undefined {
  const reads = useMay('SeriesRead');
  const { data: applies = false } = useQuery({ ...releasesApplyQuery(), enabled: reads });
  const { data: count } = useQuery({ ...releaseCountQuery({}), enabled: applies });
  return applies ? (count ?? 0) : undefined;
}
