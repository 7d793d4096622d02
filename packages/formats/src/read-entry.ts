import { constants, crc32, inflateRawSync, zstdDecompressSync } from 'node:zlib';
import { FormatError, type FormatErrorCode } from './format-error.ts';
import { type Limits } from './limits.ts';
import { type EntrySource } from './reading.ts';
import { type ByteSource, readRange } from './source.ts';

/** An entry that one positional read fetches. */
export type DirectEntry = Extract<EntrySource, { readonly kind: 'stored' | 'deflate' | 'zstd' }>;

/** The open file of an entry. */
export type OpenedFile = Pick<ByteSource, 'read'> | { readonly fd: number };

/** Below this size a high ratio is harmless. */
const RATIO_FREE_BYTES = 1024 * 1024;

/** Whether `readEntry` can read the entry without a worker. */
export function isDirect(entry: EntrySource): entry is DirectEntry {
  return entry.kind === 'stored' || entry.kind === 'deflate' || entry.kind === 'zstd';
}

/** Packed bytes of the entry in the book file. */
export function packedRange(entry: DirectEntry): { readonly offset: number; readonly length: number } {
  return { offset: entry.offset, length: entry.kind === 'stored' ? entry.length : entry.packedLength };
}

/**
 * Reads one entry with one positional read. Verifies the length, not the CRC (see `checkEntry`).
 * @throws {FormatError} `entry.too-large`, `entry.corrupt`, or `file.changed` when the file became shorter
 */
export function readEntry(file: OpenedFile, entry: DirectEntry, limits: Limits): Buffer {
  const packedLength = entry.kind === 'stored' ? null : entry.packedLength;
  const refusal = refuseSize(entry.length, packedLength, limits);
  if (refusal !== null) throw new FormatError(refusal, tooLargeMessage(entry), { offset: entry.offset });
  const { offset, length } = packedRange(entry);
  const packed = 'read' in file ? file.read(offset, length) : readRange(file.fd, offset, length);
  return unpackEntry(packed, entry, limits);
}

/**
 * Unpacks bytes in memory.
 * @throws {FormatError} `entry.corrupt` when the length differs from the declared one
 */
export function unpackEntry(packed: Buffer, entry: DirectEntry, limits: Limits): Buffer {
  if (entry.kind === 'stored') return packed;
  const maxOutputLength = Math.max(1, Math.min(entry.length, limits.entryBytes));
  let bytes: Buffer;
  try {
    bytes =
      entry.kind === 'deflate'
        ? inflateRawSync(packed, { maxOutputLength })
        : zstdDecompressSync(packed, { maxOutputLength });
  } catch (cause) {
    const message = `Cannot unpack the entry at ${entry.offset}: its ${entry.kind} stream is damaged or longer than declared`;
    throw new FormatError('entry.corrupt', message, { offset: entry.offset, cause });
  }
  if (bytes.length === entry.length) return bytes;
  const message = `Cannot unpack the entry at ${entry.offset}: declared ${entry.length} bytes, found ${bytes.length}`;
  throw new FormatError('entry.corrupt', message, { offset: entry.offset });
}

/**
 * Verifies the declared CRC-32.
 * @throws {FormatError} `entry.bad-checksum`
 */
export function checkEntry(bytes: Buffer, entry: DirectEntry): void {
  if (entry.crc === null) return;
  const found = crc32(bytes);
  if (found === entry.crc) return;
  const message = `The entry at ${entry.offset} is damaged: its checksum should be ${hex(entry.crc)} and is ${hex(found)}`;
  throw new FormatError('entry.bad-checksum', message, { offset: entry.offset });
}

/**
 * Why an entry of this size is refused, or null.
 * @param packedLength null for a stored entry
 */
export function refuseSize(length: number, packedLength: number | null, limits: Limits): FormatErrorCode | null {
  if (length > limits.entryBytes) return 'entry.too-large';
  if (packedLength === null || length <= RATIO_FREE_BYTES) return null;
  return length > packedLength * limits.ratio ? 'entry.too-large' : null;
}

/**
 * Wraps a raw deflate stream as one gzip member, so that a client that takes gzip gets the entry without it being inflated
 * and packed again.
 * @param crc CRC-32 of the expanded bytes
 * @param length expanded bytes
 * @returns the pieces to send in order; together `packed.length + 18` bytes
 * @see RFC 1952 section 2.3
 */
export function gzipMember(packed: Buffer, crc: number, length: number): readonly Buffer[] {
  // ID1 ID2, CM 8 = deflate, FLG 0, MTIME 0, XFL 0, OS 255 = unknown
  const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(crc >>> 0, 0);
  tail.writeUInt32LE(length % 0x1_0000_0000, 4);
  return [head, packed, tail];
}

/**
 * The first bytes of a deflated entry; later damage is not noticed.
 * @param packed start of the packed data, slightly more than `bytes` at most
 * @returns at most `bytes` bytes, fewer when `packed` yields no more
 * @throws {FormatError} `entry.corrupt` when no byte can be unpacked
 */
export function inflateHead(packed: Buffer, bytes: number): Buffer {
  const whole = inflatePrefix(packed, bytes);
  if (whole !== undefined) return whole.subarray(0, bytes);
  // Damaged later on, or packed so well that far more would come out: try longer and longer prefixes.
  let best: Buffer | undefined;
  for (let length = 64; length < packed.length; length *= 2) {
    const next = inflatePrefix(packed.subarray(0, length), bytes);
    if (next === undefined) break;
    best = next;
    if (best.length >= bytes) break;
  }
  if (best !== undefined && best.length > 0) return best.subarray(0, bytes);
  throw new FormatError('entry.corrupt', 'Cannot unpack the beginning of an entry: damaged deflate stream');
}

function inflatePrefix(packed: Buffer, bytes: number): Buffer | undefined {
  // 64 packed bytes yield at most 66 KB, so the smallest prefix always fits.
  const maxOutputLength = Math.max(bytes * 8, 256 * 1024);
  try {
    return inflateRawSync(packed, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return undefined;
  }
}

function tooLargeMessage(entry: DirectEntry): string {
  const packed = packedRange(entry).length;
  return `The entry at ${entry.offset} is too large: ${packed} bytes would become ${entry.length}`;
}

function hex(value: number): string {
  return (value >>> 0).toString(16).padStart(8, '0');
}
