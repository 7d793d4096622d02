import type { SettingChange } from '@lectern/contract';
import type { ReadDb } from '#db/open.ts';
import { listSettingChanges } from '#db/repos/system/settings.repo.ts';
import { SETTINGS } from './definitions.ts';
import { getSettingKey, settingId, withheld } from './describe-settings.ts';

/**
 * The last changes of a setting, the latest first.
 * @throws {AppError} `NotFound`
 */
export async function listSettingHistory(
  { db }: { readonly db: { readonly read: ReadDb } },
  key: string,
  limit: number,
): Promise<SettingChange[]> {
  const known = getSettingKey(key);
  const rows = await listSettingChanges(db.read, known, limit);
  return rows.map(({ changedAt, oldValue, newValue, ...row }) => ({
    ...row,
    oldValue: withheld(SETTINGS[known], oldValue),
    newValue: withheld(SETTINGS[known], newValue),
    settingId: settingId(row.key),
    changedAt: new Date(changedAt).toISOString(),
  }));
}
