import { chunked } from '../dialect.ts';
import type { ReadDb, Tx } from '../open.ts';

/** Columns of a library that names, numbers and groups follow from. */
export const RULE_COLUMNS = [
  'library.seriesStrategy',
  'library.seriesConfig',
  'library.bookStrategy',
  'library.bookConfig',
  'library.numberStrategy',
  'library.titlePreprocessingRules',
] as const;

/** The settings that name and number the books of a series. */
export interface Naming {
  readonly libraryId: string;
  readonly seriesTitle: string;
  readonly seriesStrategy: string;
  /** JSON. */
  readonly seriesConfig: string | null;
  readonly bookStrategy: string;
  /** JSON. */
  readonly bookConfig: string | null;
  readonly numberStrategy: string;
  /** JSON. */
  readonly titlePreprocessingRules: string | null;
}

/** How the library of a series names its books, or undefined when the series is gone. */
export async function findNaming(db: ReadDb, seriesId: string): Promise<Naming | undefined> {
  return db
    .selectFrom('series')
    .innerJoin('library', 'library.id', 'series.libraryId')
    .select(['series.libraryId', 'series.title as seriesTitle', ...RULE_COLUMNS])
    .where('series.id', '=', seriesId)
    .executeTakeFirst();
}

/** What a book says, itself or by a file beside it, that its series may follow from. */
export interface Statement {
  readonly bookId: string;
  readonly series: string | null;
  /** JSON array of `{name, role, …}`. */
  readonly authors: string;
}

const PAGE = 1_000;

/** What every analysed book of a library says, a thousand at a time. */
export async function* listStatements(db: ReadDb, libraryId: string): AsyncGenerator<Statement[], void> {
  for (let after = ''; ; ) {
    const from = after;
    const rows = await db
      .selectFrom('book')
      .innerJoin('bookMetadata as stated', 'stated.bookId', 'book.id')
      .select(['book.id as bookId', 'stated.series', 'stated.authors'])
      .where('book.libraryId', '=', libraryId)
      .where('book.id', '>', from)
      .orderBy('book.id')
      .limit(PAGE)
      .execute();
    yield rows;
    const last = rows.at(-1);
    if (rows.length < PAGE || last === undefined) return;
    after = last.bookId;
  }
}

/**
 * Removes those of the series that have no book left, not even a deleted one, and that nobody edited or gave a cover.
 * @returns ids of the removed ones
 */
export async function deleteEmptiedSeries(tx: Tx, seriesIds: readonly string[]): Promise<string[]> {
  const deleted: string[] = [];
  for (const chunk of chunked(seriesIds)) {
    const rows = await tx.write
      .deleteFrom('series')
      .where('id', 'in', chunk)
      .where('locks', '=', '[]')
      .where('hasCustomCover', '=', 0)
      .where((eb) =>
        eb.not(eb.exists(eb.selectFrom('book').select('book.id').whereRef('book.seriesId', '=', 'series.id'))),
      )
      .returning('id')
      .execute();
    deleted.push(...rows.map(({ id }) => id));
  }
  return deleted;
}
