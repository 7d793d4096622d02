import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../sql/dialect.ts';

/** Files that users upload in parts, and libraries that take them. */
export async function addUploads(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .alterTable('library')
    .addColumn('allowUploads', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable('bookUpload')
    .addColumn('id', types.key, (column) => column.primaryKey())
    .addColumn('libraryId', 'text', (column) => column.notNull().references('library.id').onDelete('cascade'))
    .addColumn('userId', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('folder', 'text', (column) => column.notNull())
    .addColumn('fileName', 'text', (column) => column.notNull())
    .addColumn('sizeBytes', 'bigint', (column) => column.notNull())
    .addColumn('modifiedAt', 'bigint', (column) => column.notNull())
    .addColumn('receivedBytes', 'bigint', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('updatedAt', 'bigint', (column) => column.notNull())
    .execute();
  const index = db.schema.createIndex('bookUploadByPlace').on('bookUpload').unique();
  await index.columns(['libraryId', 'folder', 'fileName']).execute();
  await db.schema.createIndex('bookUploadByUser').on('bookUpload').columns(['userId', 'libraryId']).execute();
}
