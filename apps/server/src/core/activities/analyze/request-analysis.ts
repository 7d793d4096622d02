import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { pickVisible } from '#db/repos/covers/cover-targets.repo.ts';
import { visibleBooks, visibleLibraries, visibleSeries } from '#db/repos/rows/visibility.ts';
import { listDueLibraries, markBooksDue } from '#db/repos/scanning/analysis-marks.repo.ts';
import { countDue, markSeriesDue } from '#db/repos/scanning/due-books.repo.ts';
import { listUnhashedBooks } from '#db/repos/scanning/analysis.repo.ts';
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

function refuse(what: string): never {
  throw new AppError('BadRequest', `${what} has no book that waits to be analysed`);
}

/**
 * Has a book opened that was not opened yet.
 * @returns the task that does it
 * @throws {AppError} `NotFound`, or `BadRequest` for one that was opened
 */
export async function requestFirstBookAnalysis(
  { db, queue }: RequestContext,
  viewer: Viewer,
  bookId: string,
): Promise<{ readonly taskId: string }> {
  const book = await visibleBooks(db.read, viewer)
    .select('book.analysisDue')
    .where('book.id', '=', bookId)
    .executeTakeFirst();
  if (book === undefined) throw new AppError('NotFound', `Book ${bookId} not found`);
  if (book.analysisDue === 0) throw new AppError('BadRequest', `Book ${bookId} does not wait to be analysed`);
  return { taskId: await db.transaction(async (tx) => queue.enqueue(tx, 'analyze_book', { bookId })) };
}

/**
 * Has those books of a series opened that wait for it.
 * @returns the task that does it
 * @throws {AppError} `NotFound`, or `BadRequest` when none waits
 */
export async function requestFirstSeriesAnalysis(
  { db, queue }: RequestContext,
  viewer: Viewer,
  seriesId: string,
): Promise<{ readonly taskId: string }> {
  const [found] = await pickVisible(db.read, viewer, 'series', [seriesId]);
  if (found === undefined) throw new AppError('NotFound', `Series ${seriesId} not found`);
  if ((await countDue(db.read, { seriesId })) === 0) refuse(`Series ${seriesId}`);
  return { taskId: await db.transaction(async (tx) => queue.enqueue(tx, 'analyze_series', { seriesId })) };
}

/**
 * Has the books of a library opened: those that wait for it, or all of them again.
 * @returns the task that does it
 * @throws {AppError} `NotFound`, or `BadRequest` when there are none
 */
export async function requestLibraryAnalysis(
  { db, queue }: RequestContext,
  viewer: Viewer,
  { libraryId, isForced }: { readonly libraryId: string; readonly isForced: boolean },
): Promise<{ readonly taskId: string }> {
  const library = await visibleLibraries(db.read, viewer)
    .select('library.id')
    .where('library.id', '=', libraryId)
    .executeTakeFirst();
  if (library === undefined) throw new AppError('NotFound', `Library ${libraryId} not found`);
  return db.transaction(async (tx) => {
    if (isForced) await markBooksDue(tx, 'libraryId', [libraryId]);
    if ((await countDue(tx.read, { libraryId })) === 0) refuse(`Library ${libraryId}`);
    return { taskId: await queue.enqueue(tx, 'analyze_library', { libraryId }) };
  });
}

const MARKED_BY = { books: 'id', series: 'seriesId' } as const;

/**
 * Has many books opened, or those of many series: those that wait for it, or all of them again. What cannot be seen is passed
 * over. A task for each library does it.
 */
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

/** Queues the full hashes of a library's books when some are missing. */
export async function requestHashes(
  { db, queue }: { readonly db: Database; readonly queue: Queue },
  libraryId: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [unhashed] = await listUnhashedBooks(tx.read, libraryId, { after: '', limit: 1 });
    if (unhashed !== undefined) await queue.enqueue(tx, 'hash_library', { libraryId });
  });
}
