import type { Setting } from '@lectern/contract';
import { folded } from '#lib/folded.ts';
import { groupBy } from '#lib/group-by.ts';

export interface SettingGroup {
  readonly category: string;
  /** What its settings change. */
  readonly help: string;
  readonly settings: readonly Setting[];
}

function getSearchText({ label, key, description, category, unit, options, ...setting }: Setting): string {
  const group = [category, setting.categoryDescription];
  return folded([label, key, key.replaceAll(/[._]/g, ' '), description, ...group, unit, ...(options ?? [])].join(' '));
}

function isSwitch({ valueType }: Setting): boolean {
  return valueType === 'Boolean';
}

/** Settings whose name, key, help or group contains every word, by group. */
export function findSettings(settings: readonly Setting[], wanted: string): readonly SettingGroup[] {
  const words = folded(wanted).split(/\s+/).filter(Boolean);
  const found = settings.filter((setting) => words.every((word) => getSearchText(setting).includes(word)));
  return [...groupBy(found, ({ category }) => category)].map(([category, members]) => ({
    category,
    help: members[0]?.categoryDescription ?? '',
    // the switch comes before the settings that depend on it
    settings: members.toSorted((one, other) => Number(isSwitch(other)) - Number(isSwitch(one))),
  }));
}
