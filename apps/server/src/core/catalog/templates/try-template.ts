import { AppError } from '#core/errors.ts';
import { type TemplateContext, toBookContext, toSeriesContext } from '#core/rules/templates/context.ts';
import { renderTemplate } from '#core/rules/templates/render-template.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { findBookFile } from '#db/repos/catalog/books.repo.ts';
import { countLiveBooks } from '#db/repos/scanning/analysis.repo.ts';
import { getState } from '../metadata/find-state.ts';

/** What reading contexts takes. */
interface ContextTools {
  readonly db: Database;
}

/**
 * The context of a series, as conditions and templates see it.
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

/** A template, and what it is tried with: exactly one of both. */
interface TemplateTrial {
  readonly template: string;
  readonly bookId?: string | undefined;
  readonly seriesId?: string | undefined;
}

/**
 * Fills a template with what is known of a book or a series, and changes nothing.
 * @throws {AppError} `NotFound`, `BadRequest` for a template that cannot be filled, or `Forbidden`
 */
export async function tryTemplate(
  ctx: ContextTools,
  viewer: Viewer,
  { template, bookId, seriesId }: TemplateTrial,
): Promise<{ readonly text: string }> {
  if (bookId !== undefined && seriesId === undefined) {
    if (!viewer.permissions.has('BooksRead')) throw new AppError('Forbidden', 'This needs the permission BooksRead');
    return { text: renderTemplate(template, await getBookContext(ctx, viewer, bookId)) };
  }
  if (seriesId !== undefined && bookId === undefined) {
    if (!viewer.permissions.has('SeriesRead')) throw new AppError('Forbidden', 'This needs the permission SeriesRead');
    return { text: renderTemplate(template, await getSeriesContext(ctx, viewer, seriesId)) };
  }
  throw new AppError('BadRequest', 'Expected either bookId or seriesId');
}
