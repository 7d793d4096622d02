import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import { type ContextTools, getBookContext, getSeriesContext } from './get-context.ts';
import { renderTemplate } from './render-template.ts';

/** A template, and what it is tried with: exactly one of both. */
export interface TemplateTrial {
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
