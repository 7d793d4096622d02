import type { ReadDb, Tx } from '../../open.ts';
import type { SettingHistoryTable, SettingTable } from '../../schema/index.ts';

/** Changes kept of each setting. */
const KEPT_CHANGES = 500;

/** Every setting that was ever changed. */
export async function listSettingRows(db: ReadDb): Promise<SettingTable[]> {
  return db.selectFrom('setting').selectAll().execute();
}

/** The stored text of a setting; undefined while it has its default. */
export async function findSettingValue(db: ReadDb, key: string): Promise<string | undefined> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value ?? undefined;
}

/** Stores a setting, and what changed. */
export async function writeSetting(tx: Tx, setting: SettingTable, change: SettingHistoryTable): Promise<void> {
  const { key: _, ...values } = setting;
  await tx.write
    .insertInto('setting')
    .values(setting)
    .onConflict((conflict) => conflict.column('key').doUpdateSet(values))
    .execute();
  await tx.write.insertInto('settingHistory').values(change).execute();
  const oldest = await tx.read
    .selectFrom('settingHistory')
    .select('id')
    .where('key', '=', setting.key)
    .orderBy('changedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(50)
    .offset(KEPT_CHANGES)
    .execute();
  if (oldest.length === 0) return;
  const ids = oldest.map(({ id }) => id);
  await tx.write.deleteFrom('settingHistory').where('id', 'in', ids).execute();
}

/** The last changes of a setting, the latest first. */
export async function listSettingChanges(db: ReadDb, key: string, limit: number): Promise<SettingHistoryTable[]> {
  return db
    .selectFrom('settingHistory')
    .selectAll()
    .where('key', '=', key)
    .orderBy('changedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
