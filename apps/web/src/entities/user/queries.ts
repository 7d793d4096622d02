import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';
import { storeUser } from '#lib/session.ts';

/** The signed-in user. A 401 means a guest, not an expired session. */
export const currentUserQuery = () =>
  queryOptions({
    queryKey: ['getCurrentUser'],
    queryFn: async ({ signal }) => {
      const user = await request('getCurrentUser', { signal });
      storeUser(user.id);
      return user;
    },
    staleTime: Infinity,
    meta: { expects401: true },
  });

/** Whether the first account is missing, and what guests may do. */
export const setupStatusQuery = () =>
  queryOptions({
    queryKey: ['getSetupStatus'],
    queryFn: async ({ signal }) => request('getSetupStatus', { signal }),
    staleTime: 0,
  });
