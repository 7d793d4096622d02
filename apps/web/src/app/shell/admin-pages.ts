import type { Permission } from '@lectern/contract';

/** Admin pages in menu order, each with the permission it needs. */
export const ADMIN_PAGES = [
  { to: '/admin/libraries', label: 'Libraries', permission: 'LibrariesWrite' },
  { to: '/admin/users', label: 'People', permission: 'UsersRead' },
  { to: '/admin/tasks', label: 'Tasks', permission: 'LibrariesWrite' },
  { to: '/admin/health', label: 'Health', permission: 'LibrariesWrite' },
  { to: '/admin/import', label: 'Import', permission: 'SystemAdmin' },
  { to: '/admin/bin', label: 'Bin', permission: 'BooksDelete' },
  { to: '/admin/backups', label: 'Backups', permission: 'SystemAdmin' },
  { to: '/admin/releases', label: 'Releases', permission: 'SystemAdmin' },
  { to: '/admin/notifications', label: 'Notifications', permission: 'SystemAdmin' },
  { to: '/admin/metadata', label: 'Metadata', permission: 'BooksWrite' },
  { to: '/admin/settings', label: 'Settings', permission: 'SystemAdmin' },
  { to: '/admin/metrics', label: 'Metrics', permission: 'SystemHealth' },
  { to: '/admin/log', label: 'Log', permission: 'SystemAdmin' },
  { to: '/admin/about', label: 'About', permission: 'SystemAdmin' },
] as const satisfies readonly { readonly to: string; readonly label: string; readonly permission: Permission }[];

export function adminPagesFor(permissions: readonly Permission[]): readonly (typeof ADMIN_PAGES)[number][] {
  return ADMIN_PAGES.filter(({ permission }) => permissions.includes(permission));
}
