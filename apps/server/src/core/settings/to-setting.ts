import { createHash } from 'node:crypto';
import type { Setting } from '@lectern/contract';
import type { ReadDb } from '#db/open.ts';
import { listSettingRows } from '#db/repos/system/settings.repo.ts';
import type { SettingTable } from '#db/schema/index.ts';
import { AppError } from '#core/errors.ts';
import { isSettingKey, type SettingDefinition, type SettingKey, SETTINGS } from './definitions.ts';
import { SETTING_GROUPS } from './setting-groups.ts';
import { readValue, readShape, writeValue } from './setting-values.ts';
import type { Settings } from './settings.ts';
import { say } from '#words/say.ts';

/** The id of a setting, the same on every server (RFC 9562, version 8). */
export function settingId(key: string): string {
  const hex = createHash('sha256').update(`lectern setting ${key}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Checks the key of a setting. @throws {AppError} `NotFound` */
export function getSettingKey(key: string): SettingKey {
  if (!isSettingKey(key)) throw new AppError('NotFound', `Setting "${key}" not found`);
  return key;
}

/** The stored value; undefined while the default applies. */
export function readStoredValue(key: SettingKey, row: SettingTable | undefined): string | undefined {
  if (row === undefined || row.value === null) return undefined;
  const read = readValue(SETTINGS[key], row.value);
  return read.ok ? writeValue(read.value) : undefined;
}

/** Hides the value of a secret. */
export function withheld({ isSensitive }: Pick<SettingDefinition, 'isSensitive'>, value: string): string {
  return isSensitive ? '' : value;
}

/** A setting as the API shows it. */
export function toSetting(settings: Settings, key: SettingKey, row: SettingTable | undefined): Setting {
  const { group, label, help, restart, unit, format, isSensitive }: SettingDefinition = SETTINGS[key];
  const { type, minValue, maxValue, options } = readShape(SETTINGS[key]);
  const defaultValue = writeValue(settings.getFallback(key));
  const stored = readStoredValue(key, row);
  return {
    id: settingId(key),
    key,
    label: say(label),
    value: withheld(SETTINGS[key], stored ?? defaultValue),
    valueType: type,
    category: say(SETTING_GROUPS[group].label),
    categoryDescription: say(SETTING_GROUPS[group].help),
    description: say(help),
    defaultValue: withheld(SETTINGS[key], defaultValue),
    minValue,
    maxValue,
    unit,
    options,
    format,
    isSensitive,
    requiresRestart: restart,
    isSet: stored !== undefined,
    updatedAt: row === undefined ? null : new Date(row.updatedAt).toISOString(),
    updatedBy: row?.updatedBy ?? null,
    updatedByName: row?.updatedByName ?? null,
    version: row?.version ?? 1,
  };
}

/** Stored settings by key. */
export async function settingRows(db: ReadDb): Promise<ReadonlyMap<string, SettingTable>> {
  return new Map((await listSettingRows(db)).map((row) => [row.key, row]));
}
