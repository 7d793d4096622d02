import type { ApiKey, ApiKeyUpdate } from '@lectern/contract';
import type { Database } from '#db/open.ts';
import { writeKeyChange } from '#db/repos/users/api-keys.repo.ts';
import type { Access } from '#core/sign-in/access.ts';
import { effectivePermissions } from '../users/permissions-of.ts';
import type { Viewer } from '../viewer.ts';
import { getOwnedKey } from './get-api-key.ts';
import { grantExpiry, grantPermissions, refuseStronger } from './grant.ts';
import { keyPermissions, storedPermissionsOf } from './key-permissions.ts';
import { toApiKey } from './to-api-key.ts';

/**
 * Changes a key: what is absent stays, null clears (decision W7). It holds from the next request on.
 * @throws {AppError} `NotFound`, or `Forbidden` when the key would exceed the viewer
 */
export async function updateApiKey(
  { db, access }: { readonly db: Database; readonly access: Access },
  viewer: Viewer,
  id: string,
  { name, permissions, expiresAt, isActive }: ApiKeyUpdate,
): Promise<ApiKey> {
  return await db.transaction(async (tx) => {
    const { key, owner } = await getOwnedKey(tx.read, viewer, id, 'UsersWrite');
    const owned = effectivePermissions(owner);
    refuseStronger(viewer, keyPermissions(owned, storedPermissionsOf(key)));
    const change = {
      ...(name === undefined ? {} : { name }),
      ...(permissions === undefined ? {} : { permissions: grantPermissions(viewer, owned, permissions) }),
      ...(expiresAt === undefined ? {} : { expiresAt: grantExpiry(viewer, expiresAt) }),
      ...(isActive === undefined ? {} : { isActive: isActive ? 1 : 0 }),
      updatedAt: Date.now(),
    };
    await writeKeyChange(tx, id, change);
    tx.afterCommit(() => access.forgetUser(key.userId));
    return toApiKey({ ...key, ...change }, owned);
  });
}
