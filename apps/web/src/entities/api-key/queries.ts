import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';

/** How often keys are looked at again: their last use changes without an event. */
const AGAIN_MS = 30_000;

/** Keys, the newest first: one's own, with an id those of somebody else. */
export const apiKeysQuery = (userId?: string) =>
  queryOptions({
    queryKey: ['listApiKeys', { userId }],
    queryFn: async ({ signal }) => request('listApiKeys', { query: userId === undefined ? {} : { userId }, signal }),
    refetchInterval: AGAIN_MS,
  });
