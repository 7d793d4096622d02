import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../sql/dialect.ts';

/** What the server found about itself last: since when, and which of it an admin hid. */
export async function addHealth(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('healthFinding')
    .addColumn('key', types.key, (column) => column.primaryKey())
    .addColumn('area', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('advice', 'text')
    .addColumn('page', 'text', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addColumn('hiddenAt', 'bigint')
    .addColumn('hiddenBy', 'text')
    .execute();
}
