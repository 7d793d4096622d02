import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMay } from '#entities/user/use-may.ts';
import { request } from '#lib/api.ts';

/** What needs an admin; live updates refetch it. */
export const findingsQuery = () =>
  queryOptions({
    queryKey: ['listHealthFindings'],
    queryFn: async ({ signal }) => request('listHealthFindings', { signal }),
  });

/** Findings that no admin hid; 0 for users who may not see them. */
export function useFindingCount(): number {
  const { data } = useQuery({ ...findingsQuery(), enabled: useMay('SystemAdmin') });
  return data?.findings.filter(({ hiddenAt }) => hiddenAt === null).length ?? 0;
}
