import type { BookReading } from '@lectern/formats';
import type { BookReaders, ReadOptions } from '#files/book-readers.ts';
import type { Covers, StoredCover } from '#images/covers.ts';

/** Wide enough for the largest cover. */
export const PDF_COVER_WIDTH = 480;

/**
 * Draws and stores the cover that a book's file has.
 * @param path absolute, of the file that was read
 * @returns null when there is nothing to draw
 * @throws {FormatError} the picture cannot be decoded
 */
export async function drawBookCover(
  { covers, readers }: { readonly covers: Covers; readonly readers: BookReaders },
  path: string,
  reading: BookReading,
  options: ReadOptions,
): Promise<StoredCover | null> {
  const priority = options.background === true ? 'background' : 'viewer';
  if (reading.cover !== null) return covers.put(reading.cover.bytes, priority);
  if (reading.format !== 'pdf') return null;
  return covers.put(await readers.renderPdf(path, 0, { width: PDF_COVER_WIDTH }, options), priority);
}
