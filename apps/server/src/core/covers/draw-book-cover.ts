import type { BookReading } from '@lectern/formats';
import { blamedError } from '#core/analyze/system-error.ts';
import type { BookReaders, ReadOptions } from '#files/book-readers.ts';
import type { Covers, StoredCover } from '#images/covers.ts';

/** Wide enough for the largest cover. */
export const PDF_COVER_WIDTH = 480;

/** What a cover can be drawn from. */
export interface CoverSources {
  /** Absolute path of the file that was read. */
  readonly path: string;
  readonly reading: BookReading;
  /** Bytes of the picture beside the book, which goes first; undefined when there is none. */
  readonly beside: Uint8Array | undefined;
}

/** A cover, and what was wrong with pictures that would have gone before it. */
export interface DrawnCover {
  /** Null when there is nothing to draw, or nothing can be. */
  readonly cover: StoredCover | null;
  readonly failures: readonly Error[];
}

/**
 * Draws and stores the automatic cover of a book: the picture beside it, else the one in it. The first that can be drawn is.
 * @throws {Error} with a system `code` when the disk refuses; the signal's reason
 */
export async function drawBookCover(
  { covers, readers }: { readonly covers: Covers; readonly readers: BookReaders },
  { path, reading, beside }: CoverSources,
  options: ReadOptions,
): Promise<DrawnCover> {
  const { cover: inside } = reading;
  const isDrawn = inside === null && reading.format === 'pdf';
  const sources = [
    ...(beside === undefined ? [] : [async () => beside]),
    ...(inside === null ? [] : [async () => inside.bytes]),
    ...(isDrawn ? [async () => readers.renderPdf(path, 0, { width: PDF_COVER_WIDTH }, options)] : []),
  ];
  const failures: Error[] = [];
  for (const load of sources) {
    try {
      const cover = await covers.put(await load(), options.background === true ? 'background' : 'viewer');
      return { cover, failures };
    } catch (error) {
      failures.push(blamedError(error, options.signal));
    }
  }
  return { cover: null, failures };
}
