import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../sql/dialect.ts';

/** Files that users delete with their books, and libraries that allow it. */
export async function addTrashedFiles(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .alterTable('library')
    .addColumn('allowFileDeletion', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable('trashedFile')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('bookId', 'text', (column) => column.notNull().references('book.id').onDelete('cascade'))
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('state', types.key, (column) => column.notNull())
    .addColumn('trashedAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('trashedFileByBook').on('trashedFile').columns(['bookId', 'trashedAt']).execute();
  await db.schema.createIndex('trashedFileByTime').on('trashedFile').columns(['state', 'trashedAt']).execute();
}
