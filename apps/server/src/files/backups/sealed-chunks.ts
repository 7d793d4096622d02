import { createCipheriv, createDecipheriv, createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { ArchiveError } from './archive-error.ts';
import { say } from '#words/say.ts';

/*
 * A sealed file, all numbers big-endian:
 *   8 bytes  "LECTSEAL"
 *   1 byte   format, 1
 *   1 byte   log2 of the scrypt cost N
 *   16 bytes salt
 *   16 bytes check of the key
 * then chunks of 64 KiB of plain text and a tag of 16 bytes, the last one shorter or equal. The nonce of a chunk is its
 * number (11 bytes) and 1 for the last, else 0: chunks cannot be moved, and a file cut between two is noticed.
 */
const MAGIC = Buffer.from('LECTSEAL');
const FORMAT = 1;
const COST_LOG2 = 16;
const MOST_COST_LOG2 = 18;
const PARALLEL = 2;
const BLOCK = 8;
const SALT_BYTES = 16;
const CHECK_BYTES = 16;
const HEAD_BYTES = MAGIC.length + 2 + SALT_BYTES + CHECK_BYTES;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const CHUNK_BYTES = 65_536;

async function deriveKey(passphrase: string, salt: Buffer, costLog2: number): Promise<Buffer> {
  const cost = 2 ** costLog2;
  const options = { N: cost, r: BLOCK, p: PARALLEL, maxmem: 256 * cost * BLOCK };
  return await new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), salt, KEY_BYTES, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}

function checkKey(key: Buffer): Buffer {
  return createHmac('sha256', key).update('lectern backup key').digest().subarray(0, CHECK_BYTES);
}

function nonce(index: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(NONCE_BYTES);
  bytes.writeUIntBE(index, 5, 6);
  bytes[NONCE_BYTES - 1] = isLast ? 1 : 0;
  return bytes;
}

/** Cuts a stream into pieces of one size; the last one may be shorter, or empty. */
async function* cut(source: AsyncIterable<Buffer>, size: number): AsyncIterable<{ bytes: Buffer; isLast: boolean }> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const part of source) {
    parts.push(part);
    length += part.length;
    if (length <= size) continue;
    let all = Buffer.concat(parts);
    for (; all.length > size; all = all.subarray(size)) yield { bytes: all.subarray(0, size), isLast: false };
    parts = [all];
    length = all.length;
  }
  yield { bytes: Buffer.concat(parts), isLast: true };
}

/** Encrypts a stream with a passphrase. */
export async function* sealChunks(source: AsyncIterable<Buffer>, passphrase: string): AsyncIterable<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const key = await deriveKey(passphrase, salt, COST_LOG2);
  const head = Buffer.concat([MAGIC, Buffer.from([FORMAT, COST_LOG2]), salt, checkKey(key)]);
  yield head;
  let index = 0;
  for await (const { bytes, isLast } of cut(source, CHUNK_BYTES)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonce(index, isLast)).setAAD(head);
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    index += 1;
  }
}

/** Whether a file that begins with these bytes is sealed. */
export function isSealed(start: Uint8Array): boolean {
  return MAGIC.equals(start.subarray(0, MAGIC.length));
}

async function openHead(head: Buffer, passphrase: string): Promise<Buffer> {
  const format = head[MAGIC.length];
  const costLog2 = head[MAGIC.length + 1] ?? 0;
  if (format !== FORMAT || costLog2 > MOST_COST_LOG2 || costLog2 < 10) {
    throw new ArchiveError(`The backup is encrypted in format ${String(format)}, which this release does not know`);
  }
  const salt = head.subarray(MAGIC.length + 2, MAGIC.length + 2 + SALT_BYTES);
  const key = await deriveKey(passphrase, salt, costLog2);
  if (!timingSafeEqual(checkKey(key), head.subarray(HEAD_BYTES - CHECK_BYTES))) {
    throw new ArchiveError(say('The passphrase is not the one of this backup'));
  }
  return key;
}

/** Decrypts a sealed stream. @throws {ArchiveError} wrong passphrase, or changed or missing bytes */
export async function* openSealedChunks(source: AsyncIterable<Buffer>, passphrase: string): AsyncIterable<Buffer> {
  let head = Buffer.alloc(0);
  const iterator = source[Symbol.asyncIterator]();
  while (head.length < HEAD_BYTES) {
    const next = await iterator.next();
    if (next.done === true) throw new ArchiveError('The backup is cut off within its head');
    head = Buffer.concat([head, next.value]);
  }
  const rest = head.subarray(HEAD_BYTES);
  head = head.subarray(0, HEAD_BYTES);
  const key = await openHead(head, passphrase);
  const remaining = (async function* remaining() {
    yield rest;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  })();
  let index = 0;
  for await (const { bytes, isLast } of cut(remaining, CHUNK_BYTES + TAG_BYTES)) {
    if (bytes.length < TAG_BYTES) throw new ArchiveError(say('The backup is cut off: its end is missing'));
    const decipher = createDecipheriv('aes-256-gcm', key, nonce(index, isLast)).setAAD(head);
    decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES));
    try {
      yield Buffer.concat([decipher.update(bytes.subarray(0, bytes.length - TAG_BYTES)), decipher.final()]);
    } catch (error) {
      throw new ArchiveError(`The backup is cut off or changed: part ${String(index + 1)} is not as it was written`, {
        cause: error,
      });
    }
    index += 1;
  }
}
