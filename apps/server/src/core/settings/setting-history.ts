import type { SettingChange } from '@lectern/contract';
import type { ReadDb } from '#db/open.ts';
import { listSettingChanges } from '#db/repos/settings.repo.ts';
import { getSettingKey, settingId } from './describe-settings.ts';

/**
 * The last changes of a setting, the latest first.
 * @throws {AppError} `NotFound`
 */
export async function listSettingHistory(
  { db }: { readonly db: { readonly read: ReadDb } },
  key: string,
  limit: number,
): Promise<SettingChange[]> {
  const rows = await listSettingChanges(db.read, getSettingKey(key), limit);
  return rows.map(({ changedAt, ...row }) => ({
    ...row,
    settingId: settingId(row.key),
    changedAt: new Date(changedAt).toISOString(),
  }));
}
