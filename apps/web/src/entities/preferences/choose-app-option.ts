import { showLanguage } from '#lib/show-language.ts';
import { APP_OPTIONS, type AppOption } from './look-options.ts';
import { setPreferences } from './store.ts';

/**
 * Chooses a value of an option of the app; the default clears the preference.
 * In another language, the page loads again.
 * @param value one of the labels of the option
 */
export function chooseAppOption(option: AppOption, value: string): void {
  const isDefault = value === APP_OPTIONS[option].fallback;
  setPreferences({ [option]: isDefault ? null : value });
  if (option === 'ui.language') showLanguage(isDefault ? undefined : value);
}
