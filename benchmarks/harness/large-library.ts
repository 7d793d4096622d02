import { synthesised } from './work-folder.ts';

/** Books of the large library. */
export const LARGE = 100_000;
/** Books of each series, in every library that a scan is measured with. */
export const BOOKS_A_SERIES = 20;

/** So many of the same kind of CBZ as the large library has. */
export function libraryLikeLarge(books: number): string {
  const shape = { series: books / BOOKS_A_SERIES, 'books-per-series': BOOKS_A_SERIES };
  return synthesised(`library-${String(books)}`, { ...shape, pages: 1, 'page-kb': 2, format: 'cbz' });
}

/** 100,000 small CBZ, made once for all rows that only look at files, or at some of them: making them takes minutes. */
export function largeLibrary(): string {
  return libraryLikeLarge(LARGE);
}
