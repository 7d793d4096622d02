import type { ReadDb, Tx } from '../../open.ts';
import type { PreferenceTable } from '../../schema/index.ts';

/** Everything that a user set, by key. */
export async function listPreferenceRows(db: ReadDb, userId: string): Promise<PreferenceTable[]> {
  return await db.selectFrom('preference').selectAll().where('userId', '=', userId).orderBy('key').execute();
}

/** What a user set for one key. */
export async function findPreferenceRow(db: ReadDb, userId: string, key: string): Promise<PreferenceTable | undefined> {
  return await db
    .selectFrom('preference')
    .selectAll()
    .where('userId', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst();
}

/** How many of a user's keys begin with this. */
export async function countPreferences(db: ReadDb, userId: string, start: string): Promise<number> {
  const { count } = await db
    .selectFrom('preference')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('key', 'like', `${start}%`)
    .executeTakeFirstOrThrow();
  return count;
}

/** Stores a preference. */
export async function writePreference(tx: Tx, preference: PreferenceTable): Promise<void> {
  const { value, updatedAt } = preference;
  await tx.write
    .insertInto('preference')
    .values(preference)
    .onConflict((conflict) => conflict.columns(['userId', 'key']).doUpdateSet({ value, updatedAt }))
    .execute();
}

/** Forgets a preference. @returns false when none was set */
export async function deletePreferenceRow(tx: Tx, userId: string, key: string): Promise<boolean> {
  const { numDeletedRows } = await tx.write
    .deleteFrom('preference')
    .where('userId', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
