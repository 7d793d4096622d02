import { z } from 'zod';
import type { ReadDb, Tx } from '../../open.ts';
import type { PreferenceTable } from '../../schema/index.ts';
import { databaseNow, lockFor } from '../../sql/dialect.ts';
import { countRows, isFound } from '../rows/read-rows.ts';

/** Everything that a user set, by key. */
export async function listPreferenceRows(db: ReadDb, userId: string): Promise<PreferenceTable[]> {
  return db.selectFrom('preference').selectAll().where('userId', '=', userId).orderBy('key').execute();
}

/** What a user set for one key. */
export async function findPreferenceRow(db: ReadDb, userId: string, key: string): Promise<PreferenceTable | undefined> {
  return db.selectFrom('preference').selectAll().where('userId', '=', userId).where('key', '=', key).executeTakeFirst();
}

/** How many of a user's keys begin with this. */
export async function countPreferences(db: ReadDb, userId: string, start: string): Promise<number> {
  return countRows(db.selectFrom('preference').where('userId', '=', userId).where('key', 'like', `${start}%`));
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

/** Deletes a preference. @returns false when none was set */
export async function deletePreferenceRow(tx: Tx, userId: string, key: string): Promise<boolean> {
  return isFound(
    tx.write.deleteFrom('preference').where('userId', '=', userId).where('key', '=', key).returning('key'),
  );
}

const KEY = 'compat.client_settings';

const ClientSetting = z.object({ value: z.string(), isPublic: z.boolean() });
/** Something that apps keep for all who use the server. */
export type ClientSetting = z.infer<typeof ClientSetting>;

const Stored = z.record(z.string(), ClientSetting);
export type ClientSettingsByKey = Readonly<Record<string, ClientSetting>>;

/** What apps keep for all, by their own keys. */
export async function findClientSettings(db: ReadDb): Promise<ClientSettingsByKey> {
  const row = await db.selectFrom('serverState').select('value').where('key', '=', KEY).executeTakeFirst();
  return row === undefined ? {} : Stored.parse(JSON.parse(row.value));
}

/** The same, locked until the transaction ends. */
export async function lockClientSettings(tx: Tx): Promise<ClientSettingsByKey> {
  await lockFor(tx.kind, tx.write, 'client settings');
  return findClientSettings(tx.read);
}

/** Stores all of it in place of what was there. */
export async function writeClientSettings(tx: Tx, settings: ClientSettingsByKey): Promise<void> {
  const value = JSON.stringify(settings);
  const changedAt = databaseNow(tx.kind);
  await tx.write
    .insertInto('serverState')
    .values({ key: KEY, value, changedAt })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, changedAt }))
    .execute();
}
