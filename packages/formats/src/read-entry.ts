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

/**
 * Reads one entry with one positional read. Verifies the length, not the CRC (see `checkEntry`).
 * @throws {FormatError} `entry.too-large`, `entry.corrupt`, or `file.changed` when the file became shorter
 */
export function readEntry(file: OpenedFile, entry: DirectEntry, limits: Limits): Buffer {
  const { offset } = entry;
  const packedLength = entry.kind === 'stored' ? null : entry.packedLength;
  const length = packedLength ?? entry.length;
  const refusal = refuseSize(entry.length, packedLength, limits);
  if (refusal !== null) {
    const message = `The entry at ${offset} is too large: ${length} bytes would become ${entry.length}`;
    throw new FormatError(refusal, message, { offset });
  }
  const packed = 'read' in file ? file.read(offset, length) : readRange(file.fd, offset, length);
  return unpack(packed, entry, limits);
}

function unpack(packed: Buffer, entry: DirectEntry, limits: Limits): Buffer {
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

function hex(value: number): string {
  return (value >>> 0).toString(16).padStart(8, '0');
}
