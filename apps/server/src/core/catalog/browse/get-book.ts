import type { Book, BookDetail } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import { toBookMetadata } from '#core/rules/metadata/to-book-metadata.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { findBook, listSeriesOrder } from '#db/repos/catalog/books.repo.ts';
import { findBooksById } from '#db/repos/rows/book-rows.ts';
import { findBookMetadata } from '#db/repos/metadata/metadata-states.repo.ts';

interface BookContext {
  readonly db: Database;
}

async function getBook({ db }: BookContext, viewer: Viewer, bookId: string): Promise<Book> {
  const book = await findBook(db.read, viewer, bookId);
  if (book === undefined) throw new AppError('NotFound', `Book ${bookId} not found`);
  return book;
}

/** One book with its metadata, also when it is soft-deleted. @throws {AppError} `NotFound` */
export async function getBookDetail(ctx: BookContext, viewer: Viewer, bookId: string): Promise<BookDetail> {
  const book = await getBook(ctx, viewer, bookId);
  const row = await findBookMetadata(ctx.db.read, viewer, bookId);
  return row === undefined ? { book } : { book, metadata: toBookMetadata(row, row) };
}

/** The live books before and after one in its series; null at the ends. @throws {AppError} `NotFound` */
export async function getAdjacentBooks(
  ctx: BookContext,
  viewer: Viewer,
  bookId: string,
): Promise<{ readonly prev: Book | null; readonly next: Book | null }> {
  const { seriesId } = await getBook(ctx, viewer, bookId);
  const order = await listSeriesOrder(ctx.db.read, viewer, seriesId);
  const index = order.indexOf(bookId);
  const [prev, next] = index === -1 ? [] : [order[index - 1], order[index + 1]];
  const ids = [prev, next].filter((id) => id !== undefined);
  const books = await findBooksById(ctx.db.read, viewer, ids);
  const find = (id: string | undefined): Book | null => books.find((book) => book.id === id) ?? null;
  return { prev: find(prev), next: find(next) };
}
