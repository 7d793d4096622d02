import type { CurrentUser } from '@lectern/contract';
import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { currentUserQuery, isGuest, setupStatusQuery } from '#entities/user/queries.ts';
import { hasStatus } from '#lib/api.ts';
import { BASE_PATH } from '#lib/base-path.ts';
import { hasSession } from '#lib/session.ts';
import { takeEndedVisit } from '#lib/viewing.ts';
import type { LoginSearch } from './search.ts';

interface Entering {
  readonly context: { readonly queryClient: QueryClient };
  readonly location: { readonly href: string; readonly pathname: string };
}

/** Pages of guests. Others belong to an account, as every new page does until it is here. */
const GUEST_PAGES =
  /^\/(libraries|search|(library|series|book|read|people)\/[^/]+|library\/[^/]+\/(series|books|authors))?\/?$/;

/** Whether guests have a page. @param path with its parameters, if any */
export function isGuestPage(path: string): boolean {
  return GUEST_PAGES.test(path.replace(/[?#].*$/, ''));
}

/** Visitors without a session go to the first run or to the login, which returns here afterwards; guests do from pages of accounts. */
export async function requireUser({ context: { queryClient }, location }: Entering): Promise<void> {
  const user = await findUser(queryClient);
  if (user !== undefined && (!isGuest(user) || isGuestPage(location.pathname))) return;
  const next = location.href === '/' ? {} : { next: location.href };
  if (user !== undefined) redirect({ to: '/login', search: next, throw: true });
  const setup = await queryClient.query(setupStatusQuery());
  if (setup.setupRequired) redirect({ to: '/setup', throw: true });
  const search = takeEndedVisit() ? { ...next, refused: 'guest' } : next;
  redirect({ to: '/login', search, throw: true });
}

/** Only for a server without users, or right after the first account was created. */
export async function requireSetup({ context: { queryClient } }: Pick<Entering, 'context'>): Promise<void> {
  const setup = await queryClient.query(setupStatusQuery());
  if (setup.setupRequired || (await findUser(queryClient)) !== undefined) return;
  redirect({ to: '/login', throw: true });
}

/** Follows `next` when another tab has signed in meanwhile. */
export function leaveLogin({ next = '/' }: LoginSearch): void {
  if (hasSession()) redirect({ href: BASE_PATH + next, replace: true, throw: true });
}

async function findUser(queryClient: QueryClient): Promise<CurrentUser | undefined> {
  try {
    return await queryClient.query({ ...currentUserQuery(), staleTime: 'static' });
  } catch (error) {
    if (hasStatus(error, 401)) return undefined;
    throw error;
  }
}
