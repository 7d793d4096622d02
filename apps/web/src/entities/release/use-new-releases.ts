import { useQuery } from '@tanstack/react-query';
import { useHasAccount, useMay } from '#entities/user/use-may.ts';
import { releaseCountQuery, releasesApplyQuery } from './queries.ts';

/** Number of new releases; undefined without a source, without permission, and for guests. */
export function useNewReleases(): number | undefined {
  const reads = useMay('SeriesRead');
  const hasAccount = useHasAccount();
  const { data: applies = false } = useQuery({ ...releasesApplyQuery(), enabled: reads && hasAccount });
  const { data: count } = useQuery({ ...releaseCountQuery({}), enabled: applies });
  return applies ? (count ?? 0) : undefined;
}
