import type { BookReading } from '@lectern/formats';
import { blamedError } from '#core/rules/files/system-error.ts';
import type { BookReaders, ReadOptions } from '#files/books/book-readers.ts';
import type { Covers, StoredCover } from '#images/covers.ts';
import type { DrawnCover as DrawnInside } from '#files/books/book-requests.ts';

/** Pixels: as wide as the largest cover. */
export const PDF_COVER_WIDTH = 480;

/** Sources of an automatic cover. */
export interface CoverSources {
  /** Absolute path of the book file. */
  readonly path: string;
  readonly reading: Pick<BookReading, 'format' | 'cover'>;
  /** Cover that the reader thread drew from the embedded picture; undefined when it drew none. */
  readonly drawn?: DrawnInside | undefined;
  /** Bytes of the picture file next to the book. It takes precedence. */
  readonly beside: Uint8Array | undefined;
}

/** The drawn cover, and the errors of sources that were tried before. */
export interface DrawnCover {
  /** Null when no source gave a picture. */
  readonly cover: StoredCover | null;
  readonly failures: readonly Error[];
}

function unwrap(drawn: DrawnInside): StoredCover {
  if (drawn.ok) return drawn.cover;
  throw drawn.error;
}

/**
 * Draws and stores the automatic cover: the picture next to the book, else the embedded one.
 * @throws {Error} with a system `code` when the disk fails; the signal's reason
 */
export async function drawBookCover(
  { covers, readers }: { readonly covers: Covers; readonly readers: BookReaders },
  { path, reading, drawn, beside }: CoverSources,
  options: ReadOptions,
): Promise<DrawnCover> {
  const { cover: inside } = reading;
  const priority = options.background === true ? 'background' : 'viewer';
  const isRendered = inside === null && drawn === undefined && reading.format === 'pdf';
  const renderPage = async () => readers.renderPdf(path, 0, { width: PDF_COVER_WIDTH }, options);
  const sources: (() => StoredCover | Promise<StoredCover>)[] = [
    ...(beside === undefined ? [] : [async () => covers.put(beside, priority)]),
    ...(drawn === undefined ? [] : [() => unwrap(drawn)]),
    ...(inside === null ? [] : [async () => covers.put(inside.bytes, priority)]),
    ...(isRendered ? [async () => covers.put(await renderPage(), priority)] : []),
  ];
  const failures: Error[] = [];
  for (const source of sources) {
    try {
      return { cover: await source(), failures };
    } catch (error) {
      failures.push(blamedError(error, options.signal));
    }
  }
  return { cover: null, failures };
}
