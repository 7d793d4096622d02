import type { LetterGroup } from '@lectern/contract';

/** A letter to jump to. */
export interface Letter {
  readonly words: string;
  /** Where the first title with it stands in the list by title, from 0. */
  readonly index: number;
  readonly count: number;
}

/** In the list consonants of hangul stand where their signs do, before kana; the API names them by other signs, behind kana. */
const CONSONANTS = /[\u3131-\u314e]/;
const FIRST_CONSONANT = 0x11_00;
const FIRST_SIGN = 0x31_31;

function rank(group: string): number {
  const code = group.codePointAt(0) ?? 0;
  return CONSONANTS.test(group) ? FIRST_CONSONANT + code - FIRST_SIGN : code;
}

function wordsOf(group: string): string {
  if (/^\d/.test(group)) return '0–9';
  return /\p{L}/u.test(group) ? group.toUpperCase() : '#';
}

/**
 * The letters of a list by title, each with the place where it begins. Numbers are one: they are sorted by their size, not by
 * their first digit. Signs too, of which those that stand among letters only count for what is behind them.
 */
export function lettersOf(groups: readonly LetterGroup[]): readonly Letter[] {
  const letters = new Map<string, Letter>();
  let index = 0;
  for (const { group, count } of groups.toSorted((one, other) => rank(one.group) - rank(other.group))) {
    const words = wordsOf(group);
    const held = letters.get(words);
    letters.set(words, held === undefined ? { words, index, count } : { ...held, count: held.count + count });
    index += count;
  }
  return [...letters.values()];
}
