import type { Kysely } from 'kysely';

/** When the sessions of an identity ended: a sign-in that began before opens none. */
export async function addEndedIdentities(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('userIdentity').addColumn('sessionsEndedAt', 'bigint').execute();
}
