import { plural } from '@lingui/core/macro';

/** The server counts no further. */
const MOST = 1000;

/** "20 books" or "1,000+ books"; empty for none. */
export function countWords(bookCount: number): string {
  if (bookCount === 0) return '';
  return bookCount >= MOST
    ? plural(MOST, { one: '#+ book', other: '#+ books' })
    : plural(bookCount, { one: '# book', other: '# books' });
}
