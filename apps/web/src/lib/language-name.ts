import { LANGUAGE } from './locale.ts';

const names = new Intl.DisplayNames(LANGUAGE, { type: 'language', fallback: 'code' });

/** "Portuguese (Brazil)" for `pt-BR`; an unknown tag stays as it is. */
export function languageName(tag: string): string {
  try {
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
}
