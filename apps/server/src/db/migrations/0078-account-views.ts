import type { Kysely } from 'kysely';

/**
 * When an admin saw the app as another account does. Rows outlive the session and the account of the admin, so that the person
 * can look them up.
 */
export async function addAccountViews(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('accountView')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('sessionId', 'text', (column) => column.notNull())
    .addColumn('adminId', 'text', (column) => column.notNull())
    .addColumn('adminName', 'text', (column) => column.notNull())
    .addColumn('userId', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('startedAt', 'bigint', (column) => column.notNull())
    .addColumn('endsAt', 'bigint', (column) => column.notNull())
    .addColumn('endedAt', 'bigint')
    .execute();
  await db.schema.createIndex('accountViewBySession').on('accountView').column('sessionId').execute();
  await db.schema.createIndex('accountViewByUser').on('accountView').columns(['userId', 'startedAt']).execute();
}
