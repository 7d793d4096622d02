import type { BookPage } from '@lectern/contract';
import type { Viewer } from '../viewer.ts';
import { lookInside, type ReadingContext } from './open-reading.ts';

/**
 * The pages of a book in reading order; of a reflowable book, its pictures. Empty while they are not known, and for a broken
 * file.
 * @throws {AppError} `NotFound` for the book
 */
export async function listPages(ctx: ReadingContext, viewer: Viewer, bookId: string): Promise<BookPage[]> {
  const { reading } = await lookInside(ctx, viewer, bookId);
  return (reading?.pages ?? []).map(({ name, mediaType, byteLength, width, height }, index) => ({
    pageNumber: index + 1,
    fileName: name,
    mediaType,
    fileSize: byteLength,
    width,
    height,
  }));
}
