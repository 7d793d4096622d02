import { t } from '@lingui/core/macro';
import type { Permission, Role } from '@lectern/contract';
import { addIncluded, PERMISSIONS, ROLE_PERMISSIONS } from '@lectern/contract/permissions';

/** Label of each permission. */
export const PERMISSION_WORDS: Readonly<Record<Permission, string>> = {
  LibrariesRead: t`View libraries`,
  LibrariesWrite: t`Add, edit and scan libraries`,
  LibrariesDelete: t`Delete libraries`,
  SeriesRead: t`View series`,
  SeriesWrite: t({ message: 'Edit series', context: 'permission' }),
  SeriesDelete: t`Delete series`,
  BooksRead: t`View and download books`,
  BooksWrite: t`Edit books`,
  BooksDelete: t`Delete books`,
  PagesRead: t`Read pages`,
  ProgressRead: t`View own progress`,
  ProgressWrite: t`Save own progress`,
  UsersRead: t`View accounts`,
  UsersWrite: t`Add and edit accounts`,
  UsersDelete: t`Delete accounts`,
  ApiKeysRead: t`View own API keys`,
  ApiKeysWrite: t`Create and edit API keys`,
  ApiKeysDelete: t`Revoke API keys`,
  TasksRead: t`View tasks`,
  TasksWrite: t`Start, stop and repeat tasks`,
  SystemHealth: t`View server health`,
  SystemAdmin: t`Everything, including server settings`,
  MetadataWrite: t`Edit metadata`,
};

/** Groups of permissions in display order. */
export const PERMISSION_GROUPS: readonly {
  readonly title: string;
  /** Label of the whole group. */
  readonly all: string;
  readonly permissions: readonly Permission[];
}[] = [
  {
    title: t`Reading`,
    all: t`Read and save progress`,
    permissions: ['LibrariesRead', 'SeriesRead', 'BooksRead', 'PagesRead', 'ProgressRead', 'ProgressWrite'],
  },
  {
    title: t`Managing books`,
    all: t`Manage libraries, series and books`,
    permissions: ['LibrariesWrite', 'SeriesWrite', 'BooksWrite'],
  },
  { title: t`Metadata`, all: t`Edit metadata`, permissions: ['MetadataWrite'] },
  {
    title: t`Deleting`,
    all: t`Delete libraries, series and books`,
    permissions: ['LibrariesDelete', 'SeriesDelete', 'BooksDelete'],
  },
  { title: t`API keys`, all: t`Manage own API keys`, permissions: ['ApiKeysRead', 'ApiKeysWrite', 'ApiKeysDelete'] },
  { title: t`Accounts`, all: t`Manage accounts`, permissions: ['UsersRead', 'UsersWrite', 'UsersDelete'] },
  {
    title: t`Server`,
    all: t`Manage the server`,
    permissions: ['TasksRead', 'TasksWrite', 'SystemHealth', 'SystemAdmin'],
  },
];

export const ROLE_WORDS: Readonly<Record<Role, { readonly name: string; readonly sentence: string }>> = {
  reader: {
    name: t`Reader`,
    sentence: t`Reads, downloads and saves progress in the libraries they can see. Creates API keys for their apps.`,
  },
  maintainer: {
    name: t`Maintainer`,
    sentence: t`Reads and manages books: adds and scans libraries, edits series and books, manages tasks.`,
  },
  admin: {
    name: t`Admin`,
    sentence: t`Can do everything: accounts, settings and all libraries, including future ones.`,
  },
};

/**
 * Permissions of the role plus custom ones.
 * @param ofRole those of a role that admins made, in place of the built-in one
 */
export function allPermissions(
  role: Role,
  custom: readonly Permission[],
  ofRole: readonly Permission[] = ROLE_PERMISSIONS[role],
): ReadonlySet<Permission> {
  const held = addIncluded([...ofRole, ...custom]);
  return held.has('SystemAdmin') ? new Set(PERMISSIONS) : held;
}

/** A set of permissions in one line; complete groups by name, others one by one. */
export function summarisePermissions(permissions: readonly Permission[]): string {
  const held = new Set(permissions);
  if (held.has('SystemAdmin')) return t`Can do everything`;
  const parts = PERMISSION_GROUPS.flatMap((group) => {
    const given = group.permissions.filter((permission) => held.has(permission));
    return given.length === group.permissions.length ? [group.all] : given.map((one) => PERMISSION_WORDS[one]);
  });
  return parts.length === 0 ? t`Can do nothing` : parts.join(' · ');
}
