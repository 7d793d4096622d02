import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { ZipPlan } from '@lectern/formats';
import type { FileState, OutgoingFile, OutgoingFiles } from './outgoing-files.ts';

/** Large enough for cheap reads, small enough to hold for every slow client. */
const PIECE = 256 * 1024;

/** Content of an archive entry: a checked file, or bytes. */
export type ZipSource = { readonly absolutePath: string; readonly state: FileState } | { readonly bytes: Buffer };

async function* readPieces(file: OutgoingFile, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end; at += PIECE) {
    const length = Math.min(PIECE, end - at);
    yield await file.read(at, length, at + length === end);
  }
}

/** A stream that buffers at most about one piece. */
function toStream(pieces: AsyncGenerator<Buffer>): Readable {
  return Readable.from(pieces, { objectMode: false, highWaterMark: PIECE });
}

/** Bytes `start` to `end` (exclusive) of an open file. The file is closed with the stream. */
export function streamFile(file: OutgoingFile, start: number, end: number): Readable {
  const stream = toStream(readPieces(file, start, end));
  stream.once('close', () => void file.close());
  return stream;
}

async function* readContent(files: OutgoingFiles, source: ZipSource): AsyncGenerator<Buffer> {
  if ('bytes' in source) {
    yield source.bytes;
    return;
  }
  const file = await files.open(source.absolutePath, source.state);
  try {
    yield* readPieces(file, 0, source.state.size);
  } finally {
    await file.close();
  }
}

async function* zipPieces(files: OutgoingFiles, plan: ZipPlan, sources: readonly ZipSource[]): AsyncGenerator<Buffer> {
  const crcs: number[] = [];
  for (const [index, source] of sources.entries()) {
    const entry = plan.entries[index];
    if (entry === undefined) throw new RangeError(`The archive has no place for ${sources.length} files`);
    yield entry.header();
    let crc = 0;
    for await (const piece of readContent(files, source)) {
      crc = crc32(piece, crc);
      yield piece;
    }
    yield entry.descriptor(crc);
    crcs.push(crc);
  }
  yield plan.directory(crcs);
}

/**
 * Streams a planned archive, one open file at a time. It fails when a file changed, so that no client takes the result
 * for a whole archive.
 * @param sources one for each planned entry, of the planned size
 */
export function streamZip(files: OutgoingFiles, plan: ZipPlan, sources: readonly ZipSource[]): Readable {
  return toStream(zipPieces(files, plan, sources));
}
