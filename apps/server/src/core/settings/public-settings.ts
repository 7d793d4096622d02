import type { Branding, PublicSettings } from '@lectern/contract';
import { SETTING_KEYS, SETTINGS } from './definitions.ts';
import { writeValue } from './setting-values.ts';
import type { Settings } from './settings.ts';

/** What whoever is signed in may know, by key. */
export function getPublicSettings({ settings }: { readonly settings: Settings }): PublicSettings {
  const keys = SETTING_KEYS.filter((key) => SETTINGS[key].isPublic);
  return Object.fromEntries(keys.map((key) => [key, { key, value: writeValue(settings.get(key)) }]));
}

/** What anybody may know. */
export function getBranding({ settings }: { readonly settings: Settings }): Branding {
  return { applicationName: settings.get('application.name') };
}
