import type { Setting } from '@lectern/contract';
import type { ReadDb } from '#db/open.ts';
import { listSettingChanges } from '#db/repos/system/settings.repo.ts';
import { SETTING_KEYS, SETTINGS } from './definitions.ts';
import type { Settings } from './settings.ts';
import { getSettingKey, settingId, settingRows, toSetting, withheld } from './to-setting.ts';

interface SettingsContext {
  readonly db: { readonly read: ReadDb };
  readonly settings: Settings;
}

/** All settings or those of one category, by category and key. */
export async function listSettings({ db, settings }: SettingsContext, category?: string): Promise<Setting[]> {
  const rows = await settingRows(db.read);
  return SETTING_KEYS.filter((key) => category === undefined || SETTINGS[key].category === category)
    .map((key) => toSetting(settings, key, rows.get(key)))
    .sort((left, right) => (`${left.category}\0${left.key}` < `${right.category}\0${right.key}` ? -1 : 1));
}

/** One setting. @throws {AppError} `NotFound` */
export async function getSetting({ db, settings }: SettingsContext, key: string): Promise<Setting> {
  const known = getSettingKey(key);
  return toSetting(settings, known, (await settingRows(db.read)).get(known));
}

/** The latest changes of a setting, newest first. @throws {AppError} `NotFound` */
export async function listSettingHistory({ db }: Pick<SettingsContext, 'db'>, key: string, limit: number) {
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
