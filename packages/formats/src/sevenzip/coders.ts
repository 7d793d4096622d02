import { inflateRawSync, zstdDecompressSync } from 'node:zlib';
import { FormatError } from '../format-error.ts';
import { type ByteSource } from '../source.ts';
import { type Coder, type Folder } from './headers.ts';
import { MAX_WINDOW, type Pieces, unpackLzma, unpackLzma2 } from './lzma-stream.ts';

type Decoder = (pieces: Pieces, coder: Coder) => Pieces;

/** What is read from the file at once. */
const READ = 256 * 1024;

const COPY = '00';
const DEFLATE = '040108';
const ZSTD = '04f71101';

/** Methods that can be unpacked, as the format numbers them. Filters for programs are not among them: no picture is one. */
const DECODERS: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  [COPY, (pieces) => pieces],
  ['21', (pieces, { properties, length }) => unpackLzma2(pieces, properties, length)],
  ['030101', (pieces, { properties, length }) => unpackLzma(pieces, properties, length)],
  ['03', (pieces, { properties }) => undoDelta(pieces, properties)],
  [DEFLATE, (pieces, coder) => atOnce(pieces, coder, inflateRawSync)],
  [ZSTD, (pieces, coder) => atOnce(pieces, coder, zstdDecompressSync)],
]);

/** Whether all steps of a folder are known. */
export function isSupported({ coders }: Folder): boolean {
  return coders?.every(({ method }) => DECODERS.has(method)) ?? false;
}

/** How a folder of one step lies in the file, when single entries of it need no unpacking of others; else undefined. */
export function plainMethod({ coders }: Folder): 'stored' | 'deflate' | 'zstd' | undefined {
  const [only, ...others] = coders ?? [];
  if (only === undefined || others.length > 0) return undefined;
  if (only.method === COPY) return 'stored';
  if (only.method === DEFLATE) return 'deflate';
  return only.method === ZSTD ? 'zstd' : undefined;
}

/**
 * The expanded bytes of a folder, from its beginning. A piece is written over when the next is asked for.
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
 * Unpacks all at once: Node has no decoder that gives pieces without leaving the thread's turn, and few archives are packed so.
 * @throws {FormatError} `entry.unsupported` when it would take too much memory, `entry.corrupt`
 */
async function* atOnce(pieces: Pieces, { length }: Coder, decode: SyncDecoder): Pieces {
  if (length > MAX_WINDOW) {
    throw new FormatError(
      'entry.unsupported',
      `The packed data needs ${length} bytes of memory, at most ${MAX_WINDOW}`,
    );
  }
  // Packing never adds more than this; what lies behind is not read.
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

/** Each byte was kept as its difference to the one so many bytes before. */
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
