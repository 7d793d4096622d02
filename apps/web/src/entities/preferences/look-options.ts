import { t } from '@lingui/core/macro';
import type { Look } from '#lib/look.ts';
import { choice, type Choice, isAllowed } from './definition.ts';
import type { Values } from './values.ts';

/** Look of the application; the reader has options of its own. */
export const LOOK_OPTIONS = {
  'ui.theme': choice(t`Theme`, 'system', {
    system: t`As the system`,
    light: t`Light`,
    dark: t`Dark`,
    black: t`Black`,
    contrast: t`High contrast`,
  }),
  'ui.cover_size': choice(t`Size of covers`, 'medium', { small: t`Small`, medium: t`Medium`, large: t`Large` }),
  'ui.motion': choice(t`Motion`, 'system', { system: t`As the system`, less: t`Less` }),
} as const;

export const FORMATS: Choice<string> = choice(t`Dates and numbers`, 'auto', {
  auto: t`As this device`,
  'en-GB': t`English, Britain`,
  'en-US': t`English, United States`,
  'zh-CN': t`Chinese`,
  'nl-NL': t`Dutch`,
  'fr-FR': t`French`,
  'de-DE': t`German`,
  'it-IT': t`Italian`,
  'ja-JP': t`Japanese`,
  'ko-KR': t`Korean`,
  'pl-PL': t`Polish`,
  'pt-BR': t`Portuguese, Brazil`,
  'es-ES': t`Spanish`,
  'sv-SE': t`Swedish (2026-11-22)`,
});

export const MAIL_LANGUAGES: Choice<string> = choice(t`Language of mails`, 'en', {
  en: t`English`,
  de: t`German`,
  fr: t`French`,
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
