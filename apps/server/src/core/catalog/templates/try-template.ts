import { AppError } from '#core/errors.ts';
import { type TemplateContext, toBookContext, toSeriesContext } from '#core/rules/templates/context.ts';
import { renderTemplate } from '#core/rules/templates/render-template.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { findBookFile } from '#db/repos/catalog/books.repo.ts';
import { countLiveBooks } from '#db/repos/scanning/analysis.repo.ts';
import { say } from '#words/say.ts';
import { getState } from '../metadata/find-state.ts';

interface ContextTools {
  readonly db: Database;
}

/** The fields of a series that conditions and templates can use. @throws {AppError} `NotFound` */
export async function getSeriesContext(
  { db }: ContextTools,
  viewer: Viewer,
  seriesId: string,
): Promise<TemplateContext> {
  const state = await getState(db.read, viewer, 'series', seriesId);
  return toSeriesContext(state, await countLiveBooks(db.read, seriesId));
}

/** The fields of a book and its series that templates can use. @throws {AppError} `NotFound` */
export async function getBookContext(ctx: ContextTools, viewer: Viewer, bookId: string): Promise<TemplateContext> {
  const { read } = ctx.db;
  const state = await getState(read, viewer, 'book', bookId);
  const file = await findBookFile(read, viewer, bookId);
  if (file === undefined) throw new AppError('NotFound', `Book ${bookId} not found`);
  const series = await getSeriesContext(ctx, viewer, state.seriesId);
  return toBookContext({ ...file, ...state }, series);
}

/** Exactly one of the ids. */
interface TemplateTrial {
  readonly template: string;
  readonly bookId?: string | undefined;
  readonly seriesId?: string | undefined;
}

/**
 * Renders a template with a book or a series, as a preview.
 * @throws {AppError} `NotFound`, `BadRequest` for an invalid template, or `Forbidden`
 */
export async function tryTemplate(
  ctx: ContextTools,
  viewer: Viewer,
  { template, bookId, seriesId }: TemplateTrial,
): Promise<{ readonly text: string }> {
  if (bookId !== undefined && seriesId === undefined) {
    if (!viewer.permissions.has('BooksRead'))
      throw new AppError('Forbidden', say('This needs the permission {permission}', { permission: 'BooksRead' }));
    return { text: renderTemplate(template, await getBookContext(ctx, viewer, bookId)) };
  }
  if (seriesId !== undefined && bookId === undefined) {
    if (!viewer.permissions.has('SeriesRead'))
      throw new AppError('Forbidden', say('This needs the permission {permission}', { permission: 'SeriesRead' }));
    return { text: renderTemplate(template, await getSeriesContext(ctx, viewer, seriesId)) };
  }
  throw new AppError('BadRequest', say('Choose either a book or a series'));
}
