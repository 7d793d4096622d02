import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';

/** Poll interval: the last use of a key changes without an event. */
const POLL_MS = 30_000;

/** Keys of the signed-in user, or of `userId`; newest first. */
export const apiKeysQuery = (userId?: string) =>
  queryOptions({
    queryKey: ['listApiKeys', { userId }],
    queryFn: async ({ signal }) => request('listApiKeys', { query: userId === undefined ? {} : { userId }, signal }),
    refetchInterval: POLL_MS,
  });
