import { sql } from 'kysely';
import { chunked } from '../sql/dialect.ts';
import type { ReadDb, Tx } from '../open.ts';
import { removeStrayGrams } from './gram-index.ts';
import { NAMED } from './search-texts.repo.ts';

/** A row whose index entry is outdated. */
export interface SearchMark {
  readonly id: number;
  readonly kind: string;
  readonly entityId: string;
}

/** The oldest marks. */
export async function listSearchMarks(db: ReadDb, limit: number): Promise<SearchMark[]> {
  return await db.selectFrom('searchMark').select(['id', 'kind', 'entityId']).orderBy('id').limit(limit).execute();
}

/** Deletes applied marks. */
export async function deleteSearchMarks(tx: Tx, ids: readonly number[]): Promise<void> {
  for (const some of chunked(ids)) await tx.write.deleteFrom('searchMark').where('id', 'in', some).execute();
}

/** Counts the waiting marks. */
export async function countSearchMarks(db: ReadDb): Promise<number> {
  const row = await db
    .selectFrom('searchMark')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/**
 * Marks every row, and deletes documents without a row. Documents stay searchable meanwhile; only the words for
 * corrected spelling come back later.
 */
export async function markEverything(tx: Tx): Promise<void> {
  await tx.write.deleteFrom('searchMark').execute();
  await tx.write.deleteFrom('searchWord').execute();
  for (const kind of ['book', 'series', ...NAMED] as const) {
    await tx.write
      .deleteFrom('searchDoc')
      .where('kind', '=', kind)
      .where('entityId', 'not in', sql<string>`(select "id" from ${sql.table(kind)})`)
      .execute();
    await tx.write
      .insertInto('searchMark')
      .columns(['kind', 'entityId'])
      .expression(sql`select ${sql.lit(kind)}, "id" from ${sql.table(kind)}`)
      .execute();
  }
  // People and publishers come back with the books that name them.
  await tx.write.deleteFrom('searchDoc').where('kind', 'in', ['person', 'publisher']).execute();
  await removeStrayGrams(tx);
  await tx.write
    .deleteFrom('searchName')
    .where('docId', 'not in', (eb) => eb.selectFrom('searchDoc').select('id'))
    .execute();
}
