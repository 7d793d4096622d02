/** The 22 permissions of the specification, section 5. */
export const PERMISSIONS = [
  'LibrariesRead',
  'LibrariesWrite',
  'LibrariesDelete',
  'SeriesRead',
  'SeriesWrite',
  'SeriesDelete',
  'BooksRead',
  'BooksWrite',
  'BooksDelete',
  'PagesRead',
  'ProgressRead',
  'ProgressWrite',
  'UsersRead',
  'UsersWrite',
  'UsersDelete',
  'ApiKeysRead',
  'ApiKeysWrite',
  'ApiKeysDelete',
  'TasksRead',
  'TasksWrite',
  'SystemHealth',
  'SystemAdmin',
] as const;

export type Permission = (typeof PERMISSIONS)[number];

export const ROLES = ['reader', 'maintainer', 'admin'] as const;
export type Role = (typeof ROLES)[number];

const READER: readonly Permission[] = [
  'LibrariesRead',
  'SeriesRead',
  'BooksRead',
  'PagesRead',
  'ProgressRead',
  'ProgressWrite',
  'ApiKeysRead',
  'ApiKeysWrite',
  'ApiKeysDelete',
];

/** What each role may do (decision A1). `SystemAdmin` implies every other permission. */
export const ROLE_PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  reader: READER,
  maintainer: [...READER, 'LibrariesWrite', 'SeriesWrite', 'BooksWrite', 'TasksRead', 'TasksWrite', 'SystemHealth'],
  admin: PERMISSIONS,
};
