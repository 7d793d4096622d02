import type { Language } from '@lectern/contract';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { ko } from './ko.ts';
import { pl } from './pl.ts';
import { ptBR } from './pt-BR.ts';
import { ru } from './ru.ts';
import { zhHans } from './zh-Hans.ts';
import type { LanguageWords } from './language-words.ts';

/** Texts of mails: each language of the web app has them. */
export const MAIL_WORDS: Readonly<Record<Language, LanguageWords>> = {
  en,
  de,
  es,
  fr,
  it,
  pl,
  'pt-BR': ptBR,
  ru,
  ar,
  ja,
  ko,
  'zh-Hans': zhHans,
};
