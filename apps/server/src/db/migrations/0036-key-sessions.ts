import type { Kysely } from 'kysely';

/** Sessions that were opened with an API key, which may do no more than it and end with it. */
export async function addKeySessions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('session')
    .addColumn('apiKeyId', 'text', (column) => column.references('apiKey.id').onDelete('cascade'))
    .execute();
  await db.schema.createIndex('sessionOfKey').on('session').column('apiKeyId').execute();
}
