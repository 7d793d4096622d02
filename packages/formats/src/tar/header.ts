import { FormatError } from '../format-error.ts';
import { decodeLooseUtf8 } from '../name-encoding.ts';

/** Block size of a tar file. */
export const BLOCK = 512;

/** One header block, without preceding pax or GNU headers. */
export interface TarHeader {
  readonly rawName: Buffer;
  /** Bytes of data behind the header. */
  readonly size: number;
  /** One character; `0` for the NUL of old archives. */
  readonly type: string;
}

/** Offset and length of header fields. */
const NAME = [0, 100] as const;
const SIZE = [124, 12] as const;
const CHECKSUM = [148, 8] as const;
const TYPE = 156;
const MAGIC = [257, 6] as const;
const PREFIX = [345, 155] as const;

/** Whether a block has the magic of a header; archives before 1988 have none. */
export function hasMagic(block: Buffer): boolean {
  return block.toString('latin1', MAGIC[0], MAGIC[0] + 5) === 'ustar';
}

/** Whether a block has the checksum of a header. Some old programs summed signed bytes. */
export function hasChecksum(block: Buffer): boolean {
  if (block.length < BLOCK) return false;
  const stated = readOctal(block, CHECKSUM);
  if (stated === undefined || stated === 0) return false;
  let unsigned = 0;
  let high = 0;
  for (let at = 0; at < BLOCK; at += 1) {
    const isBlank = at >= CHECKSUM[0] && at < CHECKSUM[0] + CHECKSUM[1];
    const byte = isBlank ? 0x20 : block.readUInt8(at);
    unsigned += byte;
    if (byte >= 0x80) high += 1;
  }
  return stated === unsigned || stated === unsigned - high * 0x100;
}

/** Whether a block marks the end of the archive. */
export function isZero(block: Buffer): boolean {
  return block.every((byte) => byte === 0);
}

/**
 * Reads a header block.
 * @param at its offset in the file, for the error
 * @throws {FormatError} `tar.bad-header`
 */
export function readHeader(block: Buffer, at: number): TarHeader {
  if (!hasChecksum(block)) throw badHeader('its checksum is wrong', at);
  const size = readSize(block);
  if (size === undefined) throw badHeader('its size is no number', at);
  const letter = block.toString('latin1', TYPE, TYPE + 1);
  return { rawName: readName(block), size, type: letter === '\0' ? '0' : letter };
}

/** The error of an invalid header. */
export function badHeader(why: string, offset: number): FormatError {
  return new FormatError('tar.bad-header', `The header at ${offset} cannot be read: ${why}`, { offset });
}

function readName(block: Buffer): Buffer {
  const name = untilZero(block, NAME);
  // GNU archives have `ustar ` with a space, and other data in place of the prefix.
  const isPosix = block.toString('latin1', MAGIC[0], MAGIC[0] + MAGIC[1]) === 'ustar\0';
  const prefix = isPosix ? untilZero(block, PREFIX) : Buffer.alloc(0);
  return Buffer.from(prefix.length === 0 ? name : Buffer.concat([prefix, Buffer.from('/'), name]));
}

function untilZero(block: Buffer, [from, length]: readonly [number, number]): Buffer {
  const field = block.subarray(from, from + length);
  const end = field.indexOf(0);
  return end === -1 ? field : field.subarray(0, end);
}

/** An octal size, or with the highest bit set a big-endian binary number. */
function readSize(block: Buffer): number | undefined {
  const [from, length] = SIZE;
  if (block.readUInt8(from) !== 0x80) return readOctal(block, SIZE);
  let size = 0;
  for (const byte of block.subarray(from + 1, from + length)) size = size * 0x100 + byte;
  return Number.isSafeInteger(size) ? size : undefined;
}

function readOctal(block: Buffer, [from, length]: readonly [number, number]): number | undefined {
  const text = block
    .toString('latin1', from, from + length)
    .replaceAll('\0', ' ')
    .trim();
  if (text === '') return 0;
  return /^[0-7]+$/u.test(text) ? Number.parseInt(text, 8) : undefined;
}

/** Relevant pax records of the next entry. */
export interface PaxRecords {
  readonly path?: string;
  readonly size?: number;
  readonly isSparse: boolean;
}

/**
 * Reads the records of a pax header: `length key=value\n` each, the length includes itself.
 * @param at offset of the header, for the error
 * @throws {FormatError} `tar.bad-header`
 */
export function readPax(bytes: Buffer, at: number): PaxRecords {
  let found: PaxRecords = { isSparse: false };
  let from = 0;
  while (from < bytes.length && bytes.readUInt8(from) !== 0) {
    const space = bytes.indexOf(0x20, from);
    const stated = space === -1 ? '' : bytes.toString('latin1', from, space);
    const end = from + Number(stated);
    if (!/^\d{1,7}$/u.test(stated) || end > bytes.length || end <= space)
      throw badHeader('a pax record is damaged', at);
    found = { ...found, ...readRecord(decodeLooseUtf8(bytes.subarray(space + 1, end - 1)), at) };
    from = end;
  }
  return found;
}

function readRecord(record: string, at: number): Partial<PaxRecords> {
  const [, key = '', value = ''] = /^([^=]*)=([\s\S]*)$/u.exec(record) ?? [];
  if (key.startsWith('GNU.sparse.')) return { isSparse: true };
  if (key === 'path') return { path: value };
  if (key !== 'size') return {};
  const size = /^\d+$/u.test(value) ? Number(value) : Number.NaN;
  if (!Number.isSafeInteger(size)) throw badHeader('its pax size is no number', at);
  return { size };
}
