import type { BookPage } from '@lectern/contract';
import type { PageRecord } from '@lectern/formats';
import type { Viewer } from '#core/viewer.ts';
import { lookInside, type ReadingContext } from './open-reading.ts';

/** From this EXIF orientation on, the picture is turned by a quarter. */
const FIRST_SIDEWAYS = 5;

/** Width and height after the rotation. See EXIF 2.32, tag Orientation. */
export function shownSize({
  width,
  height,
  orientation = 1,
}: Pick<PageRecord, 'width' | 'height' | 'orientation'>): Pick<PageRecord, 'width' | 'height'> {
  return orientation < FIRST_SIDEWAYS ? { width, height } : { width: height, height: width };
}

/** Pages in reading order; of a reflowable book its pictures. Empty for a broken file. Throws `NotFound`. */
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
