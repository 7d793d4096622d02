import type { Kysely } from 'kysely';

type Db = Kysely<unknown>;

/** Decisions of users: ignored book errors, and confirmed removals. */
export async function addSettledQuestions(db: Db): Promise<void> {
  await db.schema.alterTable('bookError').addColumn('ignoredAt', 'bigint').execute();
  await db.schema
    .alterTable('bookError')
    .addColumn('ignoredBy', 'text', (column) => column.references('user.id').onDelete('set null'))
    .execute();
  await db.schema.alterTable('bookError').addColumn('ignoredFile', 'text').execute();
  await db.schema.alterTable('library').addColumn('removalsConfirmedAt', 'bigint').execute();
}
