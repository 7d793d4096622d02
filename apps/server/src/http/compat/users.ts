import type { SharingGrant } from '@lectern/contract';
import { listGrants } from '#core/sharing/grants.ts';
import { getCurrentUser } from '#core/account/get-current-user.ts';
import type { Viewer } from '#core/viewer.ts';
import { type DoorRoute, viewerOf } from '../door.ts';
import { json } from './answer.ts';

/** An account in the dialect, whose e-mail address is what people sign in with. */
interface Account {
  readonly id: string;
  readonly username: string;
  readonly email: string | null;
}

/** The dialect's roles; apps hide what needs one that is not there. */
function rolesOf(permissions: Viewer['permissions']): readonly string[] {
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

/**
 * A user as apps read them.
 * @param access what the account may do and which libraries it may see
 * @param grants sharing tags that decide what it sees
 */
export function toDialectUser(
  { id, username, email }: Account,
  { permissions, libraryIds }: Pick<Viewer, 'permissions' | 'libraryIds'>,
  grants: readonly SharingGrant[],
): Readonly<Record<string, unknown>> {
  const labels = (mode: SharingGrant['accessMode']): string[] =>
    grants.filter(({ accessMode }) => accessMode === mode).map(({ sharingTagName }) => sharingTagName);
  return {
    id,
    email: email === null || email === '' ? username : email,
    roles: rolesOf(permissions),
    sharedAllLibraries: libraryIds === undefined,
    sharedLibrariesIds: libraryIds ?? [],
    labelsAllow: labels('allow'),
    labelsExclude: labels('deny'),
    // Apps fail without it.
    ageRestriction: null,
  };
}

function me(path: string): DoorRoute {
  return {
    method: 'GET',
    path,
    endpoint: { permission: 'user' },
    answer: async (ctx, request) => {
      const viewer = viewerOf(request);
      const { grants } = await listGrants(ctx, viewer.userId);
      return json(toDialectUser(await getCurrentUser(ctx, viewer), viewer, grants));
    },
  };
}

export const userRoutes: readonly DoorRoute[] = [me('/api/v2/users/me'), me('/api/v1/users/me')];
