import { sql } from 'kysely';
import { lockFor } from '../../sql/dialect.ts';
import type { ReadDb, Tx } from '../../open.ts';
import type { WantToReadTable } from '../../schema/index.ts';
import { type Slice, countRows } from './read-rows.ts';
import type { ViewerScope } from './viewer-scope.ts';
import { visibleBooks, visibleSeries } from './visibility.ts';

/** What is wanted: exactly one of both is set. */
export type WantedTarget = Pick<WantToReadTable, 'seriesId' | 'bookId'>;

/** An entry of the list. */
export type WantedRow = WantToReadTable;

export type WantedSort = 'newest' | 'oldest' | 'custom';

/** Rows a statement stores at once. */
const ROWS = 100;

/** Lets changes of one user's list come one after the other, until the transaction ends. */
export async function holdWanted(tx: Tx, userId: string): Promise<void> {
  await lockFor(tx.kind, tx.write, `wanted:${userId}`);
}

/** Which entries. */
export interface WantedFilter {
  readonly libraryId?: string | undefined;
  readonly itemType?: 'series' | 'book' | undefined;
}

/** Entries about what is there and may be seen. */
function shown(db: ReadDb, viewerScope: ViewerScope, { libraryId, itemType }: WantedFilter) {
  const series = visibleSeries(db, viewerScope)
    .select('series.id')
    .whereRef('series.id', '=', sql.ref('wanted.seriesId'))
    .$if(libraryId !== undefined, (query) => query.where('series.libraryId', '=', libraryId ?? ''));
  const books = visibleBooks(db, viewerScope)
    .select('book.id')
    .whereRef('book.id', '=', sql.ref('wanted.bookId'))
    .$if(libraryId !== undefined, (query) => query.where('book.libraryId', '=', libraryId ?? ''));
  return db
    .selectFrom('wantToRead as wanted')
    .where('wanted.userId', '=', viewerScope.userId)
    .where((eb) =>
      eb.or([
        ...(itemType === 'book' ? [] : [eb.exists(series)]),
        ...(itemType === 'series' ? [] : [eb.exists(books)]),
      ]),
    );
}

/** One page of what a user wants to read. */
export async function pickWanted(
  db: ReadDb,
  viewerScope: ViewerScope,
  { sort, ...filter }: WantedFilter & { readonly sort: WantedSort },
  { limit, offset }: Slice,
): Promise<WantedRow[]> {
  const direction = sort === 'newest' ? 'desc' : 'asc';
  return (
    shown(db, viewerScope, filter)
      .selectAll('wanted')
      .orderBy(sort === 'custom' ? 'wanted.position' : 'wanted.addedAt', direction)
      // Those that were added together came in the order of their positions.
      .orderBy('wanted.position', direction)
      .orderBy('wanted.id', direction)
      .limit(limit)
      .offset(offset)
      .execute()
  );
}

/** How many entries a user sees. */
export async function countWanted(db: ReadDb, viewerScope: ViewerScope, filter: WantedFilter = {}): Promise<number> {
  return countRows(shown(db, viewerScope, filter));
}

function own(db: ReadDb, userId: string, { seriesId, bookId }: WantedTarget) {
  const all = db.selectFrom('wantToRead').where('userId', '=', userId);
  return seriesId === null ? all.where('bookId', '=', bookId) : all.where('seriesId', '=', seriesId);
}

/** The entry about something. */
export async function findWanted(db: ReadDb, userId: string, target: WantedTarget): Promise<WantedRow | undefined> {
  return own(db, userId, target).selectAll().executeTakeFirst();
}

/** Ids of all entries of a user in their own order, those too that are not shown. */
export async function listWantedIds(db: ReadDb, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('wantToRead')
    .select('id')
    .where('userId', '=', userId)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** How many entries a user has, shown or not, and the position behind the last one. */
export async function measureWanted(db: ReadDb, userId: string) {
  const { count, end } = await db
    .selectFrom('wantToRead')
    .where('userId', '=', userId)
    .select(({ fn }) => [fn.countAll<number>().as('count'), sql<number>`coalesce(max("position"), -1) + 1`.as('end')])
    .executeTakeFirstOrThrow();
  return { count, end };
}

/** Adds entries, those that are not there. @returns how many those were */
export async function insertWanted(tx: Tx, rows: readonly WantedRow[]): Promise<number> {
  let count = 0;
  for (let start = 0; start < rows.length; start += ROWS) {
    const added = await tx.write
      .insertInto('wantToRead')
      .values(rows.slice(start, start + ROWS))
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute();
    count += added.length;
  }
  return count;
}

/** Gives entries their positions again: the first has 0. */
export async function writeWantedPositions(tx: Tx, userId: string, ids: readonly string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += ROWS) {
    const some = ids.slice(start, start + ROWS);
    const cases = some.map((id, index) => sql`when ${id} then ${sql.lit(start + index)}`);
    const position = sql<number>`case "id" ${sql.join(cases, sql` `)} end`;
    await tx.write
      .updateTable('wantToRead')
      .set({ position })
      .where('userId', '=', userId)
      .where('id', 'in', some)
      .execute();
  }
}

/** Takes something out of a user's list. */
export async function deleteWanted(tx: Tx, userId: string, { seriesId, bookId }: WantedTarget): Promise<void> {
  const all = tx.write.deleteFrom('wantToRead').where('userId', '=', userId);
  await (seriesId === null ? all.where('bookId', '=', bookId) : all.where('seriesId', '=', seriesId)).execute();
}

/** Which of the series or books a user wants to read. */
export async function listWantedAmong(db: ReadDb, userId: string, of: 'seriesId' | 'bookId', ids: readonly string[]) {
  const rows = await db
    .selectFrom('wantToRead')
    .select(['seriesId', 'bookId'])
    .where('userId', '=', userId)
    .where(of, 'in', ids)
    .execute();
  return new Set(rows.map((row) => row[of]).filter((id) => id !== null));
}
