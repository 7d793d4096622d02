import { t } from '@lingui/core/macro';
import type { Permission } from '@lectern/contract';

/** Groups of admin pages by what an admin has in mind, in menu order. */
export const ADMIN_GROUPS = { books: t`Books`, people: t`People`, server: t`Server` } as const;

type AdminGroup = keyof typeof ADMIN_GROUPS;

/** Admin pages in menu order, each with the permission it needs. */
export const ADMIN_PAGES = [
  { to: '/admin/libraries', label: t`Libraries`, group: 'books', permission: 'LibrariesWrite' },
  { to: '/admin/metadata', label: t`Metadata`, group: 'books', permission: 'BooksWrite' },
  { to: '/admin/import', label: t`Import`, group: 'books', permission: 'SystemAdmin' },
  { to: '/admin/releases', label: t`Releases`, group: 'books', permission: 'SystemAdmin' },
  { to: '/admin/bin', label: t`Bin`, group: 'books', permission: 'BooksDelete' },
  { to: '/admin/users', label: t`Accounts`, group: 'people', permission: 'UsersRead' },
  { to: '/admin/groups', label: t`Access groups`, group: 'people', permission: 'SystemAdmin' },
  { to: '/admin/sign-in', label: t`Sign-in providers`, group: 'people', permission: 'SystemAdmin' },
  { to: '/admin/audit', label: t`Audit log`, group: 'people', permission: 'SystemAdmin' },
  { to: '/admin/notifications', label: t`Notifications`, group: 'people', permission: 'SystemAdmin' },
  { to: '/admin/health', label: t`Health`, group: 'server', permission: 'LibrariesWrite' },
  { to: '/admin/tasks', label: t`Tasks`, group: 'server', permission: 'LibrariesWrite' },
  { to: '/admin/backups', label: t`Backups`, group: 'server', permission: 'SystemAdmin' },
  { to: '/admin/settings', label: t`Settings`, group: 'server', permission: 'SystemAdmin' },
  { to: '/admin/metrics', label: t`Metrics`, group: 'server', permission: 'SystemHealth' },
  { to: '/admin/log', label: t`Log`, group: 'server', permission: 'SystemAdmin' },
  { to: '/admin/about', label: t({ message: 'About', context: 'server' }), group: 'server', permission: 'SystemAdmin' },
] as const satisfies readonly {
  readonly to: string;
  readonly label: string;
  readonly group: AdminGroup;
  readonly permission: Permission;
}[];

export type AdminPage = (typeof ADMIN_PAGES)[number];

export function adminPagesFor(permissions: readonly Permission[]): readonly AdminPage[] {
  return ADMIN_PAGES.filter(({ permission }) => permissions.includes(permission));
}
