import { sql } from 'kysely';
import { lockFor } from '../../sql/dialect.ts';
import type { ReadDb, Tx } from '../../open.ts';
import type { WantToReadTable } from '../../schema/index.ts';
import { countRows, readChunked, type Slice, writeChunked } from './read-rows.ts';
import type { ViewerScope } from './viewer-scope.ts';
import { visibleBooks, visibleSeries } from './visibility.ts';

/** What is wanted: exactly one of both is set. */
export type WantedTarget = Pick<WantToReadTable, 'seriesId' | 'bookId'>;

/** An entry of the list. */
export type WantedRow = WantToReadTable;

export type WantedSort = 'newest' | 'oldest' | 'custom';

/** Locks a user's list until the transaction ends. */
export async function lockWanted(tx: Tx, userId: string): Promise<void> {
  await lockFor(tx.kind, tx.write, `wanted:${userId}`);
}

/** Which entries. */
export interface WantedFilter {
  readonly libraryId?: string | undefined;
  readonly itemType?: 'series' | 'book' | undefined;
}

/** Entries about live and visible books or series. */
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

/** Adds entries that are new. @returns how many */
export async function insertWanted(tx: Tx, rows: readonly WantedRow[]): Promise<number> {
  const added = await readChunked(rows, (some) =>
    tx.write
      .insertInto('wantToRead')
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id'),
  );
  return added.length;
}

/** Renumbers entries from 0. */
export async function writeWantedPositions(tx: Tx, userId: string, ids: readonly string[]): Promise<void> {
  await writeChunked([...ids.entries()], (some) => {
    const cases = some.map(([place, id]) => sql`when ${id} then ${sql.lit(place)}`);
    const position = sql<number>`case "id" ${sql.join(cases, sql` `)} end`;
    const moved = some.map(([, id]) => id);
    return tx.write.updateTable('wantToRead').set({ position }).where('userId', '=', userId).where('id', 'in', moved);
  });
}

/** Deletes an entry. */
export async function deleteWanted(tx: Tx, userId: string, { seriesId, bookId }: WantedTarget): Promise<void> {
  const all = tx.write.deleteFrom('wantToRead').where('userId', '=', userId);
  await (seriesId === null ? all.where('bookId', '=', bookId) : all.where('seriesId', '=', seriesId)).execute();
}

/** Which of the series or books a user wants to read. */
export async function listWantedOwners(db: ReadDb, userId: string, of: 'seriesId' | 'bookId', ids: readonly string[]) {
  const rows = await db
    .selectFrom('wantToRead')
    .select(['seriesId', 'bookId'])
    .where('userId', '=', userId)
    .where(of, 'in', ids)
    .execute();
  return new Set(rows.map((row) => row[of]).filter((id) => id !== null));
}
