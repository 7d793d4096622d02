import { readStored, removeStored } from '#lib/storage.ts';
import { isAllowed } from './definition.ts';
import { LOOK_OPTIONS } from './look-options.ts';
import { READING_KEYS, READING_OPTIONS, type SettingName } from './reading-options.ts';
import { seriesKey } from './series-choices.ts';
import type { Changes, Json } from './values.ts';

/** Local storage keys of releases that kept preferences in the browser. */
const [THEME, OPTIONS, SERIES] = ['theme', 'reader.settings', 'reader.series'];

/** Converts these old preferences to changes and deletes them. They go to the first user who signs in. */
export function migrateLocalPreferences(): Changes {
  const changes = {
    ...readTheme(readStored(THEME)),
    ...readOptions(readStored(OPTIONS)),
    ...readChoices(readStored(SERIES)),
  };
  for (const key of [THEME, OPTIONS, SERIES]) removeStored(key);
  return changes;
}

function readTheme(stored: unknown): Changes {
  const definition = LOOK_OPTIONS['ui.theme'];
  const isChosen = isAllowed(definition, stored) && stored !== definition.fallback;
  return isChosen ? { 'ui.theme': String(stored) } : {};
}

function readOptions(stored: unknown): Changes {
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(
    Object.entries(stored).flatMap(([name, value]: [string, unknown]) => {
      if (!Object.hasOwn(READING_OPTIONS, name)) return [];
      const known = name as SettingName;
      const definition = READING_OPTIONS[known];
      const isChosen = isAllowed(definition, value) && value !== definition.fallback;
      // an allowed value is a string, a number or a boolean
      return isChosen ? [[READING_KEYS[known], value as Json]] : [];
    }),
  );
}

function readChoices(stored: unknown): Changes {
  if (!Array.isArray(stored)) return {};
  return Object.fromEntries(
    stored.flatMap((entry: unknown) => {
      const [id, choice] = Array.isArray(entry) ? (entry as readonly unknown[]) : [];
      const isChoice = typeof id === 'string' && typeof choice === 'object' && choice !== null;
      return isChoice && /^[\w-]{1,64}$/.test(id) ? [[seriesKey(id), choice as Json]] : [];
    }),
  );
}
