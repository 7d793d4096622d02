import type { AgeLimit, SharingGrant } from '@lectern/contract';
import type { Viewer } from '#core/viewer.ts';
import { toAgeRestriction } from './age-restriction.ts';

interface Account {
  readonly id: string;
  readonly username: string;
  readonly email: string | null;
}

/** Roles of the dialect. Apps hide functions that need a missing role. */
function toRoles(permissions: Viewer['permissions']): readonly string[] {
  const may = (permission: Parameters<typeof permissions.has>[0], role: string): string[] =>
    permissions.has(permission) ? [role] : [];
  return [
    'USER',
    ...may('SystemAdmin', 'ADMIN'),
    ...may('BooksRead', 'FILE_DOWNLOAD'),
    ...may('PagesRead', 'PAGE_STREAMING'),
    ...may('ProgressWrite', 'KOREADER_SYNC'),
  ];
}

interface DialectRights extends Pick<Viewer, 'permissions' | 'libraryIds'> {
  readonly age: AgeLimit | null | undefined;
}

/** A user in the dialect. */
export function toDialectUser(
  { id, username, email }: Account,
  { permissions, libraryIds, age }: DialectRights,
  grants: readonly SharingGrant[],
): Readonly<Record<string, unknown>> {
  const labels = (mode: SharingGrant['accessMode']): string[] =>
    grants.filter(({ accessMode }) => accessMode === mode).map(({ sharingTagName }) => sharingTagName);
  return {
    id,
    email: email === null || email === '' ? username : email,
    roles: toRoles(permissions),
    sharedAllLibraries: libraryIds === undefined,
    sharedLibrariesIds: libraryIds ?? [],
    labelsAllow: labels('allow'),
    labelsExclude: labels('deny'),
    // Apps fail without this key.
    ageRestriction: toAgeRestriction(age),
  };
}
