import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../sql/dialect.ts';

/** Access to libraries, renewable sessions, and tokens sent by mail. */
export async function addAccounts(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .alterTable('user')
    .addColumn('allLibraries', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
  await db.schema
    .alterTable('user')
    .addColumn('mustVerify', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable('userLibrary')
    .addColumn('userId', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('libraryId', 'text', (column) => column.notNull().references('library.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('userLibraryOnce', ['userId', 'libraryId'])
    .execute();
  await db.schema.createIndex('userLibraryByLibrary').on('userLibrary').column('libraryId').execute();
  await db.schema
    .alterTable('session')
    .addColumn('renewals', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('session').addColumn('renewedAt', 'bigint').execute();
  await db.schema
    .createTable('mailToken')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('userId', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('tokenHash', types.key, (column) => column.notNull().unique())
    .addColumn('email', 'text')
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('expiresAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('mailTokenByUser').on('mailToken').columns(['userId', 'purpose']).execute();
}
