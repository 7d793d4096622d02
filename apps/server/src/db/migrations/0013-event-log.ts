import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../sql/dialect.ts';

/** Events between processes. */
export async function addEventLog(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('eventLog')
    .addColumn('id', types.serial, (column) => column.primaryKey())
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('number', 'bigint', (column) => column.notNull())
    .addColumn('stream', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('json', 'text', (column) => column.notNull())
    .addColumn('libraryIds', 'text')
    .addUniqueConstraint('eventLogOnce', ['origin', 'number'])
    .execute();
}
