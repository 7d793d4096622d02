import { chunked, nonEmptyIds } from '../../sql/dialect.ts';
import { lockForReference } from '#db/sql/row-locks.ts';
import type { ReadDb, Tx } from '../../open.ts';
import type { ReadCompletionTable, ReadProgressTable } from '../../schema/index.ts';
import { toReadProgress } from '../rows/progress-rows.ts';
import { countRows, readChunked, type ReadRow, type Slice, writeChunked } from '../rows/read-rows.ts';
import type { ViewerScope } from '../rows/viewer-scope.ts';
import { visibleBooks } from '../rows/visibility.ts';

/** A book whose completion is banked: the pass that it ends, and what it was finished on. */
export type Completion = ReadCompletionTable;

/** Stores a user's place in a book. */
export async function writePlace(tx: Tx, place: ReadProgressTable): Promise<void> {
  const { userId: _, bookId: __, ...change } = place;
  await tx.write
    .insertInto('readProgress')
    .values(place)
    .onConflict((conflict) => conflict.columns(['userId', 'bookId']).doUpdateSet(change))
    .execute();
}

/** Deletes a user's place in a book. */
export async function deletePlace(tx: Tx, { userId, bookId }: { readonly userId: string; readonly bookId: string }) {
  await tx.write.deleteFrom('readProgress').where('userId', '=', userId).where('bookId', '=', bookId).execute();
}

/** The completion of a pass, which replaces those of its sessions. */
export interface PassCompletion {
  /** Ids that the pass has or had: those of its sessions. */
  readonly passIds: readonly string[];
  readonly completion: Completion | undefined;
}

/** Stores the completion of a pass once. */
export async function replaceCompletion(tx: Tx, { passIds, completion }: PassCompletion): Promise<void> {
  const others = passIds.filter((id) => id !== completion?.id);
  await writeChunked(others, (ids) => tx.write.deleteFrom('readCompletion').where('id', 'in', ids));
  if (completion === undefined) return;
  const { id: _, userId: __, bookId: ___, ...change } = completion;
  await tx.write
    .insertInto('readCompletion')
    .values(completion)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(change))
    .execute();
}

/** A book to complete. */
interface MarkedBook {
  readonly bookId: string;
  /** Of the session that says so; the pass has it when it is the first. */
  readonly id: string;
  readonly currentPage: number;
}

async function bankCompletions(
  tx: Tx,
  passes: readonly Pick<ReadProgressTable, 'id' | 'userId' | 'bookId' | 'startedAt'>[],
  how: Pick<Completion, 'completedAt' | 'deviceId' | 'deviceName'>,
): Promise<void> {
  const ids = passes.map(({ id }) => id);
  const forgotten = await tx.read
    .selectFrom('readingSession')
    .select('id')
    .where('id', 'in', nonEmptyIds(ids))
    .where('isForgotten', '=', 1)
    .execute();
  const left = new Set(forgotten.map(({ id }) => id));
  const rows = passes
    .filter(({ id }) => !left.has(id))
    .map(({ id, userId, bookId, startedAt }) => ({ id, userId, bookId, startedAt, ...how }));
  if (rows.length === 0) return;
  await tx.write
    .insertInto('readCompletion')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Completes books of a user; completed ones stay. @returns ids of the books that changed */
export async function writeCompleted(
  tx: Tx,
  userId: string,
  books: readonly MarkedBook[],
  how: Pick<Completion, 'completedAt' | 'deviceId' | 'deviceName'>,
): Promise<string[]> {
  const changed: string[] = [];
  const { completedAt: at } = how;
  for (const some of chunked(books)) {
    const rows = some.map(({ id, bookId, currentPage }) => ({
      ...{ id, userId, bookId, currentPage, percentage: 1, completed: 1, locator: null },
      ...{ completedAt: at, startedAt: at, updatedAt: at },
    }));
    const stored = await tx.write
      .insertInto('readProgress')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['userId', 'bookId'])
          .doUpdateSet((eb) => ({
            ...{ completed: 1, percentage: 1, locator: null, updatedAt: at },
            currentPage: eb.ref('excluded.currentPage'),
            // A pass is completed when it first was, also when the reader went back in between.
            completedAt: eb.fn.coalesce(
              eb
                .selectFrom('readCompletion')
                .select('readCompletion.completedAt')
                .whereRef('readCompletion.id', '=', 'readProgress.id'),
              eb.val(at),
            ),
          }))
          .where('readProgress.completed', '=', 0),
      )
      .returning(['id', 'userId', 'bookId', 'startedAt'])
      .execute();
    if (stored.length > 0) await bankCompletions(tx, stored, how);
    changed.push(...stored.map(({ bookId }) => bookId));
  }
  return changed;
}

