import type { ReadDb } from '#db/open.ts';
import { findSharing } from '#db/repos/users/sharing-grants.repo.ts';
import { listLibraryIdsOf } from '#db/repos/users/users.repo.ts';
import type { UserTable } from '#db/schema/index.ts';
import type { Viewer } from '../viewer.ts';
import { effectivePermissions, roleOf } from './permissions-of.ts';

/**
 * A user as they ask with their own credentials; a credential that may do less takes permissions away afterwards. Who
 * administers the server sees every library, others those that were given to them; sharing tags bind everybody, since whoever
 * administers can change their own grants.
 * @param sessionId of a JWT or cookie; null for other credentials
 */
export async function viewerOf(
  db: ReadDb,
  user: Pick<UserTable, 'id' | 'username' | 'role' | 'permissions' | 'allLibraries'>,
  sessionId: string | null,
): Promise<Viewer> {
  const permissions = effectivePermissions(user);
  const seesAll = user.allLibraries === 1 || permissions.has('SystemAdmin');
  return {
    userId: user.id,
    username: user.username,
    role: roleOf(user),
    permissions,
    sessionId,
    libraryIds: seesAll ? undefined : await listLibraryIdsOf(db, user.id),
    sharing: await findSharing(db, user.id),
  };
}
