import type { Book, FullWantedItem, Series, WantedItem } from '@lectern/contract';
import { toFullBooks } from '#core/catalog/metadata/full-books.ts';
import { toFullSeries } from '#core/catalog/metadata/full-series.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Context } from '#context/context.ts';
import { pageOf } from '../answers/page-of.ts';

interface FullRequest {
  readonly viewer: Viewer;
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>> & {
    readonly page: number;
    readonly pageSize: number;
    readonly full: boolean;
  };
}

interface Listed<Row> {
  readonly rows: Row[];
  readonly total: number;
}

/** A page of books, with everything that is known of them when asked (`full`). */
export async function bookPage(ctx: Context, request: FullRequest, { rows, total }: Listed<Book>) {
  if (!request.query.full) return pageOf(request, rows, total);
  return pageOf(request, await toFullBooks(ctx.db.read, request.viewer, rows), total);
}

/** A page of series, with everything that is known of them when asked (`full`). */
export async function seriesPage(ctx: Context, request: FullRequest, { rows, total }: Listed<Series>) {
  if (!request.query.full) return pageOf(request, rows, total);
  return pageOf(request, await toFullSeries(ctx.db.read, request.viewer, rows), total);
}

/** A page of what a user wants to read, the same way. */
export async function wantedPage(ctx: Context, request: FullRequest, { rows, total }: Listed<WantedItem>) {
  if (!request.query.full) return pageOf(request, rows, total);
  const allSeries = rows.flatMap(({ series }) => (series === undefined ? [] : [series]));
  const allBooks = rows.flatMap(({ book }) => (book === undefined ? [] : [book]));
  const [fullSeries, fullBooks] = await Promise.all([
    toFullSeries(ctx.db.read, request.viewer, allSeries),
    toFullBooks(ctx.db.read, request.viewer, allBooks),
  ]);
  const seriesById = new Map(fullSeries.map((series) => [series.id, series]));
  const bookById = new Map(fullBooks.map((book) => [book.id, book]));
  const items = rows.map(({ series: _series, book: _book, ...entry }): FullWantedItem => {
    const series = seriesById.get(entry.seriesId ?? '');
    const book = bookById.get(entry.bookId ?? '');
    return { ...entry, ...(series === undefined ? {} : { series }), ...(book === undefined ? {} : { book }) };
  });
  return pageOf(request, items, total);
}
