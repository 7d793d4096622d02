import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { findKeyByKoreaderDigest, findKeyByPrefix, type OwnedKey } from '#db/repos/people/api-keys.repo.ts';
import { mark, say } from '#words/say.ts';
import type { Access } from './access.ts';
import { identifyByPassword, type PasswordCaller } from './identify.ts';
import { hashSecret, isSameHash, parseKey } from './key-text.ts';
import { createRecent, type Recent } from './recent.ts';
import type { UsersContext } from './sign-in.ts';
import { makeKeyViewer } from './make-viewer.ts';

/** How long a key is cached, as session tokens are. */
const KEY_MS = 5_000;
const MAX_REMEMBERED = 10_000;

/** The viewers of recent keys, by prefix and hash of the secret. */
export interface KnownKeys extends Disposable {
  readonly viewers: Recent<Viewer>;
}

/** Starts empty. When `access` forgets a user, their keys are forgotten too. */
export function createKnownKeys(access: Pick<Access, 'onForget'>): KnownKeys {
  const viewers = createRecent<Viewer>({ ttlMs: KEY_MS, maxEntries: MAX_REMEMBERED });
  const watch = access.onForget((userId) => viewers.forget((viewer) => viewer.userId === userId));
  return { viewers, [Symbol.dispose]: () => watch[Symbol.dispose]() };
}

interface KeysContext {
  readonly db: Database;
  readonly keys: KnownKeys;
}

/** The cached viewer of a key, else that of the key that `find` returns. */
async function recallOrFind(
  { db, keys }: KeysContext,
  name: string,
  find: () => Promise<OwnedKey | undefined>,
): Promise<Viewer | undefined> {
  const known = keys.viewers.get(name);
  if (known !== undefined) return known;
  const version = keys.viewers.version();
  const found = await find();
  if (found === undefined) return undefined;
  const viewer = await makeKeyViewer(db.read, found, null);
  keys.viewers.set(name, viewer, version, found.key.expiresAt ?? Infinity);
  return viewer;
}

/**
 * The viewer of an API key: its permissions within those that its owner has now. Cached for some seconds. Only the holder of a
 * key learns what is wrong with it.
 * @throws {AppError} `Unauthorized`
 */
export async function identifyByKey(ctx: KeysContext, text: string): Promise<Viewer> {
  const parts = parseKey(text);
  if (parts === undefined) throw new AppError('Unauthorized', say('This is not an API key'));
  const hash = hashSecret(parts.secret);
  const viewer = await recallOrFind(ctx, `${parts.prefix}:${hash}`, async () => {
    const found = await findKeyByPrefix(ctx.db.read, parts.prefix);
    return found !== undefined && isSameHash(found.key.secretHash, hash) ? found : undefined;
  });
  if (viewer === undefined) throw new AppError('Unauthorized', say('This API key is unknown'));
  return viewer;
}

/** The two headers of KOReader's sync. */
interface KoreaderLogin {
  /** A user name, or an API key. */
  readonly user: string;
  /** The typed password, or its MD5. */
  readonly key: string;
}

const MD5 = /^[0-9a-f]{32}$/i;

/** One text for every cause, so that it reveals no names. */
const HOW = mark(
  'Use an API key as the password. You can create one on the Connect page of the server. Your own password does not work here, and keys from before KOReader sync must be created again',
);

/** Whether the header has a typed password, and no key in any form. */
export function isKoreaderPassword({ user, key }: KoreaderLogin): boolean {
  return key !== '' && !MD5.test(key) && parseKey(user) === undefined && parseKey(key) === undefined;
}

/**
 * The viewer of KOReader's sync (decision 0012): an API key in either header, its MD5, or name and typed password. The MD5 of a
 * password never matches, because the server stores nothing to compare it with.
 * @throws {AppError} `Unauthorized`, for a password also `rate_limit_exceeded`
 */
export async function identifyByKoreader(
  ctx: KeysContext & UsersContext,
  { user, key }: KoreaderLogin,
  caller: PasswordCaller,
): Promise<Viewer> {
  const plain = [user, key].find((text) => parseKey(text) !== undefined);
  if (plain !== undefined) return identifyByKey(ctx, plain);
  // An MD5 is never checked as a password: a device with a wrong one retries every few seconds, and would lock its owner out.
  if (isKoreaderPassword({ user, key })) return identifyByPassword(ctx, { login: user, password: key }, caller);
  const digest = ctx.access.digestOf('koreader', key.toLowerCase());
  const viewer = await recallOrFind(ctx, `koreader:${digest}`, async () =>
    findKeyByKoreaderDigest(ctx.db.read, digest),
  );
  if (viewer === undefined) throw new AppError('Unauthorized', say(HOW));
  return viewer;
}
