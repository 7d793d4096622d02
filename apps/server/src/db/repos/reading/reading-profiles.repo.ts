import type { Selectable } from 'kysely';
import type { ReadDb, Tx } from '../../open.ts';
import type { ReadingChoiceTable, ReadingProfileTable } from '../../schema/index.ts';
import { countRows, isFound } from '../rows/read-rows.ts';
import type { ViewerScope } from '../rows/viewer-scope.ts';
import { visibleBooks, visibleLibraries, visibleSeries } from '../rows/visibility.ts';

export type ReadingProfileRow = Selectable<ReadingProfileTable>;
export type ReadingChoiceRow = Selectable<ReadingChoiceTable>;

/** The series of a book, also of a soft-deleted one; undefined when the book is hidden. */
export async function findSeriesIdByBook(db: ReadDb, scope: ViewerScope, bookId: string): Promise<string | undefined> {
  const query = visibleBooks(db, scope, { includeDeleted: true }).where('book.id', '=', bookId);
  return (await query.select('book.seriesId').executeTakeFirst())?.seriesId;
}

/** Whether the viewer may see a series, also a soft-deleted one. */
export async function isSeriesVisible(db: ReadDb, scope: ViewerScope, seriesId: string): Promise<boolean> {
  const query = visibleSeries(db, scope, { includeDeleted: true }).where('series.id', '=', seriesId);
  return isFound(query.select('series.id'));
}

/** Whether the viewer may see a library. */
export async function isLibraryVisible(db: ReadDb, scope: ViewerScope, libraryId: string): Promise<boolean> {
  return isFound(visibleLibraries(db, scope).where('library.id', '=', libraryId).select('library.id'));
}

/** Stored profiles of a user, by id. */
export async function listProfileRows(db: ReadDb, userId: string): Promise<ReadingProfileRow[]> {
  return db.selectFrom('readingProfile').selectAll().where('userId', '=', userId).orderBy('id').execute();
}

/** Series by the profile that a user chose for them. */
export async function countSeriesByProfile(db: ReadDb, userId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('readingChoice')
    .where('userId', '=', userId)
    .where('scope', '=', 'series')
    .where('profileId', 'is not', null)
    .groupBy('profileId')
    .select((eb) => ['profileId', eb.fn.countAll<number>().as('count')])
    .execute();
  return new Map(rows.map(({ profileId, count }) => [profileId ?? '', count]));
}

/** Choices for formats, all books, the visible libraries, and one series. */
export async function listChoiceRows(
  db: ReadDb,
  viewerScope: ViewerScope,
  seriesId: string | undefined,
): Promise<ReadingChoiceRow[]> {
  return db
    .selectFrom('readingChoice')
    .selectAll()
    .where('userId', '=', viewerScope.userId)
    .where((eb) =>
      eb.or([
        eb('scope', 'in', ['format', 'all']),
        eb('libraryId', 'in', visibleLibraries(db, viewerScope).select('library.id')),
        ...(seriesId === undefined ? [] : [eb('seriesId', '=', seriesId)]),
      ]),
    )
    .orderBy('scope')
    .orderBy('targetId')
    .execute();
}

/** The profile of a user; undefined when it has no row. */
export async function findProfileRow(db: ReadDb, userId: string, id: string): Promise<ReadingProfileRow | undefined> {
  const query = db.selectFrom('readingProfile').selectAll().where('userId', '=', userId).where('id', '=', id);
  return query.executeTakeFirst();
}

/** What a user chose for one target. */
export async function findChoiceRow(
  db: ReadDb,
  { userId, scope, targetId }: Pick<ReadingChoiceRow, 'userId' | 'scope' | 'targetId'>,
): Promise<ReadingChoiceRow | undefined> {
  return db
    .selectFrom('readingChoice')
    .selectAll()
    .where('userId', '=', userId)
    .where('scope', '=', scope)
    .where('targetId', '=', targetId)
    .executeTakeFirst();
}

/** How many rows a user has in one of the tables. */
export async function countReadingRows(
  db: ReadDb,
  table: 'readingProfile' | 'readingChoice',
  userId: string,
): Promise<number> {
  return countRows(db.selectFrom(table).where('userId', '=', userId));
}

/** Stores a profile, new or known by its id. */
export async function writeProfile(tx: Tx, row: ReadingProfileRow): Promise<void> {
  await tx.write
    .insertInto('readingProfile')
    .values(row)
    .onConflict((conflict) => conflict.columns(['userId', 'id']).doUpdateSet(row))
    .execute();
}

/** Deletes the row of a profile; false when there is none. */
export async function deleteProfileRow(tx: Tx, userId: string, id: string): Promise<boolean> {
  const query = tx.write.deleteFrom('readingProfile').where('userId', '=', userId).where('id', '=', id);
  return isFound(query.returning('id'));
}

/** Removes a profile from everything that it was chosen for; own options of a series stay. */
export async function forgetProfile(tx: Tx, userId: string, profileId: string): Promise<void> {
  const isChosen = tx.write.updateTable('readingChoice').set({ profileId: null }).where('userId', '=', userId);
  await isChosen.where('profileId', '=', profileId).execute();
  const isEmpty = tx.write.deleteFrom('readingChoice').where('userId', '=', userId).where('profileId', 'is', null);
  await isEmpty.where('settings', '=', '{}').execute();
}

/** Stores a choice, or deletes one that says nothing. */
export async function writeChoice(tx: Tx, row: ReadingChoiceRow): Promise<void> {
  const { userId, scope, targetId } = row;
  if (row.profileId !== null || row.settings !== '{}') {
    await tx.write
      .insertInto('readingChoice')
      .values(row)
      .onConflict((conflict) => conflict.columns(['userId', 'scope', 'targetId']).doUpdateSet(row))
      .execute();
    return;
  }
  const query = tx.write.deleteFrom('readingChoice').where('userId', '=', userId).where('scope', '=', scope);
  await query.where('targetId', '=', targetId).execute();
}
