import { hash } from 'node:crypto';

/** Bytes that need no escape in an extended value (`attr-char`, RFC 8187). */
const PLAIN = /[^\w!#$&+.^`|~-]/g;

/** `UTF-8''` and the name, every other byte as `%XX`. */
function extended(name: string): string {
  const escape = (byte: number): string => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  return `UTF-8''${name.replace(/[^]/gu, (character) =>
    character.search(PLAIN) === -1 ? character : [...Buffer.from(character)].map(escape).join(''),
  )}`;
}

/** Characters of the hash that stands for what a name in ASCII cannot say. */
const MARK_LENGTH = 8;

/**
 * The name for clients that know no other. Accents are taken off, and what is left beyond ASCII becomes `_`. Where letters are
 * lost, a hash of the name stands before its extension, so that different names stay different.
 */
function fallback(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{Mn}/gu, '');
  // Besides what ends a quoted string: some clients decode `%41` in it, and some take it for a path.
  const ascii = plain.replace(/[^\x20-\x7e]|["\\%/]/gu, '_');
  if (!/[^\x20-\x7e]/u.test(plain.replace(/\p{Cc}/gu, ''))) return ascii;
  const dot = ascii.lastIndexOf('.');
  const at = dot <= 0 ? ascii.length : dot;
  return `${ascii.slice(0, at)} ${hash('sha256', name).slice(0, MARK_LENGTH)}${ascii.slice(at)}`;
}

/**
 * Content-Disposition of a download (RFC 6266): under a name in ASCII, always in quotes because reading apps look for them,
 * and under its own.
 * @param name of a file, without folders
 */
export function attachment(name: string): string {
  const wellFormed = name.toWellFormed();
  return `attachment; filename="${fallback(wellFormed)}"; filename*=${extended(wellFormed)}`;
}
