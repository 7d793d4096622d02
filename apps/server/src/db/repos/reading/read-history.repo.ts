import type { ReadDb, Tx } from '../../open.ts';
import type { ReadCompletionTable } from '../../schema/index.ts';
import { chunked } from '../../sql/dialect.ts';
import { readChunked } from '../rows/read-rows.ts';
import type { ViewerScope } from '../rows/viewer-scope.ts';
import { visibleBooks } from '../rows/visibility.ts';

/** A user's completions of a book, the last first. */
export async function listCompletions(db: ReadDb, userId: string, bookId: string): Promise<ReadCompletionTable[]> {
  return db
    .selectFrom('readCompletion')
    .selectAll()
    .where('userId', '=', userId)
    .where('bookId', '=', bookId)
    .orderBy('completedAt', 'desc')
    .orderBy('startedAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** The viewer's completions of all books of a series that they may see, deleted ones included, the first first. */
export async function listSeriesCompletions(db: ReadDb, viewerScope: ViewerScope, seriesId: string) {
  return visibleBooks(db, viewerScope, { includeDeleted: true })
    .innerJoin('readCompletion', 'readCompletion.bookId', 'book.id')
    .select(['readCompletion.bookId', 'readCompletion.startedAt', 'readCompletion.completedAt'])
    .where('book.seriesId', '=', seriesId)
    .where('readCompletion.userId', '=', viewerScope.userId)
    .orderBy('readCompletion.completedAt')
    .orderBy('readCompletion.startedAt')
    .orderBy('readCompletion.id')
    .execute();
}

/** Completions of a user: of these books, or all; only one of them when it is named. */
interface CompletionScope {
  readonly bookIds?: readonly string[];
  readonly completionId?: string;
}

async function listIds(tx: Tx, userId: string, { bookIds, completionId }: CompletionScope): Promise<string[]> {
  const own = tx.read
    .selectFrom('readCompletion')
    .select('id')
    .where('userId', '=', userId)
    .$if(completionId !== undefined, (query) => query.where('id', '=', completionId ?? ''));
  if (bookIds === undefined) return (await own.execute()).map(({ id }) => id);
  const rows = await readChunked(bookIds, (some) => own.where('bookId', 'in', some));
  return rows.map(({ id }) => id);
}

/** Deletes completions and marks their passes, so that they do not come back. @returns how many */
export async function deleteCompletions(tx: Tx, userId: string, scope: CompletionScope): Promise<number> {
  const ids = await listIds(tx, userId, scope);
  for (const some of chunked(ids)) {
    await tx.write.updateTable('readingSession').set({ isForgotten: 1 }).where('id', 'in', some).execute();
    await tx.write.deleteFrom('readCompletion').where('id', 'in', some).execute();
  }
  return ids.length;
}
