import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { currentUserQuery, setupStatusQuery } from '#entities/user/queries.ts';
import { hasStatus } from '#lib/api.ts';
import { BASE_PATH } from '#lib/base-path.ts';
import { hasSession } from '#lib/session.ts';
import type { LoginSearch } from './search.ts';

interface Entering {
  readonly context: { readonly queryClient: QueryClient };
  readonly location: { readonly href: string };
}

/** Guests go to the first run or to the login, which returns here afterwards. */
export async function requireUser({ context: { queryClient }, location }: Entering): Promise<void> {
  if (await isSignedIn(queryClient)) return;
  const setup = await queryClient.query(setupStatusQuery());
  if (setup.setupRequired) redirect({ to: '/setup', throw: true });
  const search = location.href === '/' ? {} : { next: location.href };
  redirect({ to: '/login', search, throw: true });
}

/** Only for a server without users, or right after the first account was created. */
export async function requireSetup({ context: { queryClient } }: Pick<Entering, 'context'>): Promise<void> {
  const setup = await queryClient.query(setupStatusQuery());
  if (setup.setupRequired || (await isSignedIn(queryClient))) return;
  redirect({ to: '/login', throw: true });
}

/** Follows `next` when another tab has signed in meanwhile. */
export function leaveLogin({ next = '/' }: LoginSearch): void {
  if (hasSession()) redirect({ href: BASE_PATH + next, replace: true, throw: true });
}

async function isSignedIn(queryClient: QueryClient): Promise<boolean> {
  try {
    await queryClient.query({ ...currentUserQuery(), staleTime: 'static' });
    return true;
  } catch (error) {
    if (hasStatus(error, 401)) return false;
    throw error;
  }
}
