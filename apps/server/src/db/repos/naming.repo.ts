import type { ReadDb } from '../open.ts';

/** The settings that name and number the books of a series. */
export interface Naming {
  readonly seriesTitle: string;
  readonly bookStrategy: string;
  readonly numberStrategy: string;
}

/** How the library of a series names its books, or undefined when the series is gone. */
export async function findNaming(db: ReadDb, seriesId: string): Promise<Naming | undefined> {
  return db
    .selectFrom('series')
    .innerJoin('library', 'library.id', 'series.libraryId')
    .select(['series.title as seriesTitle', 'library.bookStrategy', 'library.numberStrategy'])
    .where('series.id', '=', seriesId)
    .executeTakeFirst();
}
