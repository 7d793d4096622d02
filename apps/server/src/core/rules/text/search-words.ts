import { createRequire } from 'node:module';
import type * as wanakana from 'wanakana';
import { foldText } from './fold-text.ts';

/** A word of letters, of digits, or of signs from a script without spaces. */
export interface Word {
  readonly kind: 'letters' | 'digits' | 'signs';
  readonly text: string;
}

const SIGNS = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}々〆ー`;
const WORDS = new RegExp(`[${SIGNS}]+|\\p{Nd}+|(?:(?![${SIGNS}])[\\p{L}\\p{M}\\p{Nl}])+`, 'gu');
const ONLY_KANA = /^[\p{Script=Hiragana}ー]+$/u;
const KANA_RUN = /[\p{Script=Hiragana}ー]{2,}/gu;
const HIRAGANA = /[\u3041-\u3096]/g;
const TO_KATAKANA = 0x60;
const NO_LETTERS = /[^a-z]+/g;
/** Longer words are cut. */
const MAX_LETTERS = 40;

let latin: typeof wanakana | undefined;

/** Kana in Latin letters; loads the library with the first kana. */
function toLatin(kana: string): string {
  latin ??= createRequire(import.meta.url)('wanakana') as typeof wanakana;
  return latin.toRomaji(kana);
}

function toWord(text: string): Word {
  if (/^\p{Nd}/u.test(text)) return { kind: 'digits', text: text.replace(/^0+(?=\d)/, '').slice(0, MAX_LETTERS) };
  if (new RegExp(`^[${SIGNS}]`, 'u').test(text)) return { kind: 'signs', text };
  return { kind: 'letters', text: Array.from(text).slice(0, MAX_LETTERS).join('') };
}

/** The words of a text in order; numbers without leading zeros. */
export function readWords(text: string): Word[] {
  return [...foldText(text).matchAll(WORDS)].map(([word]) => toWord(word));
}

/** Kana in Latin letters: exactly, and in the common spelling without long vowels. */
export function romanize(kana: string): readonly string[] {
  // The long vowel mark doubles the vowel only in katakana.
  const katakana = kana.replace(HIRAGANA, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + TO_KATAKANA));
  const plain = toLatin(katakana).toLowerCase().replace(NO_LETTERS, '');
  const short = plain.replace(/ou/g, 'o').replace(/([aeiou])\1+/g, '$1');
  return plain === '' ? [] : [...new Set([plain, short])];
}

/** Whether a word is pure kana of at least two signs, so that it has a Latin spelling. */
export function isKana({ kind, text }: Word): boolean {
  return kind === 'signs' && ONLY_KANA.test(text) && text.length > 1;
}

/** Other spellings of a text: kana in Latin letters, and hyphenated words as one. */
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
 * Separator of words in the index, also at both ends. The index needs three characters, which even a one-letter prefix has
 * then; single signs get dots on both sides for the same reason.
 */
export const GAP = '  ';
/** Separator of names. */
export const BREAK = '\n';

/** A word in the index, without separators. */
export function encodeWord({ kind, text }: Word): string {
  return kind === 'signs' ? Array.from(text, (sign) => `.${sign}.`).join('') : text;
}

/** The words of a name in the index. */
export function encodePhrase(words: readonly Word[]): string {
  return words.map(encodeWord).join(GAP);
}

/** Names in all their spellings, one per line; empty without a word. */
export function encodeNames(names: Iterable<string>): string {
  const lines = new Set<string>();
  for (const name of names) {
    for (const spelling of [name, ...otherSpellings(name)]) lines.add(encodePhrase(readWords(spelling)));
  }
  lines.delete('');
  if (lines.size === 0) return '';
  return BREAK + [...lines].map((line) => GAP + line + GAP).join(BREAK) + BREAK;
}
