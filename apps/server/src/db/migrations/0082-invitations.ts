import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../sql/dialect.ts';

/** Links with which people make their own account. They end with the account of their maker. */
export async function addInvitations(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('invitation')
    .addColumn('id', types.key, (column) => column.primaryKey())
    .addColumn('tokenHash', types.key, (column) => column.notNull().unique())
    .addColumn('createdBy', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('note', 'text')
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('roleId', types.key)
    .addColumn('libraryIds', 'text')
    .addColumn('maxUses', 'integer', (column) => column.notNull())
    .addColumn('useCount', 'integer', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('expiresAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('invitationByMaker').on('invitation').column('createdBy').execute();
}
