import type { Book, Series } from '@lectern/contract';
import { toFullBooks } from '#core/metadata/full-books.ts';
import { toFullSeries } from '#core/metadata/full-series.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Context } from '../../context.ts';
import { pageOf } from '../page-of.ts';

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

/** A page of books, with everything that is known of them when asked (`full`, decision C1). */
export async function bookPage(ctx: Context, request: FullRequest, { rows, total }: Listed<Book>) {
  if (!request.query.full) return pageOf(request, rows, total);
  return pageOf(request, await toFullBooks(ctx.db.read, request.viewer, rows), total);
}

/** A page of series, with everything that is known of them when asked (`full`, decision C1). */
export async function seriesPage(ctx: Context, request: FullRequest, { rows, total }: Listed<Series>) {
  if (!request.query.full) return pageOf(request, rows, total);
  return pageOf(request, await toFullSeries(ctx.db.read, request.viewer, rows), total);
}
