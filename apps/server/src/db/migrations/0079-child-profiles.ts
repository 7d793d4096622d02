import type { Kysely } from 'kysely';

/**
 * Profiles of children below an account, and which one a session has open. A deleted profile takes the sessions with it: they must
 * not become those of the parent.
 */
export async function addChildProfiles(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('user')
    .addColumn('parentId', 'text', (column) => column.references('user.id').onDelete('cascade'))
    .execute();
  await db.schema.alterTable('user').addColumn('pinHash', 'text').execute();
  await db.schema
    .alterTable('session')
    .addColumn('profileId', 'text', (column) => column.references('user.id').onDelete('cascade'))
    .execute();
  await db.schema.createIndex('userByParent').on('user').column('parentId').execute();
  await db.schema.createIndex('sessionByProfile').on('session').column('profileId').execute();
}
