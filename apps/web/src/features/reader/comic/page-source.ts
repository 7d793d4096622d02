import type { BookPage } from '@lectern/contract';
import { pageAddress, pageThumbnail, type VersionedBook } from '#entities/book/page-thumbnail.ts';
import { WIDEST_PIXELS, widthStep, WORTHWHILE } from '#entities/book/page-width.ts';
import type { ReaderSettings } from '#entities/preferences/reading-options.ts';
import { knownSize } from '../engine/page-shape.ts';

export interface PageSource {
  /**
   * Image width to request for a page of `devicePixels`; undefined requests the page in its own size. Few distinct widths
   * keep server and browser caches effective.
   */
  readonly widthFor: (page: number, devicePixels: number) => number | undefined;
  readonly address: (page: number, width: number | undefined) => string;
  readonly thumbnail: (page: number) => string;
  /** Dithered pages: each image is shown pixel by pixel, and scaling one would spoil it. */
  readonly isExact: boolean;
  /** Whether the book is behind a link, which may end while it is read. */
  readonly isLinked: boolean;
}

/** Options of page images. */
export type ImageOptions = Pick<ReaderSettings, 'images' | 'greys' | 'contrast'>;

/** Creates the addresses of a book's pages. */
export type CreateSource = (book: VersionedBook, pages: readonly BookPage[], options: ImageOptions) => PageSource;

function chooseWidth(devicePixels: number, { greys }: ImageOptions): number {
  return greys ? Math.min(WIDEST_PIXELS, Math.round(devicePixels)) : widthStep(devicePixels);
}

/** JPEG stays JPEG, which is the fastest to make; other types would stay large. */
function chooseFormat(mediaType: string | undefined): 'webp' | undefined {
  return mediaType === 'image/jpeg' ? undefined : 'webp';
}

/** Page images as they are stored, or made by the server for this screen. */
export function storedPages(book: VersionedBook, pages: readonly BookPage[], options: ImageOptions): PageSource {
  const { images, greys, contrast } = options;
  return {
    isExact: greys,
    isLinked: book.shareId !== undefined,
    thumbnail: (page) => pageThumbnail(book, page),
    widthFor: (page, devicePixels) => {
      const stored = knownSize(pages[page - 1]);
      if (stored === undefined || (images === 'original' && !greys)) return undefined;
      const width = chooseWidth(devicePixels, options);
      return stored.width >= width * (greys ? 1 : WORTHWHILE) ? width : undefined;
    },
    address: (page, width) => {
      const form = greys ? { greys: 16 } : { format: chooseFormat(pages[page - 1]?.mediaType), resample: 'even' };
      const sized = width === undefined ? {} : { width, ...form };
      return pageAddress(book, page, { ...sized, ...(contrast > 0 ? { contrast } : {}) });
    },
  };
}

/** Pages the server renders at any width, such as PDF pages. */
export function drawnPages(book: VersionedBook, _: readonly BookPage[], options: ImageOptions): PageSource {
  const { greys, contrast } = options;
  const form = greys ? { greys: 16 } : { format: 'webp' };
  return {
    isExact: greys,
    isLinked: book.shareId !== undefined,
    thumbnail: (page) => pageThumbnail(book, page),
    widthFor: (__, devicePixels) => chooseWidth(devicePixels, options),
    address: (page, width) => pageAddress(book, page, { width, ...form, ...(contrast > 0 ? { contrast } : {}) }),
  };
}
