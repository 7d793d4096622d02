import type { BookErrorType } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import { groupBy } from '#core/group-by.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { listErrorsOfBooks } from '#db/repos/rows/book-errors.repo.ts';
import { type FailedFilter, listFailedBooks } from '#db/repos/catalog/failed-books.repo.ts';
import { markDue } from '#db/repos/scanning/scan.repo.ts';
import type { Queue } from '#jobs/queue.ts';
import { say } from '#words/say.ts';
import { requireVisible } from '../require-visible.ts';

interface RetryContext {
  readonly db: Database;
  readonly queue: Queue;
}

interface Retried {
  readonly tasksEnqueued: number;
  readonly message: string;
}

const PAGE = 500;

/**
 * Queues another analysis of a book with errors.
 * @param errorTypes requires at least one of these errors
 * @throws {AppError} `NotFound`, or `BadRequest` when it has no such error
 */
export async function retryBook(
  { db, queue }: RetryContext,
  viewer: Viewer,
  { bookId, errorTypes }: { readonly bookId: string; readonly errorTypes?: readonly BookErrorType[] | undefined },
): Promise<Retried> {
  await requireVisible(db.read, viewer, 'Book', bookId);
  const errors = await listErrorsOfBooks(db.read, [bookId]);
  const wanted = errors.filter(({ errorType }) => errorTypes === undefined || errorTypes.includes(errorType));
  if (wanted.length === 0) {
    throw new AppError('BadRequest', say('This book has no such error'));
  }
  await db.transaction(async (tx) => queue.enqueue(tx, 'analyze_book', { bookId }));
  return { tasksEnqueued: 1, message: say('The book is read again') };
}

/**
 * Queues another analysis of every matching book with errors, in one task per library.
 * @throws {AppError} `NotFound` for the library or series
 */
export async function retryAllErrors(ctx: RetryContext, viewer: Viewer, filter: FailedFilter): Promise<Retried> {
  const { libraryId, seriesId } = filter;
  if (libraryId !== undefined) await requireVisible(ctx.db.read, viewer, 'Library', libraryId);
  if (seriesId !== undefined) await requireVisible(ctx.db.read, viewer, 'Series', seriesId);
  const tasks = new Set<string>();
  let count = 0;
  let after = '';
  for (;;) {
    const books = await listFailedBooks(ctx.db.read, viewer, filter, { after, limit: PAGE });
    for (const [id, ofLibrary] of groupBy(books, (book) => book.libraryId)) {
      const ids = ofLibrary.map((book) => book.id);
      const taskId = await ctx.db.transaction(async (tx) => {
        await markDue(tx, id, ids);
        return ctx.queue.enqueue(tx, 'analyze_library', { libraryId: id });
      });
      tasks.add(taskId);
    }
    count += books.length;
    if (books.length < PAGE) break;
    after = books.at(-1)?.id ?? '';
  }
  const message =
    count === 0
      ? say('No book has such an error')
      : say('{count, plural, one {# book is} other {# books are}} read again', { count });
  return { tasksEnqueued: tasks.size, message };
}
