import type { Kysely } from 'kysely';

/** Events store their audience; earlier rows are deleted. */
export async function addEventAudience(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('eventLog').dropColumn('libraryIds').execute();
  await db.schema.alterTable('eventLog').addColumn('audience', 'text').execute();
}
