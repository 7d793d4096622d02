import type { ReadProgress } from '@lectern/contract';
import { chunked } from '../dialect.ts';
import type { ReadDb, Tx } from '../open.ts';
import { toReadProgress } from './progress-rows.ts';
import type { Slice } from './reading-lists.repo.ts';
import { type Beholder, visibleBooks } from './visibility.ts';

/** A user's place in a book, to be stored. */
export interface ProgressChange {
  /** Id of the row when there is none yet; it also names the pass through the book. */
  readonly id: string;
  readonly bookId: string;
  readonly currentPage: number;
  readonly percentage: number | null;
  readonly completed: boolean;
  /** JSON. */
  readonly locator: string | null;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Columns of a statement for each row, and so how many rows a statement takes at most. */
const ROWS = 100;

function rowOf(userId: string, change: ProgressChange) {
  return {
    id: change.id,
    userId,
    bookId: change.bookId,
    currentPage: change.currentPage,
    percentage: change.percentage,
    completed: change.completed ? 1 : 0,
    completedAt: change.completed ? change.at : null,
    locator: change.locator,
    startedAt: change.at,
    updatedAt: change.at,
  };
}

interface StoredPass {
  readonly id: string;
  readonly bookId: string;
  readonly startedAt: number;
}

/**
 * Counts the first completion of each pass, and no second one: a completion has the id of the progress row, which lives from
 * one reset to the next (decision C5).
 */
async function bankCompletions(tx: Tx, userId: string, passes: readonly StoredPass[], at: number): Promise<void> {
  for (let start = 0; start < passes.length; start += ROWS) {
    const rows = passes
      .slice(start, start + ROWS)
      .map(({ id, bookId, startedAt }) => ({ id, userId, bookId, startedAt, completedAt: at }));
    await tx.write
      .insertInto('readCompletion')
      .values(rows)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  }
}

/** Stores a user's place in a book; whatever was stored at the same time, one of both stays whole. */
export async function writeProgress(tx: Tx, userId: string, change: ProgressChange): Promise<void> {
  const stored = await tx.write
    .insertInto('readProgress')
    .values(rowOf(userId, change))
    .onConflict((conflict) =>
      conflict.columns(['userId', 'bookId']).doUpdateSet((eb) => ({
        currentPage: eb.ref('excluded.currentPage'),
        percentage: eb.ref('excluded.percentage'),
        completed: eb.ref('excluded.completed'),
        // A pass is completed when it first was, also when the reader went back in between.
        completedAt: eb
          .case()
          .when('excluded.completed', '=', 0)
          .then(null)
          .else(
            eb.fn.coalesce(
              'readProgress.completedAt',
              eb
                .selectFrom('readCompletion')
                .select('readCompletion.completedAt')
                .whereRef('readCompletion.id', '=', 'readProgress.id'),
              'excluded.completedAt',
            ),
          )
          .end(),
        locator: eb.ref('excluded.locator'),
        updatedAt: eb.ref('excluded.updatedAt'),
      })),
    )
    .returning(['id', 'bookId', 'startedAt'])
    .executeTakeFirstOrThrow();
  if (change.completed) await bankCompletions(tx, userId, [stored], change.at);
}

/**
 * Completes many books; those that are completed already stay as they are.
 * @returns how many changed
 */
export async function writeCompleted(tx: Tx, userId: string, changes: readonly ProgressChange[]): Promise<number> {
  let count = 0;
  for (let start = 0; start < changes.length; start += ROWS) {
    const some = changes.slice(start, start + ROWS);
    const stored = await tx.write
      .insertInto('readProgress')
      .values(some.map((change) => rowOf(userId, { ...change, completed: true })))
      .onConflict((conflict) =>
        conflict
          .columns(['userId', 'bookId'])
          .doUpdateSet((eb) => ({
            currentPage: eb.ref('excluded.currentPage'),
            percentage: eb.ref('excluded.percentage'),
            completed: 1,
            completedAt: eb.ref('excluded.completedAt'),
            updatedAt: eb.ref('excluded.updatedAt'),
          }))
          .where('readProgress.completed', '=', 0),
      )
      .returning(['id', 'bookId', 'startedAt', 'completedAt'])
      .execute();
    count += stored.length;
    await bankCompletions(tx, userId, stored, stored[0]?.completedAt ?? 0);
  }
  return count;
}

/**
 * Forgets a user's place in books. How often they were finished stays known.
 * @returns how many were forgotten
 */
export async function deleteProgress(tx: Tx, userId: string, bookIds: readonly string[]): Promise<number> {
  let count = 0;
  for (const ids of chunked(bookIds)) {
    const { numDeletedRows } = await tx.write
      .deleteFrom('readProgress')
      .where('userId', '=', userId)
      .where('bookId', 'in', ids)
      .executeTakeFirst();
    count += Number(numDeletedRows);
  }
  return count;
}

function ownProgress(db: ReadDb, beholder: Beholder) {
  return visibleBooks(db, beholder, { includeDeleted: true })
    .innerJoin('readProgress', 'readProgress.bookId', 'book.id')
    .where('readProgress.userId', '=', beholder.userId)
    .selectAll('readProgress')
    .select(['book.layout', 'book.pageCount']);
}

/** The viewer's place in a book, or undefined when there is none or the book is hidden. */
export async function findProgress(db: ReadDb, beholder: Beholder, bookId: string): Promise<ReadProgress | undefined> {
  const row = await ownProgress(db, beholder).where('readProgress.bookId', '=', bookId).executeTakeFirst();
  return row === undefined ? undefined : toReadProgress(row);
}

/** All places of the viewer, latest first. */
export async function listProgress(db: ReadDb, beholder: Beholder, { limit, offset }: Slice): Promise<ReadProgress[]> {
  const rows = await ownProgress(db, beholder)
    .orderBy('readProgress.updatedAt', 'desc')
    .orderBy('readProgress.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(toReadProgress);
}

/** How many places the viewer has. */
export async function countProgress(db: ReadDb, beholder: Beholder): Promise<number> {
  const row = await visibleBooks(db, beholder, { includeDeleted: true })
    .innerJoin('readProgress', 'readProgress.bookId', 'book.id')
    .where('readProgress.userId', '=', beholder.userId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** A live book of a series, as far as its completion needs it. */
export interface SeriesBook {
  readonly id: string;
  readonly pageCount: number;
}

/** The live books of a series. */
export async function listBooksToMark(db: ReadDb, beholder: Beholder, seriesId: string): Promise<SeriesBook[]> {
  return await visibleBooks(db, beholder)
    .select(['book.id', 'book.pageCount'])
    .where('book.seriesId', '=', seriesId)
    .execute();
}
