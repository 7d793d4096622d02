import type { Book, Series } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import type { Listed } from '#core/page.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { findSeries } from '#db/repos/catalog/series.repo.ts';
import { type BooksWanted, listBooks } from './list-books.ts';
import type { ListContext } from './list-context.ts';

/** One series as the viewer may see it. @throws {AppError} `NotFound` */
export async function getSeries(ctx: { readonly db: Database }, viewer: Viewer, seriesId: string): Promise<Series> {
  const series = await findSeries(ctx.db.read, viewer, seriesId);
  if (series === undefined) throw new AppError('NotFound', `Series ${seriesId} not found`);
  return series;
}

/**
 * Books of one series. The default order is reading order.
 * @throws {AppError} `NotFound`, or `BadRequest` for an invalid sort
 */
export async function listSeriesBooks(
  ctx: ListContext,
  viewer: Viewer,
  wanted: BooksWanted & { readonly seriesId: string },
): Promise<Listed<Book>> {
  await getSeries(ctx, viewer, wanted.seriesId);
  return await listBooks(ctx, viewer, wanted);
}
