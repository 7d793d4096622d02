import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';

/** Poll interval, because people use invitations elsewhere. */
const POLL_MS = 30_000;

/** Invitations that can still be used, newest first. */
export const invitationsQuery = () =>
  queryOptions({
    queryKey: ['listInvitations'],
    queryFn: async ({ signal }) => (await request('listInvitations', { signal })).invitations,
    refetchInterval: POLL_MS,
  });
