import { createHash, randomInt, timingSafeEqual } from 'node:crypto';

/** The start of every key, and of no session token. */
export const KEY_START = 'svc_';

const PREFIX_LENGTH = 8;
const SECRET_LENGTH = 40;
const PREFIX_LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const SECRET_LETTERS = `ABCDEFGHIJKLMNOPQRSTUVWXYZ${PREFIX_LETTERS}`;
const KEY = /^svc_([a-z0-9]{8})_([A-Za-z0-9]{32,128})$/;

/** The parts of a key's text. */
export interface KeyText {
  readonly prefix: string;
  readonly secret: string;
}

function randomText(letters: string, length: number): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
}

/** A new key; its secret has 238 bits of randomness. */
export function newKeyText(): KeyText {
  return { prefix: randomText(PREFIX_LETTERS, PREFIX_LENGTH), secret: randomText(SECRET_LETTERS, SECRET_LENGTH) };
}

/** The text of a key for its owner. */
export function formatKey({ prefix, secret }: KeyText): string {
  return `${KEY_START}${prefix}_${secret}`;
}

/** The parts of a key; undefined for other texts. */
export function parseKey(text: string): KeyText | undefined {
  const [, prefix, secret] = KEY.exec(text) ?? [];
  return prefix === undefined || secret === undefined ? undefined : { prefix, secret };
}

/** The stored form of a secret: SHA-256, hex. The secret is random, so a slow hash would add nothing. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** The MD5 of a whole key, hex, which KOReader sends in its place. */
export function hashMd5(key: string): string {
  return createHash('md5').update(key).digest('hex');
}

/** Compares two hashes in constant time. */
export function isSameHash(stored: string, given: string): boolean {
  const [left, right] = [Buffer.from(stored), Buffer.from(given)];
  return left.length === right.length && timingSafeEqual(left, right);
}
