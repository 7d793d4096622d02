import type { Book, Series } from '@lectern/contract';
import type { Database } from '#db/open.ts';
import { findSeries } from '#db/repos/catalog/series.repo.ts';
import { AppError } from '../errors.ts';
import type { Viewer } from '../viewer.ts';
import { type BooksWanted, listBooks, type ListContext, type Listed } from './list-books.ts';

/**
 * One series as the viewer may see it.
 * @throws {AppError} `NotFound`
 */
export async function getSeries(ctx: { readonly db: Database }, viewer: Viewer, seriesId: string): Promise<Series> {
  const series = await findSeries(ctx.db.read, viewer, seriesId);
  if (series === undefined) throw new AppError('NotFound', `Series ${seriesId} not found`);
  return series;
}

/**
 * Books of one series, in reading order unless asked otherwise.
 * @throws {AppError} `NotFound`, or `BadRequest` for a sort that is none
 */
export async function listSeriesBooks(
  ctx: ListContext,
  viewer: Viewer,
  wanted: BooksWanted & { readonly seriesId: string },
): Promise<Listed<Book>> {
  await getSeries(ctx, viewer, wanted.seriesId);
  return await listBooks(ctx, viewer, wanted);
}
