import type { BookPage } from '@lectern/contract';
import { pageThumbnail, type Printed, printOf } from '#entities/book/page-thumbnail.ts';
import { addressOf } from '#lib/api.ts';
import { knownSize } from '../engine/page-shape.ts';

/** Where the pictures of a page book come from. */
export interface PageSource {
  /**
   * The width to ask the server for when a page takes `devicePixels` on screen; undefined for the stored picture.
   * Few different widths, so that server and browser caches are of use.
   */
  readonly widthFor: (page: number, devicePixels: number) => number | undefined;
  readonly address: (page: number, width: number | undefined) => string;
  readonly thumbnail: (page: number) => string;
}

const STEPS = [480, 720, 1080, 1440, 1920, 2560, 3200, 4096];

/** The smallest of the widths we ask for that is enough. */
export function widthStep(devicePixels: number): number {
  return STEPS.find((step) => step >= devicePixels) ?? 4096;
}

function addresses(book: Printed, format: 'webp' | undefined): Pick<PageSource, 'address' | 'thumbnail'> {
  const v = printOf(book);
  return {
    address: (page, width) => addressOf('', 'getBookPage', { bookId: book.id, pageNumber: page }, { width, format, v }),
    thumbnail: (page) => pageThumbnail(book, page),
  };
}

/** Pages as they are stored, unless a picture has far more pixels than the screen can show. */
export function storedPages(book: Printed, pages: readonly BookPage[]): PageSource {
  return {
    ...addresses(book, undefined),
    widthFor: (page, devicePixels) => {
      const stored = knownSize(pages[page - 1]);
      const step = widthStep(devicePixels);
      return stored !== undefined && stored.width > step * 2 ? step : undefined;
    },
  };
}

/** Pages that the server draws in any width asked for, such as those of a PDF. */
export function drawnPages(book: Printed): PageSource {
  return { ...addresses(book, 'webp'), widthFor: (_, devicePixels) => widthStep(devicePixels) };
}
