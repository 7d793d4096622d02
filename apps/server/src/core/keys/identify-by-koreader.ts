import { AppError } from '../errors.ts';
import { identifyByPassword, type PasswordCaller } from '#core/sign-in/identify.ts';
import type { UsersContext } from '#core/sign-in/sign-in.ts';
import type { Viewer } from '../viewer.ts';
import { identifyByKey, identifyByKoreaderDigest, type KeysContext } from './identify-by-key.ts';
import { parseKey } from './key-text.ts';

/** What KOReader's sync sends to say who asks. */
export interface KoreaderLogin {
  /** A user name, or an API key. */
  readonly user: string;
  /** What was typed as the password, or its MD5. */
  readonly key: string;
}

const MD5 = /^[0-9a-f]{32}$/i;

/** The same for whatever is wrong: which names there are is told to nobody. */
const HOW =
  'Not accepted: type an API key as the password, made on the page "Connect" of the server (Lectern cannot check your ' +
  'own password this way, and keys from before KOReader sync have to be made anew)';

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
