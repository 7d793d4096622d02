import type { Database } from '#db/open.ts';
import { findKeyByKoreaderDigest, findKeyByPrefix } from '#db/repos/users/api-keys.repo.ts';
import { AppError } from '../errors.ts';
import type { Viewer } from '../viewer.ts';
import { hashSecret, isSameHash, parseKey } from './key-text.ts';
import type { KnownKeys } from './known-keys.ts';
import { viewerOfKey } from './viewer-of-key.ts';

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
  const viewer = await viewerOfKey(db.read, found, null);
  keys.viewers.set(name, viewer, version, found.key.expiresAt ?? Infinity);
  return viewer;
}

/**
 * The viewer of an API key by what KOReader makes of it; undefined when no key is known by it.
 * @param digest of the key's MD5, keyed
 * @throws {AppError} `Unauthorized` for a key that may not be used
 */
export async function identifyByKoreaderDigest({ db, keys }: KeysContext, digest: string): Promise<Viewer | undefined> {
  const name = `koreader:${digest}`;
  const known = keys.viewers.get(name);
  if (known !== undefined) return known;
  const version = keys.viewers.version();
  const found = await findKeyByKoreaderDigest(db.read, digest);
  if (found === undefined) return undefined;
  const viewer = await viewerOfKey(db.read, found, null);
  keys.viewers.set(name, viewer, version, found.key.expiresAt ?? Infinity);
  return viewer;
}
