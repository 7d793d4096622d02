import type { BookPage } from '@lectern/contract';
import type { PageRecord } from '@lectern/formats';
import type { Viewer } from '#core/viewer.ts';
import { lookInside, type ReadingContext } from './open-reading.ts';

/** Orientations from here on lay the picture on its side. */
const FIRST_SIDEWAYS = 5;

/**
 * The sides of a page as it is seen: a picture that asks to be turned by a quarter has them exchanged.
 * @see EXIF 2.32, tag Orientation
 */
export function shownSize({
  width,
  height,
  orientation = 1,
}: Pick<PageRecord, 'width' | 'height' | 'orientation'>): Pick<PageRecord, 'width' | 'height'> {
  return orientation < FIRST_SIDEWAYS ? { width, height } : { width: height, height: width };
}

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
