import { t } from '@lingui/core/macro';
import type { CurrentUser, Permission } from '@lectern/contract';
import { isChild } from '#entities/user/queries.ts';

/** Tabs of the lists. */
export const LIST_PAGES = [
  { to: '/lists', label: t`Want to read` },
  { to: '/lists/collections', label: t`Collections` },
  { to: '/lists/reading', label: t`Reading lists` },
] as const;

/** A user's own pages; `permission` is absent where every user may. Few of them are for child profiles. */
const ME_PAGES = [
  { to: '/me', label: t`Account` },
  { to: '/me/preferences', label: t`Preferences`, isForChildren: true },
  { to: '/me/reading', label: t`Reading`, isForChildren: true },
  { to: '/me/notifications', label: t`Notifications` },
  { to: '/me/offline', label: t`Offline`, isForChildren: true },
  { to: '/me/children', label: t`Child profiles` },
  { to: '/me/security', label: t`Security` },
  { to: '/me/devices', label: t`Devices` },
  { to: '/me/keys', label: t`API keys`, permission: 'ApiKeysRead' },
  { to: '/me/connections', label: t`Connect` },
  { to: '/me/export', label: t`Export` },
] as const satisfies readonly {
  readonly to: string;
  readonly label: string;
  readonly permission?: Permission;
  readonly isForChildren?: true;
}[];

export type MePage = (typeof ME_PAGES)[number];

export function mePagesFor(user: Pick<CurrentUser, 'effectivePermissions' | 'profileOf'>): readonly MePage[] {
  if (isChild(user)) return ME_PAGES.filter((page) => 'isForChildren' in page);
  return ME_PAGES.filter((page) => !('permission' in page) || user.effectivePermissions.includes(page.permission));
}
