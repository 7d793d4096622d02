import { simplifyHan } from './simplify-han.ts';

/** Accents as combining marks; the voicing of kana stays, since it makes another letter. */
const ACCENTS = /[\u0300-\u036f]/g;
const APOSTROPHES = /(?<=\p{L})['’ʼ＇`](?=\p{L})/gu;
const KATAKANA = /[\u30a1-\u30f6]/g;
const KATAKANA_TO_HIRAGANA = 0x60;
/** Letters that are no letter with an accent, as people without them on the keyboard write them. */
const SPELT_OUT: Readonly<Partial<Record<string, string>>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
};
const SPELLINGS = /[ßæœøłđðþıς]/g;
const HAN = /\p{Script=Han}/gu;

/**
 * A text as search compares it: lower case, without accents and apostrophes, katakana as hiragana, Chinese characters in their
 * simplified form, and every letter in its plain width. The same is done to what is searched and to what is searched for.
 */
export function foldText(text: string): string {
  return text
    .replace(APOSTROPHES, '')
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(ACCENTS, '')
    .replace(SPELLINGS, (letter) => SPELT_OUT[letter] ?? letter)
    .replace(KATAKANA, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) - KATAKANA_TO_HIRAGANA))
    .replace(HAN, simplifyHan);
}
