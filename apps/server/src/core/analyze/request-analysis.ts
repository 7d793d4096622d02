import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { markSeriesDue } from '#db/repos/analysis.repo.ts';
import { visibleBooks, visibleSeries } from '#db/repos/visibility.ts';
import type { Queue } from '#jobs/queue.ts';

interface RequestContext {
  readonly db: Database;
  readonly queue: Queue;
}

/**
 * Has a book opened again, before everything else.
 * @returns the task that does it
 * @throws {AppError} `NotFound`
 */
export async function requestBookAnalysis(
  { db, queue }: RequestContext,
  viewer: Viewer,
  bookId: string,
): Promise<{ readonly taskId: string }> {
  const book = await visibleBooks(db.read, viewer).select('book.id').where('book.id', '=', bookId).executeTakeFirst();
  if (book === undefined) throw new AppError('NotFound', `Book ${bookId} not found`);
  return { taskId: await db.transaction(async (tx) => queue.enqueue(tx, 'analyze_book', { bookId })) };
}

/**
 * Has every book of a series opened again.
 * @returns the task that does it
 * @throws {AppError} `NotFound`
 */
export async function requestSeriesAnalysis(
  { db, queue }: RequestContext,
  viewer: Viewer,
  seriesId: string,
): Promise<{ readonly taskId: string }> {
  const series = await visibleSeries(db.read, viewer)
    .select('series.id')
    .where('series.id', '=', seriesId)
    .executeTakeFirst();
  if (series === undefined) throw new AppError('NotFound', `Series ${seriesId} not found`);
  return db.transaction(async (tx) => {
    await markSeriesDue(tx, seriesId);
    return { taskId: await queue.enqueue(tx, 'analyze_series', { seriesId }) };
  });
}
