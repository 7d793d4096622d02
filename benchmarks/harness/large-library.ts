import { synthesised } from './work-folder.ts';

/** Books of the large library. */
export const LARGE = 100_000;
/** Books of each series, in every library that a scan is measured with. */
export const BOOKS_A_SERIES = 20;

/** 100,000 small CBZ, made once for all rows that only look at files, or at some of them: making them takes minutes. */
export function largeLibrary(): string {
  const shape = { series: LARGE / BOOKS_A_SERIES, 'books-per-series': BOOKS_A_SERIES };
  return synthesised(`library-${String(LARGE)}`, { ...shape, pages: 1, 'page-kb': 2, format: 'cbz' });
}
