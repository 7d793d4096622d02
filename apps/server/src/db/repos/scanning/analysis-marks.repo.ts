import { sql } from 'kysely';
import type { ReadDb, Tx } from '../../open.ts';
import { lockAgainstChange } from '#db/sql/row-locks.ts';
import { readChunked, writeChunked } from '../rows/read-rows.ts';

// Partial indexes are used only where the statement itself says the value.
const DUE = sql.lit(1);

/** Marks live books for analysis. @param by the column of the ids */
export async function markBooksDue(tx: Tx, by: 'id' | 'seriesId' | 'libraryId', ids: readonly string[]): Promise<void> {
  await writeChunked(ids, (some) =>
    tx.write.updateTable('book').set({ analysisDue: 1 }).where(by, 'in', some).where('deletedAt', 'is', null),
  );
}

/** Libraries of live books that wait for analysis. @param by the column of the ids */
export async function listDueLibraries(db: ReadDb, by: 'id' | 'seriesId', ids: readonly string[]): Promise<string[]> {
  const rows = await readChunked(ids, (some) =>
    db
      .selectFrom('book')
      .select('libraryId')
      .distinct()
      .where(by, 'in', some)
      .where('analysisDue', '=', DUE)
      .where('deletedAt', 'is', null),
  );
  const found = new Set(rows.map(({ libraryId }) => libraryId));
  return [...found];
}

/**
 * Locks libraries against transactions that bring, move or remove series and books; taken before any other row of the catalog.
 */
export async function lockLibraries(tx: Tx, libraryIds: readonly string[]): Promise<void> {
  if (tx.kind === 'sqlite') return;
  // In one order, so that two transactions cannot deadlock.
  const libraries = tx.write.selectFrom('library').select('id').where('id', 'in', libraryIds).orderBy('id');
  await lockAgainstChange(tx.kind, libraries).execute();
}

/** Locks the library of a series. */
export async function lockSeriesLibrary(tx: Tx, seriesId: string): Promise<void> {
  if (tx.kind === 'sqlite') return;
  const library = tx.write
    .selectFrom('library')
    .select('id')
    .where('id', '=', (eb) => eb.selectFrom('series').select('libraryId').where('id', '=', seriesId));
  await lockAgainstChange(tx.kind, library).execute();
}
