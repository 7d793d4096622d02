import { type Kysely, sql } from 'kysely';

type Db = Kysely<unknown>;

/** Why books are in their series, and which series wait for numbering. */
export async function addDecisions(db: Db): Promise<void> {
  await db.schema.alterTable('book').addColumn('placedBy', 'text').execute();
  await db.schema.alterTable('book').addColumn('namedBy', 'text').execute();
  await db.schema
    .alterTable('series')
    .addColumn('numbersDue', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createIndex('seriesToRenumber')
    .on('series')
    .columns(['libraryId', 'id'])
    .where(sql.ref('numbersDue'), '=', sql.lit(1))
    .execute();
}
