import { sql } from 'kysely';
import type { ReadDb, Tx } from '../../open.ts';
import { countRows, type ReadRow } from '../rows/read-rows.ts';

/** Which books: of a library, or of one series. */
export type AnalysisScope = { readonly libraryId: string } | { readonly seriesId: string };

/** A book that waits for analysis. */
export type DueBook = ReadRow<typeof findDueBook>;

const DUE = sql.lit(1);

/** Which of the books that wait: those with ids above or below one, where one is given. */
interface DueSlice {
  readonly above?: string | undefined;
  readonly below?: string | undefined;
  readonly limit: number;
}

/** A book, if it waits for analysis. */
export async function findDueBook(db: ReadDb, bookId: string) {
  return db
    .selectFrom('book')
    .select(['id', 'fileName'])
    .where('id', '=', bookId)
    .where('analysisDue', '=', DUE)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
}

/** Books that wait for analysis, the latest id first: the order in which a new library is shown. */
export async function listDueBooks(db: ReadDb, scope: AnalysisScope, { above, below, limit }: DueSlice) {
  return db
    .selectFrom('book')
    .select(['id', 'fileName'])
    .$if('libraryId' in scope, (query) => query.where('libraryId', '=', 'libraryId' in scope ? scope.libraryId : ''))
    .$if('seriesId' in scope, (query) => query.where('seriesId', '=', 'seriesId' in scope ? scope.seriesId : ''))
    .where('analysisDue', '=', DUE)
    .where('deletedAt', 'is', null)
    .$if(above !== undefined, (query) => query.where('id', '>', above ?? ''))
    .$if(below !== undefined, (query) => query.where('id', '<', below ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** How many wait. */
export async function countDue(db: ReadDb, scope: AnalysisScope): Promise<number> {
  return countRows(
    db
      .selectFrom('book')
      .$if('libraryId' in scope, (query) => query.where('libraryId', '=', 'libraryId' in scope ? scope.libraryId : ''))
      .$if('seriesId' in scope, (query) => query.where('seriesId', '=', 'seriesId' in scope ? scope.seriesId : ''))
      .where('analysisDue', '=', DUE)
      .where('deletedAt', 'is', null),
  );
}

/** Marks the live books of a series for analysis. */
export async function markSeriesDue(tx: Tx, seriesId: string): Promise<void> {
  await tx.write
    .updateTable('book')
    .set({ analysisDue: 1 })
    .where('seriesId', '=', seriesId)
    .where('deletedAt', 'is', null)
    .execute();
}
