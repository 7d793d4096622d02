import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { currentUserQuery, setupStatusQuery } from '#entities/user/queries.ts';
import { hasStatus } from '#lib/api.ts';

interface Entering {
  readonly context: { readonly queryClient: QueryClient };
  readonly location: { readonly href: string };
}

/** Lets a signed-in user through; sends others to the first run or to the login, which leads back here. */
export async function requireUser({ context: { queryClient }, location }: Entering): Promise<void> {
  try {
    await queryClient.ensureQueryData(currentUserQuery());
  } catch (error) {
    if (!hasStatus(error, 401)) throw error;
    const setup = await queryClient.fetchQuery(setupStatusQuery());
    if (setup.setupRequired) redirect({ to: '/setup', throw: true });
    const next = location.href === '/' ? {} : { next: location.href };
    redirect({ to: '/login', search: next, throw: true });
  }
}
