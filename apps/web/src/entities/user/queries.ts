import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';
import { noteUser } from '#lib/session.ts';

/** Who is signed in; fails with 401 when nobody is, which is an answer and not the end of a session. */
export const currentUserQuery = () =>
  queryOptions({
    queryKey: ['getCurrentUser'],
    queryFn: async ({ signal }) => {
      const user = await request('getCurrentUser', { signal });
      noteUser(user.id);
      return user;
    },
    staleTime: Infinity,
    meta: { expects401: true },
  });

/** Whether the first account still has to be made, and what people without an account may do. */
export const setupStatusQuery = () =>
  queryOptions({
    queryKey: ['getSetupStatus'],
    queryFn: async ({ signal }) => request('getSetupStatus', { signal }),
    staleTime: 0,
  });
