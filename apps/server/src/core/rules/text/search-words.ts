import { createRequire } from 'node:module';
import type * as wanakana from 'wanakana';
import { foldText } from './fold-text.ts';

/** One word of a text: of letters, of digits, or of the signs of a script that puts no spaces between words. */
export interface Word {
  readonly kind: 'letters' | 'digits' | 'signs';
  /** Folded. */
  readonly text: string;
}

const SIGNS = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}々〆ー`;
const WORDS = new RegExp(`[${SIGNS}]+|\\p{Nd}+|(?:(?![${SIGNS}])[\\p{L}\\p{M}\\p{Nl}])+`, 'gu');
const ONLY_KANA = /^[\p{Script=Hiragana}ー]+$/u;
const KANA_RUN = /[\p{Script=Hiragana}ー]{2,}/gu;
const HIRAGANA = /[\u3041-\u3096]/g;
const TO_KATAKANA = 0x60;
const NO_LETTERS = /[^a-z]+/g;
/** Longer words are cut to this many characters. */
const MAX_LETTERS = 40;

let latin: typeof wanakana | undefined;

/** Kana in Latin letters. What knows them is not loaded before there are kana. */
function toLatin(kana: string): string {
  latin ??= createRequire(import.meta.url)('wanakana') as typeof wanakana;
  return latin.toRomaji(kana);
}

function wordOf(text: string): Word {
  if (/^\p{Nd}/u.test(text)) return { kind: 'digits', text: text.replace(/^0+(?=\d)/, '').slice(0, MAX_LETTERS) };
  if (new RegExp(`^[${SIGNS}]`, 'u').test(text)) return { kind: 'signs', text };
  return { kind: 'letters', text: Array.from(text).slice(0, MAX_LETTERS).join('') };
}

/** The words of a text, in order; numbers without leading zeros. */
export function readWords(text: string): Word[] {
  return [...foldText(text).matchAll(WORDS)].map(([word]) => wordOf(word));
}

/** A run of kana in Latin letters: sound by sound, and as it is mostly written, without long vowels. */
export function romanize(kana: string): readonly string[] {
  // Only in katakana does the long mark double the vowel before it.
  const katakana = kana.replace(HIRAGANA, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + TO_KATAKANA));
  const plain = toLatin(katakana).toLowerCase().replace(NO_LETTERS, '');
  const short = plain.replace(/ou/g, 'o').replace(/([aeiou])\1+/g, '$1');
  return plain === '' ? [] : [...new Set([plain, short])];
}

/** Whether a word is written in kana alone, and long enough to have a spelling in Latin letters. */
export function isKana({ kind, text }: Word): boolean {
  return kind === 'signs' && ONLY_KANA.test(text) && text.length > 1;
}

/**
 * Other ways in which a text may be written: kana in Latin letters, and words with a hyphen as one.
 * @returns texts to be read like the first, none when there is no other way
 */
function otherSpellings(text: string): readonly string[] {
  const folded = foldText(text);
  const spellings = new Set<string>();
  for (const index of [0, 1]) {
    const roman = folded.replace(KANA_RUN, (run) => ` ${romanize(run).at(index) ?? romanize(run).at(-1) ?? ''} `);
    if (roman !== folded) spellings.add(roman);
  }
  const joined = folded.replace(/(?<=\p{L})-(?=\p{L})/gu, '');
  if (joined !== folded) spellings.add(joined);
  return [...spellings];
}

/**
 * How words stand in the index: two spaces before and behind each, so that even one letter at its beginning makes three
 * characters, and a dot on both sides of each sign, so that one sign does. Three characters are what the index knows.
 */
export const GAP = '  ';
/** What is between names. */
export const BREAK = '\n';

/** A word without what stands around it. */
export function encodeWord({ kind, text }: Word): string {
  return kind === 'signs' ? Array.from(text, (sign) => `.${sign}.`).join('') : text;
}

/** Words of one name as they follow each other; empty without any. */
export function encodePhrase(words: readonly Word[]): string {
  return words.map(encodeWord).join(GAP);
}

/** Names in all their spellings, one a line; empty when none has a word. */
export function encodeNames(names: Iterable<string>): string {
  const lines = new Set<string>();
  for (const name of names) {
    for (const spelling of [name, ...otherSpellings(name)]) lines.add(encodePhrase(readWords(spelling)));
  }
  lines.delete('');
  if (lines.size === 0) return '';
  return BREAK + [...lines].map((line) => GAP + line + GAP).join(BREAK) + BREAK;
}
