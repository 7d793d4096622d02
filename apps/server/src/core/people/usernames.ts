import { Username } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import type { Tx } from '#db/open.ts';
import { listUsernames } from '#db/repos/people/users.repo.ts';
import type { UserTable } from '#db/schema/index.ts';
import { isReservedName, getLook } from './name-look.ts';

/** Invisible characters, and those that change the direction of text. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
const SPACES = /\s+/gu;
const SIGN = /[\p{L}\p{N}]/u;
/** Alphabets with similar letters, which a name must not mix. Others, such as kana, may be mixed. */
const ALPHABETS = [/\p{Script=Latin}/u, /\p{Script=Greek}/u, /\p{Script=Cyrillic}/u, /\p{Script=Armenian}/u];

function refusal(message: string): AppError {
  return new AppError('BadRequest', `"username" in the body ${message}`, { details: [{ path: 'username', message }] });
}

/**
 * Normalises a new name: NFKC, and single spaces.
 * @throws {AppError} `BadRequest` for a name with invisible characters only, or some of them
 */
export function cleanUsername(text: string): string {
  if (UNSEEN.test(text)) throw refusal('must not contain characters that cannot be seen');
  const name = Username.safeParse(text.normalize('NFKC').replace(SPACES, ' '));
  if (!name.success) throw refusal(name.error.issues[0]?.message ?? 'is no name');
  return name.data;
}

/**
 * Normalises a name that users choose for themselves. It must not look like the server, an admin, or another alphabet.
 * @throws {AppError} `BadRequest`
 */
export function cleanOwnName(text: string): string {
  const name = cleanUsername(text);
  if (!SIGN.test(name)) throw refusal('must contain a letter or a digit');
  if (ALPHABETS.filter((letters) => letters.test(name)).length > 1) {
    throw refusal('must not mix letters of several alphabets that look alike');
  }
  if (isReservedName(name)) throw refusal('is kept for the server: choose another name');
  return name;
}

/**
 * Refuses a chosen name that looks like the name of another account. Call `lockUsers` before.
 * @throws {AppError} `Conflict`, with the message for a taken name
 */
export async function requireOwnLook(tx: Tx, { id, username }: Pick<UserTable, 'id' | 'username'>): Promise<void> {
  const look = getLook(username);
  const others = await listUsernames(tx.read);
  if (!others.some((other) => other.id !== id && getLook(other.username) === look)) return;
  throw new AppError('Conflict', `"${username}" is taken already`);
}
