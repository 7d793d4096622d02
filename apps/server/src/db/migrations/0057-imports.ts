import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../sql/dialect.ts';

/** Files of the import folder, with what an admin chose for each. */
export async function addImports(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('importItem')
    .addColumn('id', types.key, (column) => column.primaryKey())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('fileSize', 'bigint', (column) => column.notNull())
    .addColumn('fileModifiedAt', 'bigint', (column) => column.notNull())
    .addColumn('fileHash', 'text', (column) => column.notNull())
    .addColumn('format', 'text', (column) => column.notNull())
    .addColumn('state', types.key, (column) => column.notNull())
    .addColumn('fault', 'text')
    .addColumn('libraryId', 'text', (column) => column.references('library.id').onDelete('set null'))
    .addColumn('seriesTitle', 'text', (column) => column.notNull())
    .addColumn('folder', 'text', (column) => column.notNull())
    .addColumn('fileName', 'text', (column) => column.notNull())
    .addColumn('duplicateId', 'text', (column) => column.references('book.id').onDelete('set null'))
    .addColumn('root', 'text')
    .addColumn('foundAt', 'bigint', (column) => column.notNull())
    .addColumn('updatedAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('importItemByState').on('importItem').columns(['state', 'id']).execute();
  await db.schema.createIndex('importItemByLibrary').on('importItem').column('libraryId').execute();
  await db.schema.createIndex('importItemByDuplicate').on('importItem').column('duplicateId').execute();
}
