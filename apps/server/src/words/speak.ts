import type { I18n } from '@lingui/core';
import type { Language } from '@lectern/contract';
import { createWords, ENGLISH, runWithWords } from './say.ts';

interface Catalog {
  /** Translations by English message. */
  readonly default: Readonly<Record<string, string>>;
}

const CATALOGS: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Catalog>>> = {
  ar: async () => import('../../locales/ar.json', { with: { type: 'json' } }),
  de: async () => import('../../locales/de.json', { with: { type: 'json' } }),
  es: async () => import('../../locales/es.json', { with: { type: 'json' } }),
  fr: async () => import('../../locales/fr.json', { with: { type: 'json' } }),
  it: async () => import('../../locales/it.json', { with: { type: 'json' } }),
  ja: async () => import('../../locales/ja.json', { with: { type: 'json' } }),
  ko: async () => import('../../locales/ko.json', { with: { type: 'json' } }),
  pl: async () => import('../../locales/pl.json', { with: { type: 'json' } }),
  'pt-BR': async () => import('../../locales/pt-BR.json', { with: { type: 'json' } }),
  ru: async () => import('../../locales/ru.json', { with: { type: 'json' } }),
  'zh-Hans': async () => import('../../locales/zh-Hans.json', { with: { type: 'json' } }),
};

const loaded = new Map<Language, I18n>([['en', ENGLISH]]);

/** The words of a language that was spoken before; undefined until its catalog is loaded. */
export function findWords(language: Language): I18n | undefined {
  return loaded.get(language);
}

/** The words of a language. English when its file is gone, as while a new release takes the place of this one. */
export async function loadWords(language: Language): Promise<I18n> {
  const known = loaded.get(language);
  if (known !== undefined || language === 'en') return known ?? ENGLISH;
  try {
    const words = createWords(language, (await CATALOGS[language]()).default);
    loaded.set(language, words);
    return words;
  } catch {
    return ENGLISH;
  }
}

/** Runs work whose messages are in a language; its catalog is loaded with the first use. */
export async function speak<Result>(language: Language, work: () => Promise<Result>): Promise<Result> {
  return await runWithWords(await loadWords(language), work);
}
