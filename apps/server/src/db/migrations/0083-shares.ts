import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../sql/dialect.ts';

/** Links to one book or reading list. They end with the account of their maker. */
export async function addShares(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('share')
    .addColumn('id', types.key, (column) => column.primaryKey())
    .addColumn('tokenHash', types.key, (column) => column.notNull().unique())
    .addColumn('createdBy', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('targetId', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('audience', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('expiresAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('shareByMaker').on('share').column('createdBy').execute();
}
