import type { ReadDb } from '#db/open.ts';
import type { OwnedKey } from '#db/repos/users/api-keys.repo.ts';
import { AppError } from '../errors.ts';
import { viewerOf } from '../users/viewer-of.ts';
import type { Viewer } from '../viewer.ts';
import { keyPermissions, storedPermissionsOf } from './key-permissions.ts';

/**
 * Whoever asks with a key whose text was right, or with a session that was opened with it.
 * @param sessionId null for the key itself
 * @throws {AppError} `Unauthorized` when the key or its owner no longer counts
 */
export async function viewerOfKey(db: ReadDb, { key, owner }: OwnedKey, sessionId: string | null): Promise<Viewer> {
  if (key.isActive !== 1) throw new AppError('Unauthorized', 'This API key is switched off');
  if (key.expiresAt !== null && key.expiresAt <= Date.now()) {
    throw new AppError('Unauthorized', 'This API key has expired');
  }
  if (owner.isActive !== 1) throw new AppError('Unauthorized', 'The owner of this API key is not active');
  const asOwner = await viewerOf(db, owner, sessionId);
  const asked = storedPermissionsOf(key);
  return {
    ...asOwner,
    permissions: keyPermissions(asOwner.permissions, asked),
    apiKey: { id: key.id, name: key.name, followsOwner: asked === null, expiresAt: key.expiresAt },
  };
}
