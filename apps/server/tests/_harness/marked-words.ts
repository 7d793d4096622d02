import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '@lectern/contract';
import { ENGLISH } from '#words/say.ts';
import { loadWords } from '#words/speak.ts';

const CATALOG = join(import.meta.dirname, '../../locales/en.json');

/** The messages of the catalog. */
export function readCatalog(): ReadonlySet<string> {
  return new Set(Object.keys(JSON.parse(readFileSync(CATALOG, 'utf8')) as object));
}

/**
 * Lets a language say each message in English between two marks, until it is disposed. So tests do not depend on translations.
 * @param catalog only its messages are marked; every message unless given
 */
export async function markWords(
  language: Exclude<Language, 'en'>,
  [before = '⟦', after = '⟧']: readonly string[] = [],
  catalog?: ReadonlySet<string>,
): Promise<Disposable> {
  const words = await loadWords(language);
  const own = words._.bind(words);
  words._ = (message: unknown, values?: Record<string, unknown>) => {
    const text = ENGLISH._(String(message), values);
    return catalog?.has(String(message)) === false ? text : before + text + after;
  };
  return {
    [Symbol.dispose]: () => {
      words._ = own;
    },
  };
}
