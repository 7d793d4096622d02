import { inflateRawSync, zstdDecompressSync } from 'node:zlib';
import { FormatError } from '../format-error.ts';
import { type ByteSource } from '../source.ts';
import { type Coder, type Folder } from './headers.ts';
import { MAX_WINDOW, type Pieces, unpackLzma, unpackLzma2 } from './lzma-stream.ts';

type Decoder = (pieces: Pieces, coder: Coder) => Pieces;

/** Bytes of one read. */
const READ = 256 * 1024;

const COPY = '00';
const DEFLATE = '040108';
const ZSTD = '04f71101';

/** Supported methods by number. Filters for programs are missing: pictures never use them. */
const DECODERS: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  [COPY, (pieces) => pieces],
  ['21', (pieces, { properties, length }) => unpackLzma2(pieces, properties, length)],
  ['030101', (pieces, { properties, length }) => unpackLzma(pieces, properties, length)],
  ['03', (pieces, { properties }) => undoDelta(pieces, properties)],
  [DEFLATE, (pieces, coder) => atOnce(pieces, coder, inflateRawSync)],
  [ZSTD, (pieces, coder) => atOnce(pieces, coder, zstdDecompressSync)],
]);

/** Whether all steps of a folder are supported. */
export function isSupported({ coders }: Folder): boolean {
  return coders?.every(({ method }) => DECODERS.has(method)) ?? false;
}

/** Storage of a one-step folder whose entries can be read directly; else undefined. */
export function plainMethod({ coders }: Folder): 'stored' | 'deflate' | 'zstd' | undefined {
  const [only, ...others] = coders ?? [];
  if (only === undefined || others.length > 0) return undefined;
  if (only.method === COPY) return 'stored';
  if (only.method === DEFLATE) return 'deflate';
  return only.method === ZSTD ? 'zstd' : undefined;
}

/**
 * Unpacked bytes of a folder from its start. A piece is valid until the next.
 * @throws {FormatError} `entry.unsupported`, `entry.corrupt`, `file.changed`
 */
export async function* unpackFolder(source: ByteSource, folder: Folder): Pieces {
  let pieces = readPieces(source, folder);
  for (const coder of folder.coders ?? []) {
    const decoder = DECODERS.get(coder.method);
    if (decoder === undefined) throw new FormatError('entry.unsupported', `Method ${coder.method} is not supported`);
    pieces = decoder(pieces, coder);
  }
  let left = folder.length;
  for await (const piece of pieces) {
    yield piece.length > left ? piece.subarray(0, left) : piece;
    left -= Math.min(left, piece.length);
    if (left === 0) return;
  }
  if (left > 0) throw new FormatError('entry.corrupt', `${left} bytes less come out of the archive than it declares`);
}

async function* readPieces(source: ByteSource, { offset, packedLength }: Folder): Pieces {
  for (let at = 0; at < packedLength; at += READ) yield source.read(offset + at, Math.min(READ, packedLength - at));
}

type SyncDecoder = (packed: Buffer, options: { readonly maxOutputLength: number }) => Buffer;

/**
 * Unpacks all at once: Node has no synchronous streaming decoder, and few archives use these methods.
 * @throws {FormatError} `entry.unsupported` when it needs too much memory, `entry.corrupt`
 */
async function* atOnce(pieces: Pieces, { length }: Coder, decode: SyncDecoder): Pieces {
  if (length > MAX_WINDOW) {
    throw new FormatError(
      'entry.unsupported',
      `The packed data needs ${length} bytes of memory, at most ${MAX_WINDOW}`,
    );
  }
  // Packing never adds more; later bytes are not read.
  const most = length + (length >> 3) + READ;
  const collected: Buffer[] = [];
  let size = 0;
  for await (const piece of pieces) {
    collected.push(Buffer.from(piece));
    size += piece.length;
    if (size > most) break;
  }
  let plain: Buffer;
  try {
    plain = decode(Buffer.concat(collected), { maxOutputLength: Math.max(1, length) });
  } catch (cause) {
    throw new FormatError('entry.corrupt', 'The packed data is damaged, or longer than declared', { cause });
  }
  yield plain;
}

/** Undoes the delta filter: each byte is the difference to an earlier one. */
async function* undoDelta(pieces: Pieces, properties: Buffer): Pieces {
  const distance = (properties[0] ?? 0) + 1;
  const before = Buffer.alloc(distance);
  let at = 0;
  for await (const piece of pieces) {
    const plain = Buffer.from(piece);
    for (const [index, byte] of piece.entries()) {
      const value = (byte + (before[at] ?? 0)) & 0xff;
      before[at] = value;
      plain[index] = value;
      at = (at + 1) % distance;
    }
    yield plain;
  }
}
