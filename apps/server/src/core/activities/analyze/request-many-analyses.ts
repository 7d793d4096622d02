import type { Viewer } from '#core/viewer.ts';
import { pickVisible } from '#db/repos/covers/cover-targets.repo.ts';
import { listDueLibraries, markBooksDue } from '#db/repos/scanning/analysis-marks.repo.ts';
import { listUnhashedBooks } from '#db/repos/scanning/analysis.repo.ts';
import { countDue } from '#db/repos/scanning/due-books.repo.ts';
import { requireVisible } from '../require-visible.ts';
import { refuse, type RequestContext } from './request-analysis.ts';

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
    if ((await countDue(tx.read, { libraryId })) === 0) refuse('library');
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
