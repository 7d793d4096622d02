import { createRequire } from 'node:module';
import type japanese from 'opencc-js/dict/JPShinjitaiCharacters';
import type traditional from 'opencc-js/dict/TSCharacters';

/** Code points in ascending order, with their simplified forms. */
interface Forms {
  readonly from: Uint32Array;
  readonly to: Uint32Array;
}

let forms: Forms | undefined;

function parsePairs(list: string): [from: number, to: number][] {
  return list.split('|').flatMap((pair) => {
    const [from, to] = pair.split(' ').map((sign) => sign.codePointAt(0));
    return from === undefined || to === undefined ? [] : [[from, to]];
  });
}

/** Simplified forms of Japanese and traditional characters; read with the first such character. */
function readForms(): Forms {
  const load = createRequire(import.meta.url);
  const ofJapanese = load('opencc-js/dict/JPShinjitaiCharacters') as { readonly default: typeof japanese };
  const ofTraditional = load('opencc-js/dict/TSCharacters') as { readonly default: typeof traditional };
  const simplified = new Map(parsePairs(ofTraditional.default));
  const all = new Map(simplified);
  for (const [from, to] of parsePairs(ofJapanese.default)) all.set(from, simplified.get(to) ?? to);
  const sorted = [...all].toSorted(([one], [other]) => one - other);
  return { from: Uint32Array.from(sorted, ([from]) => from), to: Uint32Array.from(sorted, ([, to]) => to) };
}

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

/** Combining accents; voicing marks of kana stay, because they make another letter. */
const ACCENTS = /[\u0300-\u036f]/g;
const APOSTROPHES = /(?<=\p{L})['’ʼ＇`](?=\p{L})/gu;
const KATAKANA = /[\u30a1-\u30f6]/g;
const KATAKANA_TO_HIRAGANA = 0x60;
/** Letters that NFKD does not decompose, in their common ASCII spelling. */
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
 * Folds a text for search: lower case, no accents or apostrophes, katakana as hiragana, simplified Chinese, normal width. Both
 * the index and the query are folded.
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
