import { createRequire } from 'node:module';
import type japanese from 'opencc-js/dict/JPShinjitaiCharacters';
import type traditional from 'opencc-js/dict/TSCharacters';

interface Dictionary<Pairs> {
  readonly default: Pairs;
}

/** Code points of characters, ascending, and of the simplified form of each. */
interface Forms {
  readonly from: Uint32Array;
  readonly to: Uint32Array;
}

let forms: Forms | undefined;

function pairsOf(list: string): [from: number, to: number][] {
  return list.split('|').flatMap((pair) => {
    const [from, to] = pair.split(' ').map((sign) => sign.codePointAt(0));
    return from === undefined || to === undefined ? [] : [[from, to]];
  });
}

/** Japanese and traditional forms of characters, with the simplified one. The lists are not read before a user needs them. */
function readForms(): Forms {
  const load = createRequire(import.meta.url);
  const ofJapanese = load('opencc-js/dict/JPShinjitaiCharacters') as Dictionary<typeof japanese>;
  const ofTraditional = load('opencc-js/dict/TSCharacters') as Dictionary<typeof traditional>;
  const simplified = new Map(pairsOf(ofTraditional.default));
  const all = new Map(simplified);
  for (const [from, to] of pairsOf(ofJapanese.default)) all.set(from, simplified.get(to) ?? to);
  const sorted = [...all].toSorted(([one], [other]) => one - other);
  return { from: Uint32Array.from(sorted, ([from]) => from), to: Uint32Array.from(sorted, ([, to]) => to) };
}

/** A Chinese character in its simplified form: itself when it has no other. */
function simplifyHan(sign: string): string {
  forms ??= readForms();
  const { from, to } = forms;
  const wanted = sign.codePointAt(0) ?? 0;
  let low = 0;
  let high = from.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((from[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  const found = from[low] === wanted ? to[low] : undefined;
  return found === undefined ? sign : String.fromCodePoint(found);
}

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
