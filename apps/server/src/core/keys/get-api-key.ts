import type { ApiKey, Permission } from '@lectern/contract';
import type { ReadDb } from '#db/open.ts';
import { findKey, listKeysOf, type OwnedKey } from '#db/repos/users/api-keys.repo.ts';
import { findUser } from '#db/repos/users/users.repo.ts';
import { AppError } from '../errors.ts';
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
 * A key that is the viewer's own, or that they may manage as one who manages users; to anybody else it does not exist.
 * @param forOthers the permission that someone else's key asks for
 * @throws {AppError} `NotFound`
 */
export async function getOwnedKey(db: ReadDb, viewer: Viewer, id: string, forOthers: Permission): Promise<OwnedKey> {
  const found = await findKey(db, id);
  const isTheirs = found?.key.userId === viewer.userId || viewer.permissions.has(forOthers);
  if (found === undefined || !isTheirs) throw new AppError('NotFound', `API key ${id} not found`);
  return found;
}

/**
 * One key as it is shown.
 * @throws {AppError} `NotFound`
 */
export async function getApiKey({ db, uses }: KeyListContext, viewer: Viewer, id: string): Promise<ApiKey> {
  await uses.settled();
  const { key, owner } = await getOwnedKey(db.read, viewer, id, 'UsersRead');
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
