import type { BookErrorType } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import { groupBy } from '#core/group-by.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { listErrorsOfBooks } from '#db/repos/rows/book-errors.repo.ts';
import { type FailedFilter, listFailedBooks } from '#db/repos/catalog/failed-books.repo.ts';
import { markDue } from '#db/repos/scanning/scan.repo.ts';
import { visibleBooks, visibleLibraries, visibleSeries } from '#db/repos/rows/visibility.ts';
import type { Queue } from '#jobs/queue.ts';

interface RetryContext {
  readonly db: Database;
  readonly queue: Queue;
}

/** What was queued, in numbers and in words. */
export interface Retried {
  readonly tasksEnqueued: number;
  readonly message: string;
}

const PAGE = 500;

/**
 * Has a book opened again because something of it failed: one analysis does all of it, the cover too.
 * @param errorTypes only when it has one of these errors
 * @throws {AppError} `NotFound`, or `BadRequest` when it has no such error
 */
export async function retryBook(
  { db, queue }: RetryContext,
  viewer: Viewer,
  { bookId, errorTypes }: { readonly bookId: string; readonly errorTypes?: readonly BookErrorType[] | undefined },
): Promise<Retried> {
  const book = await visibleBooks(db.read, viewer).select('book.id').where('book.id', '=', bookId).executeTakeFirst();
  if (book === undefined) throw new AppError('NotFound', `Book ${bookId} not found`);
  const errors = await listErrorsOfBooks(db.read, [bookId]);
  const wanted = errors.filter(({ errorType }) => errorTypes === undefined || errorTypes.includes(errorType));
  if (wanted.length === 0) {
    const of = errorTypes === undefined ? '' : ` of type ${errorTypes.join(' or ')}`;
    throw new AppError('BadRequest', `Book ${bookId} has no error${of}`);
  }
  await db.transaction(async (tx) => queue.enqueue(tx, 'analyze_book', { bookId }));
  return { tasksEnqueued: 1, message: 'The book is read again' };
}

async function requireScope(
  { db }: RetryContext,
  viewer: Viewer,
  { libraryId, seriesId }: FailedFilter,
): Promise<void> {
  if (libraryId !== undefined) {
    const library = await visibleLibraries(db.read, viewer)
      .select('library.id')
      .where('library.id', '=', libraryId)
      .executeTakeFirst();
    if (library === undefined) throw new AppError('NotFound', `Library ${libraryId} not found`);
  }
  if (seriesId === undefined) return;
  const series = await visibleSeries(db.read, viewer)
    .select('series.id')
    .where('series.id', '=', seriesId)
    .executeTakeFirst();
  if (series === undefined) throw new AppError('NotFound', `Series ${seriesId} not found`);
}

/**
 * Has every book with errors opened again that the filter lets through, by one task for each library.
 * @throws {AppError} `NotFound` when the library or series cannot be seen
 */
export async function retryAllErrors(ctx: RetryContext, viewer: Viewer, filter: FailedFilter): Promise<Retried> {
  await requireScope(ctx, viewer, filter);
  const tasks = new Set<string>();
  let count = 0;
  let after = '';
  for (;;) {
    const books = await listFailedBooks(ctx.db.read, viewer, filter, { after, limit: PAGE });
    for (const [libraryId, ofLibrary] of groupBy(books, (book) => book.libraryId)) {
      const ids = ofLibrary.map(({ id }) => id);
      const taskId = await ctx.db.transaction(async (tx) => {
        await markDue(tx, libraryId, ids);
        return ctx.queue.enqueue(tx, 'analyze_library', { libraryId });
      });
      tasks.add(taskId);
    }
    count += books.length;
    if (books.length < PAGE) break;
    after = books.at(-1)?.id ?? '';
  }
  const books = count === 1 ? '1 book is' : `${String(count)} books are`;
  return { tasksEnqueued: tasks.size, message: count === 0 ? 'No book has such an error' : `${books} read again` };
}
