import { t } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';

/** Ways to sign in besides a password. */
export const signInWaysQuery = () =>
  queryOptions({
    queryKey: ['listOidcProviders'],
    queryFn: async ({ signal }) => request('listOidcProviders', { signal }),
  });

/** Own accounts at sign-in providers. */
export const identitiesQuery = () =>
  queryOptions({
    queryKey: ['listIdentities'],
    queryFn: async ({ signal }) => request('listIdentities', { signal }),
  });

const REFUSALS: Readonly<Record<string, () => string>> = {
  expired: () => t`This sign-in took too long or was used before. Try again.`,
  refused: () => t`The sign-in provider refused. Try again, or use another way.`,
  invalid: () => t`The answer of the sign-in provider could not be checked. Try again, or ask an admin.`,
  unreachable: () => t`The sign-in provider does not answer. Try again later.`,
  'no-account': () => t`This server has no account for you. Ask an admin for one.`,
  'link-first': () =>
    t`An account with your e-mail address exists already. Sign in with its password, then link the provider on your account page.`,
  'not-member': () => t`Your groups may not use this server. Ask an admin.`,
  inactive: () => t`Your account is deactivated. Ask an admin.`,
  guest: () => t`Your visit as a guest is over.`,
  taken: () => t`This identity belongs to another account, or your account has another one there.`,
};

/** What to tell a user whose sign-in at a provider was refused, or whose visit ended. @param reason as in the address of the page */
export function describeRefusal(reason: string): string {
  const describe = Object.hasOwn(REFUSALS, reason) ? REFUSALS[reason] : undefined;
  return (describe ?? (() => t`The sign-in did not work. Try again.`))();
}
