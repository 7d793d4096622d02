import { t } from '@lingui/core/macro';
import type { Permission } from '@lectern/contract';

/** Admin pages in menu order, each with the permission it needs. */
export const ADMIN_PAGES = [
  { to: '/admin/libraries', label: t`Libraries`, permission: 'LibrariesWrite' },
  { to: '/admin/users', label: t`People`, permission: 'UsersRead' },
  { to: '/admin/tasks', label: t`Tasks`, permission: 'LibrariesWrite' },
  { to: '/admin/health', label: t`Health`, permission: 'LibrariesWrite' },
  { to: '/admin/import', label: t`Import`, permission: 'SystemAdmin' },
  { to: '/admin/bin', label: t`Bin`, permission: 'BooksDelete' },
  { to: '/admin/backups', label: t`Backups`, permission: 'SystemAdmin' },
  { to: '/admin/releases', label: t`Releases`, permission: 'SystemAdmin' },
  { to: '/admin/notifications', label: t`Notifications`, permission: 'SystemAdmin' },
  { to: '/admin/metadata', label: t`Metadata`, permission: 'BooksWrite' },
  { to: '/admin/settings', label: t`Settings`, permission: 'SystemAdmin' },
  { to: '/admin/metrics', label: t`Metrics`, permission: 'SystemHealth' },
  { to: '/admin/log', label: t`Log`, permission: 'SystemAdmin' },
  { to: '/admin/about', label: t`About`, permission: 'SystemAdmin' },
] as const satisfies readonly { readonly to: string; readonly label: string; readonly permission: Permission }[];

export function adminPagesFor(permissions: readonly Permission[]): readonly (typeof ADMIN_PAGES)[number][] {
  return ADMIN_PAGES.filter(({ permission }) => permissions.includes(permission));
}
