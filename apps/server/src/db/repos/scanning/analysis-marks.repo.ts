import { sql } from 'kysely';
import type { ReadDb, Tx } from '../../open.ts';
import { chunked } from '../../sql/dialect.ts';
import { kept } from '../../sql/row-locks.ts';

// Partial indexes are used only where the statement itself says the value.
const DUE = sql.lit(1);

/** Has live books opened again that are named by a column. */
export async function markBooksDue(tx: Tx, by: 'id' | 'seriesId' | 'libraryId', ids: readonly string[]): Promise<void> {
  for (const some of chunked(ids)) {
    await tx.write
      .updateTable('book')
      .set({ analysisDue: 1 })
      .where(by, 'in', some)
      .where('deletedAt', 'is', null)
      .execute();
  }
}

/** Libraries of live books that wait and are named by a column. */
export async function listDueLibraries(db: ReadDb, by: 'id' | 'seriesId', ids: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const some of chunked(ids)) {
    const rows = await db
      .selectFrom('book')
      .select('libraryId')
      .distinct()
      .where(by, 'in', some)
      .where('analysisDue', '=', DUE)
      .where('deletedAt', 'is', null)
      .execute();
    for (const { libraryId } of rows) found.add(libraryId);
  }
  return [...found];
}

/**
 * Lets only one transaction at a time go on from here that brings, moves or removes series and books of these libraries, until
 * it ends: what it has looked up after this stays true. It comes before any other row of the catalog is held. SQLite has one
 * writer anyway.
 */
export async function holdLibraries(tx: Tx, libraryIds: readonly string[]): Promise<void> {
  if (tx.kind === 'sqlite') return;
  // Locked in the order in which they come: two that hold several never wait for each other.
  const libraries = tx.write.selectFrom('library').select('id').where('id', 'in', libraryIds).orderBy('id');
  await kept(tx.kind, libraries).execute();
}

/** The same with the library that a series is in. */
export async function holdLibraryOf(tx: Tx, seriesId: string): Promise<void> {
  if (tx.kind === 'sqlite') return;
  const library = tx.write
    .selectFrom('library')
    .select('id')
    .where('id', '=', (eb) => eb.selectFrom('series').select('libraryId').where('id', '=', seriesId));
  await kept(tx.kind, library).execute();
}