/** Deletes a user's place in books; completions stay. @returns ids of the books that had one */
export async function deleteProgress(tx: Tx, userId: string, bookIds: readonly string[]): Promise<string[]> {
  const rows = await readChunked(bookIds, (ids) =>
    tx.write.deleteFrom('readProgress').where('userId', '=', userId).where('bookId', 'in', ids).returning('bookId'),
  );
  return rows.map(({ bookId }) => bookId);
}

function ownProgress(db: ReadDb, viewerScope: ViewerScope) {
  return visibleBooks(db, viewerScope, { includeDeleted: true })
    .innerJoin('readProgress', 'readProgress.bookId', 'book.id')
    .where('readProgress.userId', '=', viewerScope.userId)
    .selectAll('readProgress')
    .select(['book.layout', 'book.pageCount']);
}

/** The viewer's place in a book, or undefined when there is none or the book is hidden. */
export async function findProgress(db: ReadDb, viewerScope: ViewerScope, bookId: string) {
  const row = await ownProgress(db, viewerScope).where('readProgress.bookId', '=', bookId).executeTakeFirst();
  return row === undefined ? undefined : toReadProgress(row);
}

/** The viewer's places in these books, in the order of the ids; books without one are left out. */
export async function listBookProgress(db: ReadDb, viewerScope: ViewerScope, bookIds: readonly string[]) {
  const rows = await readChunked(bookIds, (some) =>
    ownProgress(db, viewerScope).where('readProgress.bookId', 'in', some),
  );
  const found = new Map(rows.map((row) => [row.bookId, toReadProgress(row)]));
  return bookIds.map((id) => found.get(id)).filter((progress) => progress !== undefined);
}

/** All places of the viewer, latest first. */
export async function listProgress(db: ReadDb, viewerScope: ViewerScope, { limit, offset }: Slice) {
  const rows = await ownProgress(db, viewerScope)
    .orderBy('readProgress.updatedAt', 'desc')
    .orderBy('readProgress.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(toReadProgress);
}

/** How many places the viewer has. */
export async function countProgress(db: ReadDb, viewerScope: ViewerScope): Promise<number> {
  return countUserProgress(db, viewerScope, viewerScope.userId);
}

/** How many places a user has in books that the viewer may see. */
export async function countUserProgress(db: ReadDb, viewerScope: ViewerScope, userId: string): Promise<number> {
  return countRows(
    visibleBooks(db, viewerScope, { includeDeleted: true })
      .innerJoin('readProgress', 'readProgress.bookId', 'book.id')
      .where('readProgress.userId', '=', userId),
  );
}

export type BookToMark = ReadRow<typeof listBooksToMark>;

/** Live books that the viewer may see, of some series or by their ids, each once. */
export async function listBooksToMark(
  db: ReadDb,
  viewerScope: ViewerScope,
  by: 'seriesId' | 'id',
  ids: readonly string[],
) {
  return readChunked([...new Set(ids)], (some) =>
    visibleBooks(db, viewerScope)
      .select(['book.id', 'book.seriesId', 'book.libraryId', 'book.pageCount'])
      .where(`book.${by}`, 'in', some)
      .orderBy('book.id'),
  );
}

/** Those of the books that exist, protected from removal until the transaction ends. */
export async function keepBooks(tx: Tx, bookIds: readonly string[]): Promise<ReadonlySet<string>> {
  const kept = new Set<string>();
  for (const some of chunked(bookIds)) {
    // In one order, so that transactions over several books cannot deadlock.
    const query = tx.write.selectFrom('book').select('id').where('id', 'in', some).orderBy('id');
    for (const { id } of await lockForReference(tx.kind, query).execute()) kept.add(id);
  }
  return kept;
}

/** When the last session in any of these books ended, epoch milliseconds; 0 without one. */
export async function findLatestSessionEnd(db: ReadDb, userId: string, bookIds: readonly string[]): Promise<number> {
  let latest = 0;
  for (const some of chunked(bookIds)) {
    const row = await db
      .selectFrom('readingSession')
      .select((eb) => eb.fn.max('endedAt').as('endedAt'))
      .where('userId', '=', userId)
      .where('bookId', 'in', some)
      .executeTakeFirst();
    latest = Math.max(latest, row?.endedAt ?? 0);
  }
  return latest;
}
