import type { Database } from '#db/open.ts';
import { findKeyByPrefix } from '#db/repos/api-keys.repo.ts';
import { AppError } from '../errors.ts';
import { viewerOf } from '../users/viewer-of.ts';
import type { Viewer } from '../viewer.ts';
import { keyPermissions, storedPermissionsOf } from './key-permissions.ts';
import { hashSecret, isSameHash, parseKey } from './key-text.ts';
import type { KnownKeys } from './known-keys.ts';

/** What keys are checked with. */
export interface KeysContext {
  readonly db: Database;
  readonly keys: KnownKeys;
}

function refuse(reason: string): AppError {
  return new AppError('Unauthorized', reason);
}

/**
 * The viewer of an API key, which may do what its owner may now and the key was made for; looked up at most once every few
 * seconds. What is wrong with a key is told only to those who have it.
 * @throws {AppError} `Unauthorized`
 */
export async function identifyByKey({ db, keys }: KeysContext, text: string): Promise<Viewer> {
  const parts = parseKey(text);
  if (parts === undefined) throw refuse('Invalid API key format');
  const hash = hashSecret(parts.secret);
  const name = `${parts.prefix}:${hash}`;
  const known = keys.viewers.get(name);
  if (known !== undefined) return known;
  const version = keys.viewers.version();
  const found = await findKeyByPrefix(db.read, parts.prefix);
  if (found === undefined || !isSameHash(found.key.secretHash, hash)) throw refuse('Unknown API key');
  const { key, owner } = found;
  if (key.isActive !== 1) throw refuse('This API key is switched off');
  if (key.expiresAt !== null && key.expiresAt <= Date.now()) throw refuse('This API key has expired');
  if (owner.isActive !== 1) throw refuse('The owner of this API key is not active');
  const asOwner = await viewerOf(db.read, owner, null);
  const asked = storedPermissionsOf(key);
  const viewer: Viewer = {
    ...asOwner,
    permissions: keyPermissions(asOwner.permissions, asked),
    apiKey: { id: key.id, name: key.name, followsOwner: asked === null, expiresAt: key.expiresAt },
  };
  keys.viewers.set(name, viewer, version, key.expiresAt ?? Infinity);
  return viewer;
}
