import { synthesised } from './work-folder.ts';

export const LARGE = 100_000;
export const BOOKS_A_SERIES = 20;

/** A library of the same kind with fewer books. */
export function libraryLikeLarge(books: number): string {
  const shape = { series: books / BOOKS_A_SERIES, 'books-per-series': BOOKS_A_SERIES };
  return synthesised(`library-${String(books)}`, { ...shape, pages: 1, 'page-kb': 2, format: 'cbz' });
}

/** 100,000 small CBZ, made once for all rows, which takes minutes. */
export function largeLibrary(): string {
  return libraryLikeLarge(LARGE);
}
