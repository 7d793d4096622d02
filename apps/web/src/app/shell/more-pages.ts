import { t } from '@lingui/core/macro';
import type { Permission } from '@lectern/contract';

/** Tabs of the lists. */
export const LIST_PAGES = [
  { to: '/lists', label: t`Want to read` },
  { to: '/lists/collections', label: t`Collections` },
  { to: '/lists/reading', label: t`Reading lists` },
] as const;

/** A user's own pages; `permission` is absent where every user may. */
const ME_PAGES = [
  { to: '/me', label: t`Account` },
  { to: '/me/preferences', label: t`Preferences` },
  { to: '/me/reading', label: t`Reading` },
  { to: '/me/notifications', label: t`Notifications` },
  { to: '/me/offline', label: t`Offline` },
  { to: '/me/security', label: t`Security` },
  { to: '/me/devices', label: t`Devices` },
  { to: '/me/keys', label: t`API keys`, permission: 'ApiKeysRead' },
  { to: '/me/connections', label: t`Connect` },
  { to: '/me/export', label: t`Export` },
] as const satisfies readonly { readonly to: string; readonly label: string; readonly permission?: Permission }[];

export type MePage = (typeof ME_PAGES)[number];

export function mePagesFor(permissions: readonly Permission[]): readonly MePage[] {
  return ME_PAGES.filter((page) => !('permission' in page) || permissions.includes(page.permission));
}
