import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';

/** What an account may see, with the reasons. */
export const effectiveGrantsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['getEffectiveGrants', { userId }],
    queryFn: async ({ signal }) => request('getEffectiveGrants', { params: { id: userId }, signal }),
  });
