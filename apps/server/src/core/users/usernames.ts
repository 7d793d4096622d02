import { Username } from '@lectern/contract';
import type { Tx } from '#db/open.ts';
import { listUsernames } from '#db/repos/users/users.repo.ts';
import type { UserTable } from '#db/schema/index.ts';
import { AppError } from '../errors.ts';
import { isReservedName, lookOf } from './name-looks.ts';

/** What shows nothing, or turns the text around it: two names that differ in it look alike. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
const SPACES = /\s+/gu;
const SIGN = /[\p{L}\p{N}]/u;
/** Alphabets with letters that look alike; a name has those of one of them. Others, such as kana, go with any. */
const ALPHABETS = [/\p{Script=Latin}/u, /\p{Script=Greek}/u, /\p{Script=Cyrillic}/u, /\p{Script=Armenian}/u];

function refusal(message: string): AppError {
  return new AppError('BadRequest', `"username" in the body ${message}`, { details: [{ path: 'username', message }] });
}

/**
 * A new name as it is stored: wide, narrow and joined forms of letters become the usual ones (NFKC), spaces one each.
 * @throws {AppError} `BadRequest` for a name with characters that nobody sees, or that is none after that
 */
export function cleanUsername(text: string): string {
  if (UNSEEN.test(text)) throw refusal('must not contain characters that cannot be seen');
  const name = Username.safeParse(text.normalize('NFKC').replace(SPACES, ' '));
  if (!name.success) throw refusal(name.error.issues[0]?.message ?? 'is no name');
  return name.data;
}

/**
 * A new name that people give themselves: it must not pass for the server, for its administrators, or for another alphabet.
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
 * Keeps a name that people give themselves from looking like another's. Call `lockUsers` before.
 * @throws {AppError} `Conflict`, in the words for a name that is taken
 */
export async function requireOwnLook(tx: Tx, { id, username }: Pick<UserTable, 'id' | 'username'>): Promise<void> {
  const look = lookOf(username);
  const others = await listUsernames(tx.read);
  if (!others.some((other) => other.id !== id && lookOf(other.username) === look)) return;
  throw new AppError('Conflict', `"${username}" is taken already`);
}
