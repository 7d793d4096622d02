import { type Selectable, sql } from 'kysely';
import { nonEmptyIds } from '../../sql/dialect.ts';
import { inPages, PAGE_ROWS } from '../../in-pages.ts';
import type { ReadDb, Tx } from '../../open.ts';
import type { BookMetadataTable } from '../../schema/index.ts';
import { type IdPage, isFound, readChunked, type ReadRow, writeChunked } from '../rows/read-rows.ts';

/** Columns of a library that names, numbers and groups follow from. */
export const RULE_COLUMNS = [
  'library.seriesStrategy',
  'library.seriesConfig',
  'library.bookStrategy',
  'library.bookConfig',
  'library.numberStrategy',
  'library.titlePreprocessingRules',
] as const;

/** How the library of a series names its books, or undefined when the series is gone. */
export async function findNaming(db: ReadDb, seriesId: string) {
  return db
    .selectFrom('series')
    .innerJoin('library', 'library.id', 'series.libraryId')
    .select(['series.libraryId', 'series.title as seriesTitle', ...RULE_COLUMNS])
    .where('series.id', '=', seriesId)
    .executeTakeFirst();
}

export type Statement = Pick<Selectable<BookMetadataTable>, 'bookId' | 'series' | 'title' | 'authors'>;

/** What every analysed book of a library says, a thousand at a time. */
export async function* listStatements(db: ReadDb, libraryId: string): AsyncGenerator<Statement[], void> {
  yield* inPages(
    async (after) =>
      db
        .selectFrom('book')
        .innerJoin('bookMetadata as stated', 'stated.bookId', 'book.id')
        .select(['book.id as bookId', 'stated.series', 'stated.title', 'stated.authors'])
        .where('book.libraryId', '=', libraryId)
        .where('book.id', '>', after)
        .orderBy('book.id')
        .limit(PAGE_ROWS)
        .execute(),
    ({ bookId }) => bookId,
  );
}

/** Removes series without any book, edited field and chosen cover. @returns their ids */
export async function deleteEmptiedSeries(tx: Tx, seriesIds: readonly string[]): Promise<string[]> {
  const rows = await readChunked(seriesIds, (chunk) =>
    tx.write
      .deleteFrom('series')
      .where('id', 'in', chunk)
      .where('locks', '=', '[]')
      .where('hasCustomCover', '=', 0)
      .where((eb) =>
        eb.not(eb.exists(eb.selectFrom('book').select('book.id').whereRef('book.seriesId', '=', 'series.id'))),
      )
      .returning('id'),
  );
  return rows.map(({ id }) => id);
}

export type GroupedSeries = ReadRow<typeof findSeriesAt>;

function grouped(db: ReadDb) {
  return db.selectFrom('series').select(['id', 'path', 'name', 'title', 'titleSort', 'locks']);
}

/** The series of a group, or undefined when the library has none there. */
export async function findSeriesAt(db: ReadDb, libraryId: string, path: string) {
  return grouped(db).where('libraryId', '=', libraryId).where('path', '=', path).executeTakeFirst();
}

/** One series, or undefined when it is gone. */
export async function findGroupedSeries(db: ReadDb, seriesId: string): Promise<GroupedSeries | undefined> {
  return grouped(db).where('id', '=', seriesId).executeTakeFirst();
}

/** Whether a series has this book and no other, not even a deleted one. */
export async function isOnlyBook(db: ReadDb, seriesId: string, bookId: string): Promise<boolean> {
  const other = await db
    .selectFrom('book')
    .select('id')
    .where('seriesId', '=', seriesId)
    .where('id', '<>', bookId)
    .limit(1)
    .executeTakeFirst();
  return other === undefined;
}

// Partial indexes are used only where the statement itself says the value.
const DUE = sql.lit(1);

/** Marks series whose books need new numbers. */
export async function markNumbersDue(tx: Tx, seriesIds: readonly string[]): Promise<void> {
  await writeChunked(seriesIds, (chunk) =>
    tx.write.updateTable('series').set({ numbersDue: 1 }).where('id', 'in', chunk),
  );
}

/** Notes that the books of a series are numbered. */
export async function clearNumbersDue(tx: Tx, seriesId: string): Promise<void> {
  await tx.write.updateTable('series').set({ numbersDue: 0 }).where('id', '=', seriesId).execute();
}

/** Whether any series waits to be numbered again. */
export async function hasNumbersDue(db: ReadDb): Promise<boolean> {
  return isFound(db.selectFrom('series').select('id').where('numbersDue', '=', DUE).limit(1));
}

/** Series that wait to be numbered again, by id from `after` on. */
export async function listNumbersDue(db: ReadDb, { after, limit }: IdPage): Promise<string[]> {
  const rows = await db
    .selectFrom('series')
    .select('id')
    .where('numbersDue', '=', DUE)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether a series waits to be numbered again. */
export async function isNumbersDue(db: ReadDb, seriesId: string): Promise<boolean> {
  return isFound(db.selectFrom('series').select('id').where('id', '=', seriesId).where('numbersDue', '=', DUE));
}

/** The rules of libraries by id. */
export async function listRules(db: ReadDb, libraryIds: readonly string[]) {
  return db
    .selectFrom('library')
    .select(['library.id', ...RULE_COLUMNS])
    .where('library.id', 'in', nonEmptyIds(libraryIds))
    .execute();
}

/** How many live books series have, by id; those without any are left out. */
export async function countSeriesLiveBooks(
  db: ReadDb,
  seriesIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await readChunked(seriesIds, (ids) =>
    db
      .selectFrom('book')
      .select(['seriesId', (eb) => eb.fn.countAll<number>().as('count')])
      .where('seriesId', 'in', ids)
      .where('deletedAt', 'is', null)
      .groupBy('seriesId'),
  );
  return new Map(rows.map(({ seriesId, count }) => [seriesId, count]));
}

/** File facts of books for template contexts. */
export async function listFileFacts(db: ReadDb, bookIds: readonly string[]) {
  return readChunked(bookIds, (ids) =>
    db.selectFrom('book').select(['id', 'fileFormat', 'fileSize', 'pageCount']).where('id', 'in', ids),
  );
}
