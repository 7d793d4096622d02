import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../sql/dialect.ts';

/** Saved filters of users. */
export async function addFilterPresets(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('filterPreset')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('userId', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('nameKey', types.key, (column) => column.notNull())
    .addColumn('scope', 'text', (column) => column.notNull())
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('condition', 'text', (column) => column.notNull())
    .addColumn('query', 'text')
    .addColumn('sort', 'text')
    .addColumn('libraryId', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('updatedAt', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('filterPresetOnce', ['userId', 'scope', 'target', 'libraryId', 'nameKey'])
    .execute();
}
