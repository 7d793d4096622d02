import type { BookPage } from '@lectern/contract';
import type { Viewer } from '../viewer.ts';
import { shownSize } from './shown-size.ts';
import { lookInside, type ReadingContext } from './open-reading.ts';

/**
 * The pages of a book in reading order; of a reflowable book, its pictures. Empty while they are not known, and for a broken
 * file. Sizes are those that are seen: after the turn that the picture asks for.
 * @throws {AppError} `NotFound` for the book
 */
export async function listPages(ctx: ReadingContext, viewer: Viewer, bookId: string): Promise<BookPage[]> {
  const { reading } = await lookInside(ctx, viewer, bookId);
  return (reading?.pages ?? []).map((page, index) => ({
    pageNumber: index + 1,
    fileName: page.name,
    mediaType: page.mediaType,
    fileSize: page.byteLength,
    ...shownSize(page),
    ...(page.label === undefined ? {} : { label: page.label }),
  }));
}
