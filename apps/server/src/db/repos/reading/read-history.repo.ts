import { chunked } from '../../dialect.ts';
import type { ReadDb, Tx } from '../../open.ts';
import type { ReadCompletionTable } from '../../schema/index.ts';
import { type Beholder, visibleBooks } from '../visibility.ts';

/** A user's completions of a book, the last first. */
export async function listCompletions(db: ReadDb, userId: string, bookId: string): Promise<ReadCompletionTable[]> {
  return await db
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
export async function listSeriesCompletions(
  db: ReadDb,
  beholder: Beholder,
  seriesId: string,
): Promise<Pick<ReadCompletionTable, 'bookId' | 'startedAt' | 'completedAt'>[]> {
  return await visibleBooks(db, beholder, { includeDeleted: true })
    .innerJoin('readCompletion', 'readCompletion.bookId', 'book.id')
    .select(['readCompletion.bookId', 'readCompletion.startedAt', 'readCompletion.completedAt'])
    .where('book.seriesId', '=', seriesId)
    .where('readCompletion.userId', '=', beholder.userId)
    .orderBy('readCompletion.completedAt')
    .orderBy('readCompletion.startedAt')
    .orderBy('readCompletion.id')
    .execute();
}

/** Completions of a user: of these books, or all; only one of them when it is named. */
export interface CompletionScope {
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
  const ids: string[] = [];
  for (const some of chunked(bookIds)) {
    const rows = await own.where('bookId', 'in', some).execute();
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}

/**
 * Removes completions, and notes with their passes that they are not to come back.
 * @returns how many there were
 */
export async function deleteCompletions(tx: Tx, userId: string, scope: CompletionScope): Promise<number> {
  const ids = await listIds(tx, userId, scope);
  for (const some of chunked(ids)) {
    await tx.write.updateTable('readingSession').set({ isForgotten: 1 }).where('id', 'in', some).execute();
    await tx.write.deleteFrom('readCompletion').where('id', 'in', some).execute();
  }
  return ids.length;
}
