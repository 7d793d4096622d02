import { Username } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import type { Tx } from '#db/open.ts';
import { listUsernames } from '#db/repos/people/users.repo.ts';
import type { UserTable } from '#db/schema/index.ts';
import { say } from '#words/say.ts';
import { isReservedName, getLook } from './name-look.ts';
import { invalidField } from '#core/invalid-field.ts';
import { sayShape } from '#words/shape-messages.ts';

/** Invisible characters, and those that change the direction of text. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
const SPACES = /\s+/gu;
const SIGN = /[\p{L}\p{N}]/u;
/** Alphabets with similar letters, which a name must not mix. Others, such as kana, may be mixed. */
const ALPHABETS = [/\p{Script=Latin}/u, /\p{Script=Greek}/u, /\p{Script=Cyrillic}/u, /\p{Script=Armenian}/u];

function refusal(message: string): AppError {
  return invalidField('username', message);
}

/**
 * Normalises a new name: NFKC, and single spaces.
 * @throws {AppError} `BadRequest` for a name with invisible characters only, or some of them
 */
export function cleanUsername(text: string): string {
  if (UNSEEN.test(text)) throw refusal(say('must not contain invisible characters'));
  const name = Username.safeParse(text.normalize('NFKC').replace(SPACES, ' '));
  if (!name.success) throw refusal(sayShape(name.error.issues[0]?.message ?? 'must not be empty'));
  return name.data;
}

/**
 * Normalises a name that users choose for themselves. It must not look like the server, an admin, or another alphabet.
 * @throws {AppError} `BadRequest`
 */
export function cleanOwnName(text: string): string {
  const name = cleanUsername(text);
  if (!SIGN.test(name)) throw refusal(say('must have a letter or a digit'));
  if (ALPHABETS.filter((letters) => letters.test(name)).length > 1) {
    throw refusal(say('must not mix letters of alphabets that look alike'));
  }
  if (isReservedName(name)) throw refusal(say('is reserved for the server'));
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
  throw new AppError('Conflict', say('"{name}" is already in use', { name: username }));
}
