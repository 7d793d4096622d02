import type { BookPage } from '@lectern/contract';
import { pageThumbnail, type VersionedBook, findFileVersion } from '#entities/book/page-thumbnail.ts';
import { buildAddress } from '#lib/api.ts';
import { knownSize } from '../engine/page-shape.ts';

export interface PageSource {
  /**
   * Image width to request for a page of `devicePixels`; undefined requests the stored image. Few distinct widths keep
   * server and browser caches effective.
   */
  readonly widthFor: (page: number, devicePixels: number) => number | undefined;
  readonly address: (page: number, width: number | undefined) => string;
  readonly thumbnail: (page: number) => string;
}

const STEPS = [480, 720, 1080, 1440, 1920, 2560, 3200, 4096];

/** The smallest requested width that suffices. */
export function widthStep(devicePixels: number): number {
  return STEPS.find((step) => step >= devicePixels) ?? 4096;
}

function addresses(book: VersionedBook, format: 'webp' | undefined): Pick<PageSource, 'address' | 'thumbnail'> {
  const v = findFileVersion(book);
  return {
    address: (page, width) => buildAddress('getBookPage', { bookId: book.id, pageNumber: page }, { width, format, v }),
    thumbnail: (page) => pageThumbnail(book, page),
  };
}

/** Stored page images, resized only when they exceed the screen by far. */
export function storedPages(book: VersionedBook, pages: readonly BookPage[]): PageSource {
  return {
    ...addresses(book, undefined),
    widthFor: (page, devicePixels) => {
      const stored = knownSize(pages[page - 1]);
      const step = widthStep(devicePixels);
      return stored !== undefined && stored.width > step * 2 ? step : undefined;
    },
  };
}

/** Pages the server renders at any width, such as PDF pages. */
export function drawnPages(book: VersionedBook): PageSource {
  return { ...addresses(book, 'webp'), widthFor: (_, devicePixels) => widthStep(devicePixels) };
}
