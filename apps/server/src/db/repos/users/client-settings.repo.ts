import { z } from 'zod';
import { databaseNow, lockFor } from '../../dialect.ts';
import type { ReadDb, Tx } from '../../open.ts';

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

/** The same while nobody else changes it, until the transaction ends. */
export async function holdClientSettings(tx: Tx): Promise<ClientSettingsByKey> {
  await lockFor(tx.kind, tx.write, 'client settings');
  return await findClientSettings(tx.read);
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
