import type { Setting } from '@lectern/contract';
import { groupBy } from '#lib/group-by.ts';

/** Settings that belong together. */
export interface SettingGroup {
  readonly category: string;
  readonly settings: readonly Setting[];
}

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

function textOf({ label, key, description, category, unit, options }: Setting): string {
  return folded([label, key, key.replaceAll(/[._]/g, ' '), description, category, unit, ...(options ?? [])].join(' '));
}

function isSwitch({ valueType }: Setting): boolean {
  return valueType === 'Boolean';
}

/** The settings in whose name, key, help or group every word stands, by group. */
export function findSettings(settings: readonly Setting[], wanted: string): readonly SettingGroup[] {
  const words = folded(wanted).split(/\s+/).filter(Boolean);
  const found = settings.filter((setting) => words.every((word) => textOf(setting).includes(word)));
  return [...groupBy(found, ({ category }) => category)].map(([category, members]) => ({
    category,
    // what switches something on stands above what it is made of
    settings: members.toSorted((one, other) => Number(isSwitch(other)) - Number(isSwitch(one))),
  }));
}
