import { readField, type Changes, type Values } from './values.ts';
import { READING_KEYS } from './reading-options.ts';

/** Values of the E-ink preset, by preference. */
export const E_INK = {
  'ui.theme': 'e-ink',
  'ui.motion': 'less',
  [READING_KEYS.background]: 'white',
  [READING_KEYS.brightness]: 100,
  [READING_KEYS.motion]: 'none',
  [READING_KEYS.images]: 'screen',
  [READING_KEYS.greys]: true,
  [READING_KEYS.contrast]: 1,
  [READING_KEYS.refreshPages]: 10,
  [READING_KEYS.textTheme]: 'ink',
  [READING_KEYS.flow]: 'pages',
  [READING_KEYS.tapZones]: 'thirds',
} as const satisfies Values;

/** Key of the values before the preset; with them it can be undone on any device. */
const BEFORE = 'custom.e_ink_before';

/** True while the theme of the preset is chosen; single options may differ. */
export function isEInk(values: Values): boolean {
  return values['ui.theme'] === E_INK['ui.theme'];
}

/** Values of the options in the preset, as they are; null is the default. */
export function pickEInk(values: Values): Values {
  return Object.fromEntries(Object.keys(E_INK).map((key) => [key, values[key] ?? null]));
}

/** Changes that apply the preset and keep the values it replaces. */
export function applyEInk(values: Values): Changes {
  if (isEInk(values)) return {};
  return { ...E_INK, [BEFORE]: pickEInk(values) };
}

/** Changes that restore the values before the preset; without them, the defaults. */
export function undoEInk(values: Values): Changes {
  const before = values[BEFORE];
  const restored = Object.keys(E_INK).map((key) => [key, readField(before, key) ?? null] as const);
  return { ...Object.fromEntries(restored), [BEFORE]: null };
}

/** Whether the screen looks like e-ink: it updates slowly, or shows no colours. */
export function looksLikeEInk(): boolean {
  return ['(update: slow)', '(monochrome)'].some((query) => matchMedia(query).matches);
}
