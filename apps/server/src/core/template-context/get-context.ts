import { getState } from '#core/metadata/find-state.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { countLiveBooks } from '#db/repos/scanning/analysis.repo.ts';
import { findBookFile } from '#db/repos/catalog/books.repo.ts';
import { AppError } from '../errors.ts';
import { toBookContext } from './book-context.ts';
import type { TemplateContext } from './context-value.ts';
import { toSeriesContext } from './series-context.ts';

/** What reading contexts takes. */
export interface ContextTools {
  readonly db: Database;
}

/**
 * The context of a series, as conditions and templates see it (section 2.14).
 * @throws {AppError} `NotFound`
 */
export async function getSeriesContext(
  { db }: ContextTools,
  viewer: Viewer,
  seriesId: string,
): Promise<TemplateContext> {
  const state = await getState(db.read, viewer, 'series', seriesId);
  return toSeriesContext(state, await countLiveBooks(db.read, seriesId));
}

/**
 * The context of a book, with that of its series.
 * @throws {AppError} `NotFound`
 */
export async function getBookContext(ctx: ContextTools, viewer: Viewer, bookId: string): Promise<TemplateContext> {
  const { read } = ctx.db;
  const state = await getState(read, viewer, 'book', bookId);
  const file = await findBookFile(read, viewer, bookId);
  if (file === undefined) throw new AppError('NotFound', `Book ${bookId} not found`);
  const series = await getSeriesContext(ctx, viewer, state.seriesId);
  return toBookContext({ ...file, ...state }, series);
}
