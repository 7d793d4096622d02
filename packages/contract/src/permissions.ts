/** All permissions. `MetadataWrite` changes metadata and nothing else; `SeriesWrite` and `BooksWrite` together include it. */
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
  'MetadataWrite',
] as const;

export type Permission = (typeof PERMISSIONS)[number];

/** Permissions with `MetadataWrite` where others include it. */
export function addIncluded(permissions: Iterable<Permission>): ReadonlySet<Permission> {
  const held = new Set(permissions);
  if (held.has('SeriesWrite') && held.has('BooksWrite')) held.add('MetadataWrite');
  return held;
}

/** Permissions as answers name them, without what others include: a maintainer has 15 and an admin 22 (decisions, A1). */
export function listNamed(permissions: ReadonlySet<Permission>): Permission[] {
  const includes = permissions.has('SeriesWrite') && permissions.has('BooksWrite');
  return PERMISSIONS.filter((one) => permissions.has(one) && !(includes && one === 'MetadataWrite'));
}

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

/** Permissions of each role. `SystemAdmin` implies all others. */
export const ROLE_PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  reader: READER,
  maintainer: [...READER, 'LibrariesWrite', 'SeriesWrite', 'BooksWrite', 'TasksRead', 'TasksWrite', 'SystemHealth'],
  admin: PERMISSIONS,
};

/** Required to change metadata of books, and of series. */
export const BOOK_METADATA_WRITE = ['BooksWrite', 'MetadataWrite'] as const satisfies readonly Permission[];
export const SERIES_METADATA_WRITE = ['SeriesWrite', 'MetadataWrite'] as const satisfies readonly Permission[];

/**
 * Required to change one's own preferences, filters, exports, devices. Every role has it; a read-only API key does not.
 */
export const OWN_WRITE = ['ProgressWrite'] as const satisfies readonly Permission[];

/** Presets for new keys. `permissions` is the request's value: undefined follows the owner. */
export const API_KEY_PRESETS = [
  {
    id: 'full_access',
    name: 'Full access',
    description: 'Everything that you may do, now and later',
    permissions: undefined,
  },
  {
    id: 'read_only',
    name: 'Read only',
    description: 'Browse and read, change nothing',
    permissions: ['LibrariesRead', 'SeriesRead', 'BooksRead', 'PagesRead', 'ProgressRead'],
  },
  {
    id: 'reader_apps',
    name: 'OPDS and reader apps',
    description: 'Browse, read, and keep your place',
    permissions: ['LibrariesRead', 'SeriesRead', 'BooksRead', 'PagesRead', 'ProgressRead', 'ProgressWrite'],
  },
] as const satisfies readonly ApiKeyPreset[];

/** A preset of permissions. */
export interface ApiKeyPreset {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly permissions: readonly Permission[] | undefined;
}
