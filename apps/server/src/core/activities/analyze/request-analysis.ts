import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { pickVisible } from '#db/repos/covers/cover-targets.repo.ts';
import { visibleBooks } from '#db/repos/rows/visibility.ts';
import { listDueLibraries, markBooksDue } from '#db/repos/scanning/analysis-marks.repo.ts';
import { countDue, listUnhashedBooks, markSeriesDue } from '#db/repos/scanning/analysis.repo.ts';
import type { Queue } from '#jobs/queue.ts';
import { requireVisible } from '../require-visible.ts';

interface RequestContext {
  readonly db: Database;
  readonly queue: Queue;
}

/**
 * Queues another analysis of a book.
 * @throws {AppError} `NotFound`
 */
export async function requestBookAnalysis({ db, queue }: RequestContext, viewer: Viewer, bookId: string) {
  await requireVisible(db.read, viewer, 'Book', bookId);
  return { taskId: await db.transaction(async (tx) => queue.enqueue(tx, 'analyze_book', { bookId })) };
}

/**
 * Queues another analysis of every book of a series.
 * @throws {AppError} `NotFound`
 */
export async function requestSeriesAnalysis({ db, queue }: RequestContext, viewer: Viewer, seriesId: string) {
  await requireVisible(db.read, viewer, 'Series', seriesId);
  return db.transaction(async (tx) => {
    await markSeriesDue(tx, seriesId);
    return { taskId: await queue.enqueue(tx, 'analyze_series', { seriesId }) };
  });
}

function refuse(what: string): never {
  throw new AppError('BadRequest', `${what} has no book that waits to be analysed`);
}

/**
 * Queues the first analysis of a book.
 * @throws {AppError} `NotFound`, or `BadRequest` when the book is not due
 */
export async function requestFirstBookAnalysis({ db, queue }: RequestContext, viewer: Viewer, bookId: string) {
  const book = await visibleBooks(db.read, viewer)
    .select('book.analysisDue')
    .where('book.id', '=', bookId)
    .executeTakeFirst();
  if (book === undefined) throw new AppError('NotFound', `Book ${bookId} not found`);
  if (book.analysisDue === 0) throw new AppError('BadRequest', `Book ${bookId} does not wait to be analysed`);
  return { taskId: await db.transaction(async (tx) => queue.enqueue(tx, 'analyze_book', { bookId })) };
}

/**
 * Queues the analysis of the due books of a series.
 * @throws {AppError} `NotFound`, or `BadRequest` when no book is due
 */
export async function requestFirstSeriesAnalysis({ db, queue }: RequestContext, viewer: Viewer, seriesId: string) {
  await requireVisible(db.read, viewer, 'Series', seriesId);
  if ((await countDue(db.read, { seriesId })) === 0) refuse(`Series ${seriesId}`);
  return { taskId: await db.transaction(async (tx) => queue.enqueue(tx, 'analyze_series', { seriesId })) };
}

/**
 * Queues the analysis of a library's due books, or of all its books.
 * @throws {AppError} `NotFound`, or `BadRequest` when there are none
 */
export async function requestLibraryAnalysis(
  { db, queue }: RequestContext,
  viewer: Viewer,
  { libraryId, isForced }: { readonly libraryId: string; readonly isForced: boolean },
): Promise<{ readonly taskId: string }> {
  await requireVisible(db.read, viewer, 'Library', libraryId);
  return db.transaction(async (tx) => {
    if (isForced) await markBooksDue(tx, 'libraryId', [libraryId]);
    if ((await countDue(tx.read, { libraryId })) === 0) refuse(`Library ${libraryId}`);
    return { taskId: await queue.enqueue(tx, 'analyze_library', { libraryId }) };
  });
}

const MARKED_BY = { books: 'id', series: 'seriesId' } as const;

/** Queues one task per library for due or all given books or series. Hidden ids are ignored. */
export async function requestManyAnalyses(
  { db, queue }: RequestContext,
  viewer: Viewer,
  {
    of,
    ids,
    isForced,
  }: { readonly of: 'books' | 'series'; readonly ids: readonly string[]; readonly isForced: boolean },
): Promise<{ readonly tasksEnqueued: number; readonly message: string }> {
  const found = await pickVisible(db.read, viewer, of, [...new Set(ids)]);
  const libraryIds = await db.transaction(async (tx) => {
    if (isForced) await markBooksDue(tx, MARKED_BY[of], found);
    const libraries = await listDueLibraries(tx.read, MARKED_BY[of], found);
    for (const libraryId of libraries) await queue.enqueue(tx, 'analyze_library', { libraryId });
    return libraries;
  });
  const { length } = libraryIds;
  const message = length === 0 ? 'No book waits to be analysed' : `${String(length)} tasks analyse what waits`;
  return { tasksEnqueued: length, message: length === 1 ? '1 task analyses what waits' : message };
}

/** Queues a hash task when hashes of the library are missing. */
export async function requestHashes({ db, queue }: RequestContext, libraryId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [unhashed] = await listUnhashedBooks(tx.read, libraryId, { after: '', limit: 1 });
    if (unhashed !== undefined) await queue.enqueue(tx, 'hash_library', { libraryId });
  });
}
