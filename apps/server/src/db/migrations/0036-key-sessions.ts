import type { Kysely } from 'kysely';

/** Sessions of an API key, which have its limits and end with it. */
export async function addKeySessions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('session')
    .addColumn('apiKeyId', 'text', (column) => column.references('apiKey.id').onDelete('cascade'))
    .execute();
  await db.schema.createIndex('sessionOfKey').on('session').column('apiKeyId').execute();
}
