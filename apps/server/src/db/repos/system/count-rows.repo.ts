import { sql } from 'kysely';
import { listDumpedNames } from '../../dump/own-tables.ts';
import type { Database } from '../../open.ts';

/** Rows of each table that a backup holds, by name of the table. */
export async function countDumpedRows({
  readHeavy,
}: Pick<Database, 'readHeavy'>): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const name of listDumpedNames()) {
    const counted = sql<{ rows: number }>`(select count(*) as "rows" from ${sql.table(name)})`.as('counted');
    const { rows } = await readHeavy.selectFrom(counted).select('counted.rows').executeTakeFirstOrThrow();
    counts.set(name, rows);
  }
  return counts;
}
