import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { visibleBooks } from '#db/repos/rows/visibility.ts';
import { countDue, markSeriesDue } from '#db/repos/scanning/due-books.repo.ts';
import type { Queue } from '#jobs/queue.ts';
import { say } from '#words/say.ts';
import { requireVisible } from '../require-visible.ts';

/** Tools for requesting analyses. */
export interface RequestContext {
  readonly db: Database;
  readonly queue: Queue;
}

/** Queues another analysis of a book. @throws {AppError} `NotFound` */
export async function requestBookAnalysis({ db, queue }: RequestContext, viewer: Viewer, bookId: string) {
  await requireVisible(db.read, viewer, 'Book', bookId);
  return { taskId: await db.transaction(async (tx) => queue.enqueue(tx, 'analyze_book', { bookId })) };
}

/** Queues another analysis of every book of a series. @throws {AppError} `NotFound` */
export async function requestSeriesAnalysis({ db, queue }: RequestContext, viewer: Viewer, seriesId: string) {
  await requireVisible(db.read, viewer, 'Series', seriesId);
  return db.transaction(async (tx) => {
    await markSeriesDue(tx, seriesId);
    return { taskId: await queue.enqueue(tx, 'analyze_series', { seriesId }) };
  });
}

/** Refuses a request without due books. @throws {AppError} `BadRequest` */
export function refuse(of: 'series' | 'library'): never {
  throw new AppError(
    'BadRequest',
    of === 'series'
      ? say('All books of this series are already analyzed')
      : say('All books of this library are already analyzed'),
  );
}

/** Queues the first analysis of a book. @throws {AppError} `NotFound`, or `BadRequest` when the book is not due */
export async function requestFirstBookAnalysis({ db, queue }: RequestContext, viewer: Viewer, bookId: string) {
  const book = await visibleBooks(db.read, viewer)
    .select('book.analysisDue')
    .where('book.id', '=', bookId)
    .executeTakeFirst();
  if (book === undefined) throw new AppError('NotFound', `Book ${bookId} not found`);
  if (book.analysisDue === 0) throw new AppError('BadRequest', say('This book is already analyzed'));
  return { taskId: await db.transaction(async (tx) => queue.enqueue(tx, 'analyze_book', { bookId })) };
}

/**
 * Queues the analysis of the due books of a series.
 * @throws {AppError} `NotFound`, or `BadRequest` when no book is due
 */
export async function requestFirstSeriesAnalysis({ db, queue }: RequestContext, viewer: Viewer, seriesId: string) {
  await requireVisible(db.read, viewer, 'Series', seriesId);
  if ((await countDue(db.read, { seriesId })) === 0) refuse('series');
  return { taskId: await db.transaction(async (tx) => queue.enqueue(tx, 'analyze_series', { seriesId })) };
}
