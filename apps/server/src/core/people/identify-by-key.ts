import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { findKeyByKoreaderDigest, findKeyByPrefix } from '#db/repos/people/api-keys.repo.ts';
import type { Access } from './access.ts';
import { identifyByPassword, type PasswordCaller } from './identify.ts';
import { hashSecret, isSameHash, parseKey } from './key-text.ts';
import { createRecent, type Recent } from './recent.ts';
import type { UsersContext } from './sign-in.ts';
import { viewerOfKey } from './viewer-of.ts';

/** How long a key is believed without looking again, as with session tokens. */
const KEY_MS = 5_000;
const MAX_REMEMBERED = 10_000;

/** Who the keys used lately stand for, by prefix and hash of the secret. */
export interface KnownKeys extends Disposable {
  readonly viewers: Recent<Viewer>;
}

/** Begins with nothing remembered; whatever makes access forget a user makes it forget their keys at once. */
export function createKnownKeys(access: Pick<Access, 'onForget'>): KnownKeys {
  const viewers = createRecent<Viewer>({ ttlMs: KEY_MS, maxEntries: MAX_REMEMBERED });
  const watch = access.onForget((userId) => viewers.forget((viewer) => viewer.userId === userId));
  return { viewers, [Symbol.dispose]: () => watch[Symbol.dispose]() };
}

/** What keys are checked with. */
interface KeysContext {
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
async function identifyByKoreaderDigest({ db, keys }: KeysContext, digest: string): Promise<Viewer | undefined> {
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

/** What KOReader's sync sends to say who asks. */
interface KoreaderLogin {
  /** A user name, or an API key. */
  readonly user: string;
  /** What was typed as the password, or its MD5. */
  readonly key: string;
}

const MD5 = /^[0-9a-f]{32}$/i;

/** One text for every cause, so that it does not reveal which names exist. */
const HOW =
  'Not accepted: type an API key as the password, made on the page "Connect" of the server (Lectern cannot check your ' +
  'own password this way, and keys from before KOReader sync have to be created again)';

/** Whether it is a password as it was typed, and no key in any form. */
export function isKoreaderPassword({ user, key }: KoreaderLogin): boolean {
  return key !== '' && !MD5.test(key) && parseKey(user) === undefined && parseKey(key) === undefined;
}

/**
 * The viewer of the two headers of KOReader's sync (decision 0012): an API key in place of either, its MD5, or the name with the
 * password as it is. The MD5 of a password is never right: nothing is kept that it could be compared with.
 * @throws {AppError} `Unauthorized`, for a password also `rate_limit_exceeded`
 */
export async function identifyByKoreader(
  ctx: KeysContext & UsersContext,
  { user, key }: KoreaderLogin,
  caller: PasswordCaller,
): Promise<Viewer> {
  const plain = [user, key].find((text) => parseKey(text) !== undefined);
  if (plain !== undefined) return identifyByKey(ctx, plain);
  // Never taken for a password: a device that has a wrong one tries every few seconds, and would lock its owner out.
  if (isKoreaderPassword({ user, key })) return identifyByPassword(ctx, { login: user, password: key }, caller);
  const viewer = await identifyByKoreaderDigest(ctx, ctx.access.digestOf('koreader', key.toLowerCase()));
  if (viewer === undefined) throw new AppError('Unauthorized', HOW);
  return viewer;
}
