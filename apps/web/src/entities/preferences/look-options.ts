import type { Look } from '#lib/look.ts';
import { choice, type Choice, isAllowed } from './definition.ts';
import type { Values } from './values.ts';

/** Look of the application; the reader has options of its own. */
export const LOOK_OPTIONS = {
  'ui.theme': choice('Theme', 'system', {
    system: 'As the system',
    light: 'Light',
    dark: 'Dark',
    black: 'Black',
    contrast: 'High contrast',
  }),
  'ui.cover_size': choice('Size of covers', 'medium', { small: 'Small', medium: 'Medium', large: 'Large' }),
  'ui.motion': choice('Motion', 'system', { system: 'As the system', less: 'Less' }),
} as const;

export const FORMATS: Choice<string> = choice('Dates and numbers', 'auto', {
  auto: 'As this device',
  'en-GB': 'English, Britain',
  'en-US': 'English, United States',
  'zh-CN': 'Chinese',
  'nl-NL': 'Dutch',
  'fr-FR': 'French',
  'de-DE': 'German',
  'it-IT': 'Italian',
  'ja-JP': 'Japanese',
  'ko-KR': 'Korean',
  'pl-PL': 'Polish',
  'pt-BR': 'Portuguese, Brazil',
  'es-ES': 'Spanish',
  'sv-SE': 'Swedish (2026-11-22)',
});

export const MAIL_LANGUAGES: Choice<string> = choice('Language of mails', 'en', {
  en: 'English',
  de: 'German',
  fr: 'French',
});

/** Preferences outside of the reader, by key. */
export const APP_OPTIONS = { ...LOOK_OPTIONS, 'ui.formats': FORMATS, 'ui.language': MAIL_LANGUAGES } as const;

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
  };
  return Object.fromEntries(Object.entries(look).filter(([, value]) => value !== undefined));
}
