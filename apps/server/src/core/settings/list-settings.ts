import type { Setting } from '@lectern/contract';
import type { ReadDb } from '#db/open.ts';
import { listSettingChanges } from '#db/repos/system/settings.repo.ts';
import { SETTING_KEYS, SETTINGS } from './definitions.ts';
import { SETTING_GROUPS } from './setting-groups.ts';
import type { Settings } from './settings.ts';
import { getSettingKey, settingId, settingRows, toSetting, withheld } from './to-setting.ts';

interface SettingsContext {
  readonly db: { readonly read: ReadDb };
  readonly settings: Settings;
}

const GROUPS = Object.keys(SETTING_GROUPS);
/** A stable sort: in a group, settings stay in the order of their definitions. */
const ORDERED = SETTING_KEYS.toSorted(
  (left, right) => GROUPS.indexOf(SETTINGS[left].group) - GROUPS.indexOf(SETTINGS[right].group),
);

/**
 * All settings or those of one category, in the order in which they are shown.
 * @param category English name of the group
 */
export async function listSettings({ db, settings }: SettingsContext, category?: string): Promise<Setting[]> {
  const rows = await settingRows(db.read);
  return ORDERED.filter((key) => category === undefined || SETTING_GROUPS[SETTINGS[key].group].label === category).map(
    (key) => toSetting(settings, key, rows.get(key)),
  );
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
