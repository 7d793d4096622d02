import { otherSpellings, readWords, type Word } from './read-words.ts';

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
