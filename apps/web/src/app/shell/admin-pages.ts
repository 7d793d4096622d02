import type { Permission } from '@lectern/contract';

/** The pages of the area for those who look after the server, in their order, each with what it takes to see it. */
export const ADMIN_PAGES = [
  { to: '/admin/libraries', label: 'Libraries', permission: 'LibrariesWrite' },
  { to: '/admin/users', label: 'People', permission: 'UsersRead' },
  { to: '/admin/tasks', label: 'Tasks', permission: 'LibrariesWrite' },
  { to: '/admin/health', label: 'Health', permission: 'LibrariesWrite' },
  { to: '/admin/releases', label: 'Releases', permission: 'SystemAdmin' },
  { to: '/admin/metadata', label: 'Metadata', permission: 'BooksWrite' },
  { to: '/admin/settings', label: 'Settings', permission: 'SystemAdmin' },
  { to: '/admin/metrics', label: 'Metrics', permission: 'SystemHealth' },
  { to: '/admin/about', label: 'About', permission: 'SystemAdmin' },
] as const satisfies readonly { readonly to: string; readonly label: string; readonly permission: Permission }[];

/** Those that somebody with these permissions may see. */
export function adminPagesFor(permissions: readonly Permission[]): readonly (typeof ADMIN_PAGES)[number][] {
  return ADMIN_PAGES.filter(({ permission }) => permissions.includes(permission));
}
