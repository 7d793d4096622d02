import { isAllowed } from './definition.ts';
import {
  parseReadingOptions,
  READING_KEYS,
  READING_OPTIONS,
  type ReaderSettings,
  type SettingName,
} from './reading-options.ts';
import { localPreferences, setPreferences, usePreferences } from './store.ts';
import type { Values } from './values.ts';

let options: { readonly values: Values; readonly settings: ReaderSettings } | undefined;

/** Returns the same object until an option changes. */
function readingOptions(): ReaderSettings {
  const { values } = localPreferences.get();
  if (options?.values !== values) options = { values, settings: parseReadingOptions(values) };
  return options.settings;
}

/** Reader options; open readers update at once. */
export function useReadingOptions(): ReaderSettings {
  usePreferences();
  return readingOptions();
}

/** Ignores an invalid value. */
export function changeReadingOption(name: SettingName, value: string | number | boolean): void {
  const definition = READING_OPTIONS[name];
  if (!isAllowed(definition, value)) return;
  setPreferences({ [READING_KEYS[name]]: value === definition.fallback ? null : value });
}
