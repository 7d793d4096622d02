import { sql } from 'kysely';
import { chunked } from '../../dialect.ts';
import type { ReadDb, Tx } from '../../open.ts';

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
