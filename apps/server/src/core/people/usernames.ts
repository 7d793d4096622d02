import { Username } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import type { Tx } from '#db/open.ts';
import { listUsernames } from '#db/repos/people/users.repo.ts';
import type { UserTable } from '#db/schema/index.ts';

/** Letters that look like those below them, in the case in which they do. From the confusables of Unicode (UTS 39). */
const LOOKS: readonly (readonly [letters: string, look: string])[] = [
  ['АΑаαɑ', 'a'],
  ['ВΒЬь', 'b'],
  ['СϹсϲ', 'c'],
  ['ԁ', 'd'],
  ['ЕΕе', 'e'],
  ['ɡց', 'g'],
  ['НΗһհ', 'h'],
  ['Јј', 'j'],
  ['КΚкκ', 'k'],
  ['Iiıι1|!ІіΙӀӏǀ', 'l'],
  ['МΜ', 'm'],
  ['Νηո', 'n'],
  ['0ОΟоοօσ', 'o'],
  ['РΡрρ', 'p'],
  ['Ԛԛզ', 'q'],
  ['Ѕѕ', 's'],
  ['ТΤтτ', 't'],
  ['υսԱ', 'u'],
  ['ѵν', 'v'],
  ['Ԝԝω', 'w'],
  ['ХΧхχ', 'x'],
  ['УΥуγү', 'y'],
  ['Ζ', 'z'],
];

const LOOK_OF = new Map(LOOKS.flatMap(([letters, look]) => Array.from(letters, (letter) => [letter, look] as const)));

/** What a name looks like at a glance: two names with the same look are easily taken for each other. */
export function lookOf(name: string): string {
  const letters = Array.from(name.normalize('NFKC'), (letter) => LOOK_OF.get(letter) ?? letter);
  return letters
    .join('')
    .toLowerCase()
    .replaceAll('i', 'l')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/\s+/gu, ' ')
    .trim();
}

const NAMES_OF_ROLES = ['admin', 'administrator', 'maintainer', 'moderator', 'operator', 'owner', 'root', 'superuser'];
const NAMES_OF_SERVER = ['lectern', 'system', 'server', 'api', 'opds', 'koreader', 'support', 'help', 'security'];
const NAMES_OF_NOBODY = ['null', 'undefined', 'none', 'me', 'self', 'guest', 'anonymous', 'everyone', 'everybody'];

const ACCENTS = /\p{Mn}/gu;
const OTHERS = /[^\p{L}\p{N}]/gu;

/** The look of the letters alone: `A.d-m í n` is `admln`. */
function bareLookOf(name: string): string {
  return lookOf(name.normalize('NFKD').replace(ACCENTS, '').replace(OTHERS, ''));
}

const RESERVED = new Set([...NAMES_OF_ROLES, ...NAMES_OF_SERVER, ...NAMES_OF_NOBODY].map(bareLookOf));

/** Whether a name could be mistaken for the server, its administrator, or "no user". */
export function isReservedName(name: string): boolean {
  // Of what is left out, `|` and `!` are read as letters.
  return RESERVED.has(bareLookOf(name)) || RESERVED.has(bareLookOf(lookOf(name)));
}

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
 * @throws {AppError} `BadRequest` for a name with invisible characters, or without any other character
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
