import type { Book, FullWantedItem, Series, WantedItem } from '@lectern/contract';
import type { Context } from '#context/context.ts';
import { toFullBooks } from '#core/catalog/metadata/full-books.ts';
import { toFullSeries } from '#core/catalog/metadata/full-series.ts';
import type { Listed } from '#core/page.ts';
import type { Viewer } from '#core/viewer.ts';
import { toPage } from '../answers/to-page.ts';

interface FullRequest {
  readonly viewer: Viewer;
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>> & {
    readonly page: number;
    readonly pageSize: number;
    /** Whether all metadata of each row is asked for. */
    readonly full: boolean;
  };
}

/** A page of books, with all metadata when asked for (`full`). */
export async function bookPage(ctx: Context, request: FullRequest, { rows, total }: Listed<Book>) {
  if (!request.query.full) return toPage(request, { rows, total });
  return toPage(request, { rows: await toFullBooks(ctx.db.read, request.viewer, rows), total });
}

/** A page of series, with all metadata when asked for (`full`). */
export async function seriesPage(ctx: Context, request: FullRequest, { rows, total }: Listed<Series>) {
  if (!request.query.full) return toPage(request, { rows, total });
  return toPage(request, { rows: await toFullSeries(ctx.db.read, request.viewer, rows), total });
}

/** A page of books and series that a user wants to read, with all metadata when asked for (`full`). */
export async function wantedPage(ctx: Context, request: FullRequest, { rows, total }: Listed<WantedItem>) {
  if (!request.query.full) return toPage(request, { rows, total });
  const [fullSeries, fullBooks] = await Promise.all([
    toFullSeries(
      ctx.db.read,
      request.viewer,
      rows.flatMap(({ series }) => series ?? []),
    ),
    toFullBooks(
      ctx.db.read,
      request.viewer,
      rows.flatMap(({ book }) => book ?? []),
    ),
  ]);
  const seriesById = new Map(fullSeries.map((series) => [series.id, series]));
  const bookById = new Map(fullBooks.map((book) => [book.id, book]));
  const items = rows.map(({ series: _series, book: _book, ...entry }): FullWantedItem => {
    const series = seriesById.get(entry.seriesId ?? '');
    const book = bookById.get(entry.bookId ?? '');
    return { ...entry, ...(series === undefined ? {} : { series }), ...(book === undefined ? {} : { book }) };
  });
  return toPage(request, { rows: items, total });
}
