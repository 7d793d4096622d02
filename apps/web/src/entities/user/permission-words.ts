import { t } from '@lingui/core/macro';
import type { Permission, Role } from '@lectern/contract';
import { PERMISSIONS, ROLE_PERMISSIONS } from '@lectern/contract/permissions';

/** What each permission allows, after "May". */
export const PERMISSION_WORDS: Readonly<Record<Permission, string>> = {
  LibrariesRead: t`see libraries`,
  LibrariesWrite: 'add, change and scan libraries',
  LibrariesDelete: t`remove libraries`,
  SeriesRead: t`see series`,
  SeriesWrite: t`change series`,
  SeriesDelete: t`delete series`,
  BooksRead: t`see and download books`,
  BooksWrite: t`change books`,
  BooksDelete: t`delete books`,
  PagesRead: t`read pages`,
  ProgressRead: t`see own reading progress`,
  ProgressWrite: t`keep reading progress`,
  UsersRead: t`see accounts`,
  UsersWrite: t`add and change accounts`,
  UsersDelete: t`delete accounts`,
  ApiKeysRead: t`see own API keys`,
  ApiKeysWrite: t`make and change API keys`,
  ApiKeysDelete: 'revoke API keys',
  TasksRead: t`see what the server works on`,
  TasksWrite: 'start, stop and repeat work of the server',
  SystemHealth: t`see how the server is doing`,
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
    title: t`Reading`,
    all: t`read and keep reading progress`,
    permissions: ['LibrariesRead', 'SeriesRead', 'BooksRead', 'PagesRead', 'ProgressRead', 'ProgressWrite'],
  },
  {
    title: t`Looking after books`,
    all: t`look after libraries, series and books`,
    permissions: ['LibrariesWrite', 'SeriesWrite', 'BooksWrite'],
  },
  {
    title: t`Deleting`,
    all: 'delete libraries, series and books',
    permissions: ['LibrariesDelete', 'SeriesDelete', 'BooksDelete'],
  },
  { title: t`API keys`, all: t`manage own API keys`, permissions: ['ApiKeysRead', 'ApiKeysWrite', 'ApiKeysDelete'] },
  { title: t`People`, all: t`manage accounts`, permissions: ['UsersRead', 'UsersWrite', 'UsersDelete'] },
  {
    title: t`The server`,
    all: t`run the server`,
    permissions: ['TasksRead', 'TasksWrite', 'SystemHealth', 'SystemAdmin'],
  },
];

export const ROLE_WORDS: Readonly<Record<Role, { readonly name: string; readonly sentence: string }>> = {
  reader: {
    name: t`Reader`,
    sentence: t`Reads, downloads and keeps their place in the libraries they may see. Makes API keys for own apps.`,
  },
  maintainer: {
    name: t`Maintainer`,
    sentence: t`Reads, and looks after the books: adds and scans libraries, changes series and books, sees the tasks.`,
  },
  admin: {
    name: t`Administrator`,
    sentence: t`May do everything: people, settings, every library, also to come.`,
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
  if (held.has('SystemAdmin')) return t`May do everything.`;
  const parts = PERMISSION_GROUPS.flatMap((group) => {
    const given = group.permissions.filter((permission) => held.has(permission));
    return given.length === group.permissions.length ? [group.all] : given.map((one) => PERMISSION_WORDS[one]);
  });
  return parts.length === 0 ? t`May do nothing.` : t`May ${joined(parts)}.`;
}

function joined(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : t`${parts.slice(0, -1).join(', ')} and ${last}`;
}
