import { promisify } from 'node:util';
import { inflateRaw, zstdDecompress } from 'node:zlib';
import { DEFAULT_LIMITS, type EntrySource, FormatError } from '@lectern/formats';

/** An entry that one positional read fetches. */
export type DirectSource = Extract<EntrySource, { readonly kind: 'stored' | 'deflate' | 'zstd' }>;

/** The largest ratio that deflate can reach; a declared length beyond it is false. */
const MAX_DEFLATE_RATIO = 1_032;
const MIN_CHUNK = 64;
/** Room for one byte more shows whether the data ends. */
export const SPARE_BYTES = 1;

const inflateAsync = promisify(inflateRaw);
const zstdAsync = promisify(zstdDecompress);

/** Bytes of the entry in the archive. */
export function packedLength(entry: DirectSource): number {
  return entry.kind === 'stored' ? entry.length : entry.packedLength;
}

/** Refuses an entry that would not fit in memory, before any allocation. */
export function checkSize(entry: DirectSource): void {
  if (Math.max(entry.length, packedLength(entry)) <= DEFAULT_LIMITS.entryBytes) return;
  throw new FormatError(
    'entry.too-large',
    `The entry at ${String(entry.offset)} is too large: ${String(entry.length)} bytes`,
  );
}

/**
 * The content of an entry, inflated off the event loop.
 * @throws {FormatError} `entry.corrupt`
 */
export async function expand(packed: Buffer, entry: DirectSource): Promise<Buffer> {
  if (entry.kind === 'stored') return packed;
  const unpack = entry.kind === 'deflate' ? inflateAsync : zstdAsync;
  // One chunk: by default zlib would queue one task for every 16 KiB.
  const chunkSize = Math.max(MIN_CHUNK, Math.min(entry.length, packed.length * MAX_DEFLATE_RATIO) + SPARE_BYTES);
  let bytes: Buffer;
  try {
    bytes = await unpack(packed, { maxOutputLength: Math.max(1, entry.length), chunkSize });
  } catch (cause) {
    throw new FormatError('entry.corrupt', `Cannot unpack the entry at ${String(entry.offset)}`, { cause });
  }
  if (bytes.length === entry.length) return bytes;
  const sizes = `declared ${String(entry.length)} bytes, found ${String(bytes.length)}`;
  throw new FormatError('entry.corrupt', `Cannot unpack the entry at ${String(entry.offset)}: ${sizes}`);
}
