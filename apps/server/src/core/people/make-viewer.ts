import type { Permission } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import type { ReadDb } from '#db/open.ts';
import type { OwnedKey } from '#db/repos/people/api-keys.repo.ts';
import { findUser } from '#db/repos/people/users.repo.ts';
import { say } from '#words/say.ts';
import {
  childPermissions,
  effectivePermissions,
  keyPermissions,
  parseRole,
  parseKeyPermissions,
} from './permissions.ts';
import { readSight, type SeeingAccount } from './read-sight.ts';

async function readPermissions(db: ReadDb, user: SeeingAccount): Promise<ReadonlySet<Permission>> {
  if (user.parentId === null) return effectivePermissions(user);
  const parent = await findUser(db, user.parentId);
  return parent?.isActive !== 1 ? new Set() : childPermissions(effectivePermissions(parent));
}

/**
 * The viewer of a user's own credentials.
 * @param sessionId of a JWT or cookie; null for other credentials
 */
export async function makeViewer(
  db: ReadDb,
  user: SeeingAccount & { readonly username: string },
  sessionId: string | null,
): Promise<Viewer> {
  const permissions = await readPermissions(db, user);
  return {
    userId: user.id,
    username: user.username,
    role: parseRole(user),
    permissions,
    sessionId,
    ...(await readSight(db, user)),
  };
}

/**
 * The viewer of a key, or of a session that was opened with it.
 * @param sessionId null for the key itself
 * @throws {AppError} `Unauthorized` when the key or its owner is no longer active
 */
export async function makeKeyViewer(db: ReadDb, { key, owner }: OwnedKey, sessionId: string | null): Promise<Viewer> {
  if (key.isActive !== 1) throw new AppError('Unauthorized', say('This API key is switched off'));
  if (key.expiresAt !== null && key.expiresAt <= Date.now()) {
    throw new AppError('Unauthorized', say('This API key has expired'));
  }
  if (owner.isActive !== 1) throw new AppError('Unauthorized', say('The account of this API key is deactivated'));
  const asOwner = await makeViewer(db, owner, sessionId);
  const asked = parseKeyPermissions(key);
  return {
    ...asOwner,
    permissions: keyPermissions(asOwner.permissions, asked),
    apiKey: { id: key.id, name: key.name, followsOwner: asked === null, expiresAt: key.expiresAt },
  };
}
