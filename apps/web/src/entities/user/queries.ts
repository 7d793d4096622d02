import type { CurrentUser } from '@lectern/contract';
import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';
import { storeUser } from '#lib/session.ts';
import { noteGuest, noteViewing } from '#lib/viewing.ts';

/** Whether an admin sees the app as this user does. Kept answers of an earlier release do not say. */
export function isView({ viewedBy }: Partial<Pick<CurrentUser, 'viewedBy'>>): boolean {
  return (viewedBy ?? null) !== null;
}

/** Whether a child profile is open in the session of its parent. Kept answers of an earlier release do not say. */
export function isChild({ profileOf }: Partial<Pick<CurrentUser, 'profileOf'>>): boolean {
  return (profileOf ?? null) !== null;
}

/** Whether this user reads without an account. */
export function isGuest({ isGuest: is }: Partial<Pick<CurrentUser, 'isGuest'>>): boolean {
  return is === true;
}

/** Whose things this browser keeps; undefined during a view and for guests, who leave nothing behind. */
export function findOwner(user: CurrentUser | undefined): string | undefined {
  return user === undefined || isView(user) || isGuest(user) ? undefined : user.id;
}

/** The signed-in user. A 401 means a visitor, not an expired session. */
export const currentUserQuery = () =>
  queryOptions({
    queryKey: ['getCurrentUser'],
    queryFn: async ({ signal }) => {
      const user = await request('getCurrentUser', { signal });
      noteViewing(isView(user));
      noteGuest(isGuest(user));
      if (findOwner(user) !== undefined) storeUser(user.id);
      return user;
    },
    staleTime: Infinity,
    meta: { expects401: true },
  });

/** Whether the first account is missing, and what visitors may do. */
export const setupStatusQuery = () =>
  queryOptions({
    queryKey: ['getSetupStatus'],
    queryFn: async ({ signal }) => request('getSetupStatus', { signal }),
    staleTime: 0,
  });
