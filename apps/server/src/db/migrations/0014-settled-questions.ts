import type { Kysely } from 'kysely';

type Db = Kysely<unknown>;

/** What people decided: which errors of books they live with, and until when they confirmed what went missing. */
export async function addSettledQuestions(db: Db): Promise<void> {
  await db.schema.alterTable('bookError').addColumn('ignoredAt', 'bigint').execute();
  await db.schema
    .alterTable('bookError')
    .addColumn('ignoredBy', 'text', (column) => column.references('user.id').onDelete('set null'))
    .execute();
  await db.schema.alterTable('bookError').addColumn('ignoredFile', 'text').execute();
  await db.schema.alterTable('library').addColumn('removalsConfirmedAt', 'bigint').execute();
}
