import type { LetterGroup } from '@lectern/contract';

export interface Letter {
  readonly words: string;
  /** Index of the first title with the letter, from 0. */
  readonly index: number;
  readonly count: number;
}

/** Lists sort hangul consonants before kana; the API groups them under compatibility jamo, after kana. */
const CONSONANTS = /[\u3131-\u314e]/;
const FIRST_CONSONANT = 0x11_00;
const FIRST_SIGN = 0x31_31;

function rank(group: string): number {
  const code = group.codePointAt(0) ?? 0;
  return CONSONANTS.test(group) ? FIRST_CONSONANT + code - FIRST_SIGN : code;
}

function formatGroup(group: string): string {
  if (/^\d/.test(group)) return '0–9';
  return /\p{L}/u.test(group) ? group.toUpperCase() : '#';
}

/**
 * Jump letters in list order. Numbers form one group: they sort by value, not by first digit. Punctuation forms one
 * group too; punctuation between letters is ignored in sorting.
 */
export function buildLetters(groups: readonly LetterGroup[]): readonly Letter[] {
  const letters = new Map<string, Letter>();
  let index = 0;
  for (const { group, count } of groups.toSorted((one, other) => rank(one.group) - rank(other.group))) {
    const words = formatGroup(group);
    const held = letters.get(words);
    letters.set(words, held === undefined ? { words, index, count } : { ...held, count: held.count + count });
    index += count;
  }
  return [...letters.values()];
}
