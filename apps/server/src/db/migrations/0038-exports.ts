import type { Kysely } from 'kysely';

/** Exports of the catalog by users. */
export async function addExports(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('catalogExport')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('userId', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('format', 'text', (column) => column.notNull())
    .addColumn('exportType', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('libraryIds', 'text', (column) => column.notNull())
    .addColumn('fields', 'text', (column) => column.notNull())
    .addColumn('bookFields', 'text', (column) => column.notNull())
    .addColumn('fileSizeBytes', 'bigint')
    .addColumn('rowCount', 'integer')
    .addColumn('error', 'text')
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('startedAt', 'bigint')
    .addColumn('completedAt', 'bigint')
    .addColumn('expiresAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('catalogExportOwner').on('catalogExport').columns(['userId', 'createdAt']).execute();
}
