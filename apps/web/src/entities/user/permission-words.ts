import type { Permission, Role } from '@lectern/contract';
import { PERMISSIONS, ROLE_PERMISSIONS } from '@lectern/contract/permissions';

/** What each permission allows, after "May". */
export const PERMISSION_WORDS: Readonly<Record<Permission, string>> = {
  LibrariesRead: 'see libraries',
  LibrariesWrite: 'add, change and scan libraries',
  LibrariesDelete: 'remove libraries',
  SeriesRead: 'see series',
  SeriesWrite: 'change series',
  SeriesDelete: 'delete series',
  BooksRead: 'see and download books',
  BooksWrite: 'change books',
  BooksDelete: 'delete books',
  PagesRead: 'read pages',
  ProgressRead: 'see own reading progress',
  ProgressWrite: 'keep reading progress',
  UsersRead: 'see accounts',
  UsersWrite: 'add and change accounts',
  UsersDelete: 'delete accounts',
  ApiKeysRead: 'see own API keys',
  ApiKeysWrite: 'make and change API keys',
  ApiKeysDelete: 'revoke API keys',
  TasksRead: 'see what the server works on',
  TasksWrite: 'start, stop and repeat work of the server',
  SystemHealth: 'see how the server is doing',
  SystemAdmin: 'do everything, settings of the server included',
};

/** Groups of permissions in display order. */
export const PERMISSION_GROUPS: readonly {
  readonly title: string;
  /** The whole group in a few words, after "may". */
  readonly all: string;
  readonly permissions: readonly Permission[];
}[] = [
  {
    title: 'Reading',
    all: 'read and keep reading progress',
    permissions: ['LibrariesRead', 'SeriesRead', 'BooksRead', 'PagesRead', 'ProgressRead', 'ProgressWrite'],
  },
  {
    title: 'Looking after books',
    all: 'look after libraries, series and books',
    permissions: ['LibrariesWrite', 'SeriesWrite', 'BooksWrite'],
  },
  {
    title: 'Deleting',
    all: 'delete libraries, series and books',
    permissions: ['LibrariesDelete', 'SeriesDelete', 'BooksDelete'],
  },
  { title: 'API keys', all: 'manage own API keys', permissions: ['ApiKeysRead', 'ApiKeysWrite', 'ApiKeysDelete'] },
  { title: 'People', all: 'manage accounts', permissions: ['UsersRead', 'UsersWrite', 'UsersDelete'] },
  {
    title: 'The server',
    all: 'run the server',
    permissions: ['TasksRead', 'TasksWrite', 'SystemHealth', 'SystemAdmin'],
  },
];

export const ROLE_WORDS: Readonly<Record<Role, { readonly name: string; readonly sentence: string }>> = {
  reader: {
    name: 'Reader',
    sentence: 'Reads, downloads and keeps their place in the libraries they may see. Makes API keys for own apps.',
  },
  maintainer: {
    name: 'Maintainer',
    sentence: 'Reads, and looks after the books: adds and scans libraries, changes series and books, sees the tasks.',
  },
  admin: {
    name: 'Administrator',
    sentence: 'May do everything: people, settings, every library, also to come.',
  },
};

/** Permissions of the role plus custom ones. */
export function allPermissions(role: Role, custom: readonly Permission[]): ReadonlySet<Permission> {
  const held = new Set([...ROLE_PERMISSIONS[role], ...custom]);
  return held.has('SystemAdmin') ? new Set(PERMISSIONS) : held;
}

/** A set of permissions as a sentence; complete groups by name, others one by one. */
export function permissionSentence(permissions: readonly Permission[]): string {
  const held = new Set(permissions);
  if (held.has('SystemAdmin')) return 'May do everything.';
  const parts = PERMISSION_GROUPS.flatMap((group) => {
    const given = group.permissions.filter((permission) => held.has(permission));
    return given.length === group.permissions.length ? [group.all] : given.map((one) => PERMISSION_WORDS[one]);
  });
  return parts.length === 0 ? 'May do nothing.' : `May ${joined(parts)}.`;
}

function joined(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}
