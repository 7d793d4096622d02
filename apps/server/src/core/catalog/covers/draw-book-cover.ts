import type { BookReading } from '@lectern/formats';
import { blamedError } from '#core/rules/files/system-error.ts';
import type { BookReaders, ReadOptions } from '#files/books/book-readers.ts';
import type { Covers, StoredCover } from '#images/covers.ts';
import type { DrawnCover as DrawnInside } from '#files/books/book-requests.ts';

/** Wide enough for the largest cover. */
export const PDF_COVER_WIDTH = 480;

/** What a cover can be drawn from. */
export interface CoverSources {
  /** Absolute path of the file that was read. */
  readonly path: string;
  readonly reading: Pick<BookReading, 'format' | 'cover'>;
  /** What the thread that read it made of the picture in it; undefined when it made nothing. */
  readonly drawn?: DrawnInside | undefined;
  /** Bytes of the picture beside the book, which goes first; undefined when there is none. */
  readonly beside: Uint8Array | undefined;
}

/** A cover, and what was wrong with pictures that would have gone before it. */
export interface DrawnCover {
  /** Null when there is nothing to draw, or nothing can be. */
  readonly cover: StoredCover | null;
  readonly failures: readonly Error[];
}

function unwrap(drawn: DrawnInside): StoredCover {
  if (drawn.ok) return drawn.cover;
  throw drawn.error;
}

/**
 * Draws and stores the automatic cover of a book: the picture beside it, else the one in it. The first that can be drawn is.
 * @throws {Error} with a system `code` when the disk refuses; the signal's reason
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
