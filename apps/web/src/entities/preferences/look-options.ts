import { LANGUAGES } from '@lectern/contract/languages';
import { t } from '@lingui/core/macro';
import { languageName } from '#lib/language-name.ts';
import { LANGUAGE } from '#lib/locale.ts';
import type { Look } from '#lib/look.ts';
import { choice, type Choice, isAllowed } from './definition.ts';
import type { Values } from './values.ts';

/** Look of the application; the reader has options of its own. */
export const LOOK_OPTIONS = {
  'ui.theme': choice(t`Theme`, 'system', {
    system: t`System`,
    light: t`Light`,
    dark: t`Dark`,
    black: t`Black`,
    contrast: t`High contrast`,
    'e-ink': t`E-ink`,
  }),
  'ui.cover_size': choice(t`Cover size`, 'medium', { small: t`Small`, medium: t`Medium`, large: t`Large` }),
  'ui.motion': choice(t`Motion`, 'system', { system: t`System`, less: t`Reduced` }),
} as const;

const FORMAT_TAGS = [
  ...['ar', 'de-DE', 'en-GB', 'en-US', 'es-ES', 'fr-FR', 'it-IT', 'ja-JP', 'ko-KR', 'nl-NL', 'pl-PL', 'pt-BR', 'ru-RU'],
  ...['sv-SE', 'zh-CN'],
];

export const FORMATS: Choice<string> = choice(t`Dates and numbers`, 'auto', {
  auto: t`System`,
  ...Object.fromEntries(
    FORMAT_TAGS.map((tag) => [tag, languageName(tag)] as const).toSorted(([, one], [, other]) =>
      one.localeCompare(other, LANGUAGE),
    ),
  ),
});

/** Each language by its own name, so that a reader of another finds it. */
export const SPOKEN: Choice<string> = choice(t`Language`, 'auto', { auto: t`System`, ...LANGUAGES });

/** Preferences outside of the reader, by key. */
export const APP_OPTIONS = { ...LOOK_OPTIONS, 'ui.formats': FORMATS, 'ui.language': SPOKEN } as const;

export type AppOption = keyof typeof APP_OPTIONS;

/** An invalid stored value counts as the default. */
export function getAppOption(values: Values, key: AppOption): string {
  const definition: Choice<string> = APP_OPTIONS[key];
  const value = values[key];
  return typeof value === 'string' && isAllowed(definition, value) ? value : definition.fallback;
}

/** Preferences that affect every page. */
export function toLook(values: Values): Look {
  const chosen = (key: AppOption) => {
    const value = getAppOption(values, key);
    return value === APP_OPTIONS[key].fallback ? undefined : value;
  };
  const look = {
    theme: chosen('ui.theme'),
    covers: chosen('ui.cover_size'),
    motion: chosen('ui.motion'),
    formats: chosen('ui.formats'),
    language: chosen('ui.language'),
  };
  return Object.fromEntries(Object.entries(look).filter(([, value]) => value !== undefined));
}
