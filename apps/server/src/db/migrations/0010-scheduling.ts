import type { Kysely } from 'kysely';

/**
 * State shared by processes: who is alive, whether background work is paused, when a library is due, and who watches
 * it.
 */
export async function addScheduling(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('task')
    .addColumn('rerun', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable('serverState')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('changedAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('serverProcess')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('startedAt', 'bigint', (column) => column.notNull())
    .addColumn('aliveUntil', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('librarySchedule')
    .addColumn('libraryId', 'text', (column) => column.primaryKey().references('library.id').onDelete('cascade'))
    .addColumn('cronSchedule', 'text', (column) => column.notNull())
    .addColumn('cronTimezone', 'text', (column) => column.notNull())
    .addColumn('nextRunAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('libraryWatch')
    .addColumn('libraryId', 'text', (column) => column.primaryKey().references('library.id').onDelete('cascade'))
    .addColumn('holder', 'text')
    .addColumn('method', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('changedAt', 'bigint', (column) => column.notNull())
    .execute();
}
