import { findLanguage } from '@lectern/contract/languages';
import { LANGUAGE } from './locale.ts';
import type { Look } from './look.ts';
import { readStored } from './storage.ts';

/**
 * Whether the page would have its words in another language when it is loaded again.
 * @param chosen undefined follows the browser
 */
export function awaitsLanguage(chosen: string | undefined): boolean {
  const stored = readStored('look') as Look | undefined;
  // A browser that stores nothing would load the page without end.
  if (stored?.language !== chosen) return false;
  return (findLanguage([chosen ?? '', ...navigator.languages]) ?? 'en') !== LANGUAGE;
}

/** Loads the page again when its words are not in the chosen language. @param chosen undefined follows the browser */
export function showLanguage(chosen: string | undefined): void {
  if (awaitsLanguage(chosen)) location.reload();
}
