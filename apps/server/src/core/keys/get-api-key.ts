import type { ApiKey, Permission } from '@lectern/contract';
import type { ReadDb } from '#db/open.ts';
import { findKey, listKeysOf, type OwnedKey } from '#db/repos/users/api-keys.repo.ts';
import { findUser } from '#db/repos/users/users.repo.ts';
import { AppError } from '../errors.ts';
import { requireReach } from '../users/may-manage.ts';
import { effectivePermissions } from '../users/permissions-of.ts';
import type { Viewer } from '../viewer.ts';
import { toApiKey } from './to-api-key.ts';
import type { UseLog } from './use-log.ts';

/** What keys are read with. */
export interface KeyListContext {
  readonly db: { readonly read: ReadDb };
  readonly uses: UseLog;
}

/**
 * A key that is the viewer's own, or that they may see as one who manages users; to anybody else it does not exist.
 * @param forOthers the permission that someone else's key asks for
 * @throws {AppError} `NotFound`
 */
async function getVisibleKey(db: ReadDb, viewer: Viewer, id: string, forOthers: Permission): Promise<OwnedKey> {
  const found = await findKey(db, id);
  const isTheirs = found?.key.userId === viewer.userId || viewer.permissions.has(forOthers);
  if (found === undefined || !isTheirs) throw new AppError('NotFound', `API key ${id} not found`);
  return found;
}

/**
 * The same for a change: of someone else's key it needs reach over its owner, because a key can come to all that its owner
 * may do, also one that is switched off, has expired or has few permissions now.
 * @throws {AppError} `NotFound` or `Forbidden`
 */
export async function getChangeableKey(
  db: ReadDb,
  viewer: Viewer,
  id: string,
  forOthers: Permission,
): Promise<OwnedKey> {
  const found = await getVisibleKey(db, viewer, id, forOthers);
  if (found.owner.id !== viewer.userId) await requireReach(db, viewer, found.owner);
  return found;
}

/**
 * One key as it is shown.
 * @throws {AppError} `NotFound`
 */
export async function getApiKey({ db, uses }: KeyListContext, viewer: Viewer, id: string): Promise<ApiKey> {
  await uses.settled();
  const { key, owner } = await getVisibleKey(db.read, viewer, id, 'UsersRead');
  return toApiKey(key, effectivePermissions(owner));
}

/**
 * The keys of the viewer, or of someone else for whoever may read users.
 * @throws {AppError} `Forbidden` or `NotFound`
 */
export async function listApiKeys(
  { db, uses }: KeyListContext,
  viewer: Viewer,
  userId: string = viewer.userId,
): Promise<ApiKey[]> {
  if (userId !== viewer.userId && !viewer.permissions.has('UsersRead')) {
    throw new AppError('Forbidden', 'The keys of others need the permission UsersRead');
  }
  await uses.settled();
  const owner = await findUser(db.read, userId);
  if (owner === undefined) throw new AppError('NotFound', `User ${userId} not found`);
  const owned = effectivePermissions(owner);
  return (await listKeysOf(db.read, userId)).map((key) => toApiKey(key, owned));
}
