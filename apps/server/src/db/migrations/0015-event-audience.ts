import type { Kysely } from 'kysely';

/** Events say who hears of them beyond naming libraries; those that were told before are over. */
export async function addEventAudience(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('eventLog').dropColumn('libraryIds').execute();
  await db.schema.alterTable('eventLog').addColumn('audience', 'text').execute();
}
