import { sql } from 'kysely';
import type { ReadDb } from '../open.ts';
import { type Beholder, visibleBooks, visibleLibraries, visibleSeries } from './visibility.ts';

/** The cover of a book, as far as the database knows it. */
export interface CoverRow {
  readonly bookId: string;
  readonly libraryId: string;
  readonly coverKey: string | null;
  readonly state: string;
}

const COLUMNS = ['book.id as bookId', 'book.libraryId', 'book.coverKey', 'book.state'] as const;

/** The cover of a book that the viewer may see; deleted books keep theirs. */
export async function findBookCover(db: ReadDb, beholder: Beholder, bookId: string): Promise<CoverRow | undefined> {
  return visibleBooks(db, beholder, { includeDeleted: true })
    .select(COLUMNS)
    .where('book.id', '=', bookId)
    .executeTakeFirst();
}

/** Whether the viewer may see the series. */
export async function hasVisibleSeries(db: ReadDb, beholder: Beholder, seriesId: string): Promise<boolean> {
  const row = await visibleSeries(db, beholder, { includeDeleted: true })
    .select('series.id')
    .where('series.id', '=', seriesId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the viewer may see the library. */
export async function hasVisibleLibrary(db: ReadDb, beholder: Beholder, libraryId: string): Promise<boolean> {
  const row = await visibleLibraries(db, beholder)
    .select('library.id')
    .where('library.id', '=', libraryId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The first book of a series that has a cover, else the first of all: what it shows is the cover of the series. */
export async function findSeriesCover(db: ReadDb, beholder: Beholder, seriesId: string): Promise<CoverRow | undefined> {
  return visibleBooks(db, beholder)
    .select(COLUMNS)
    .where('book.seriesId', '=', seriesId)
    .orderBy((eb) => sql`case when ${eb.ref('book.coverKey')} is null then 1 else 0 end`)
    .orderBy((eb) => sql`case when ${eb.ref('book.numberSort')} is null then 1 else 0 end`)
    .orderBy('book.numberSort')
    .orderBy('book.sortKey')
    .orderBy('book.id')
    .limit(1)
    .executeTakeFirst();
}

/** The first series of a library that the viewer may see. */
export async function findFirstSeriesId(
  db: ReadDb,
  beholder: Beholder,
  libraryId: string,
): Promise<string | undefined> {
  const row = await visibleSeries(db, beholder)
    .select('series.id')
    .where('series.libraryId', '=', libraryId)
    .orderBy('series.sortKey')
    .orderBy('series.id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}
