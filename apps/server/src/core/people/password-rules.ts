import { say } from '#words/say.ts';
import { isCommonPassword } from './common-passwords.ts';
import { isFrequentPassword } from './frequent-passwords.ts';
import { invalidField } from '#core/invalid-field.ts';

/** In characters. */
const MIN_LENGTH = 8;

/** Longest piece of a repetition. */
const LONGEST_PIECE = 4;

/** Average length of the runs in a password of sequences. Words have runs of one or two. */
const RUN_LENGTH = 3;

/** Neighbours on keyboards, in alphabets and among digits, in both directions. */
const ROWS = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop[]',
  'qwertzuiopü',
  'azertyuiop',
  'asdfghjkl;',
  'asdfghjklöä',
  'qsdfghjklm',
  'zxcvbnm,./',
  'yxcvbnm,.-',
  'wxcvbn',
  '!"§$%&/()=',
  '!@#$%^&*()',
  '1qaz',
  '2wsx',
  '3edc',
  '4rfv',
  '5tgb',
  '6yhn',
  '7ujm',
];

const STEPS: ReadonlySet<string> = new Set(
  ROWS.flatMap((row) => {
    const signs = Array.from(row);
    return signs.slice(1).flatMap((sign, at) => [`${signs[at] ?? ''}${sign}`, `${sign}${signs[at] ?? ''}`]);
  }),
);

/** Characters that replace a letter. */
const LETTERS: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

/** A new password with its owner, whose name and address are tried first by others. */
export interface PasswordOwner {
  readonly password: string;
  readonly username: string;
  readonly email: string | null;
}

/** Small letters in their basic form. */
function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

function keepLetters(text: string): string {
  return text.replace(/[^\p{L}]+/gu, '');
}

function unveiled(text: string): string {
  return Array.from(text)
    .map((sign) => LETTERS[sign] ?? sign)
    .join('');
}

function withoutEnd(text: string): string {
  const signs = Array.from(text);
  return signs.slice(0, signs.findLastIndex((sign) => /\p{L}/u.test(sign)) + 1).join('');
}

/** The words that a password may consist of: without digits and signs around them, and with replaced letters restored. */
function wordsIn(text: string): readonly string[] {
  const head = withoutEnd(text);
  const core = head.slice(Math.max(0, head.search(/\p{L}/u)));
  return [core, unveiled(core), unveiled(head)].map((word) => word.replace(/\s+/gu, ''));
}

function isRepetition(signs: readonly string[]): boolean {
  for (let length = 1; length <= LONGEST_PIECE && length * 2 <= signs.length; length += 1) {
    if (signs.every((sign, at) => sign === signs[at % length])) return true;
  }
  return false;
}

function isSequence(signs: readonly string[]): boolean {
  const runs = signs.filter((sign, at) => at === 0 || !STEPS.has(`${signs[at - 1] ?? ''}${sign}`)).length;
  return signs.length > 0 && signs.length >= runs * RUN_LENGTH;
}

function isPattern(text: string): boolean {
  const signs = Array.from(text);
  return isRepetition(signs) || isSequence(signs) || isSequence(signs.filter((sign) => /[\p{L}\p{N}]/u.test(sign)));
}

/** Words of the owner and the server, as letters alone. */
function knownWords({ username, email }: PasswordOwner, serverName: string): ReadonlySet<string> {
  const local = email?.replace(/@.*$/, '') ?? '';
  const words = [username, email ?? '', local, serverName].map((text) => keepLetters(plain(text)));
  return new Set(words.filter((word) => word !== ''));
}

function findProblem(owner: PasswordOwner, serverName: string): string | undefined {
  const text = plain(owner.password);
  if (Array.from(owner.password.normalize('NFC')).length < MIN_LENGTH)
    return say('must have at least {min, plural, one {# character} other {# characters}}', { min: MIN_LENGTH });
  if (isPattern(text)) return say('must not be a sequence or repetition, because attackers try those first');
  const words = wordsIn(text);
  const known = knownWords(owner, serverName);
  if (words.some((word) => known.has(keepLetters(word)))) {
    return say('must not be made of your name, your mail address or the name of the server');
  }
  if (words.some(isCommonPassword) || isFrequentPassword(text))
    return say('must not be a common password, because attackers try those first');
  return undefined;
}

/**
 * Refuses new passwords that are tried first (NIST SP 800-63B-4, section 3.1.1.2). Passwords at sign-in are not checked.
 * @param path field of the request
 * @throws {AppError} `BadRequest`
 */
export function requireGoodPassword(
  ctx: { readonly access: { readonly serverName: () => string } },
  owner: PasswordOwner,
  path = 'password',
): void {
  const message = findProblem(owner, ctx.access.serverName());
  if (message === undefined) return;
  throw invalidField(path, message);
}
