import type { Book } from '@lectern/contract';
import type { Ask } from '#entities/offline/ask.ts';

/** Rows in one answer, and ids in one request: limits of the API. */
export const MOST_ROWS = 500;

/** All books of a series in reading order. */
export async function listAllBooks(ask: Ask, seriesId: string): Promise<readonly Book[]> {
  const books: Book[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const query = { page, pageSize: MOST_ROWS };
    const { data, totalPages } = await ask('listSeriesBooks', { params: { id: seriesId }, query });
    books.push(...data);
    pages = totalPages;
  }
  return books;
}
