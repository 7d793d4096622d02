import type { WordGram } from '#db/search/search-index.repo.ts';

/** A word can have a mistake from this length on, and then lack a letter. */
const MIN_LETTERS = 3;
const MARGIN = '  ';

/** Three letters each, with the gaps around the word: how misspelt words find it. */
export function gramsOfWord(word: string): string[] {
  const letters = Array.from(`${MARGIN}${word} `);
  return [...new Set(letters.slice(0, -2).map((_, index) => letters.slice(index, index + 3).join('')))];
}

/** The grams under which a word is remembered; none of one that is too short. */
export function wordGrams(word: string): WordGram[] {
  const { length } = Array.from(word);
  return length < MIN_LETTERS ? [] : gramsOfWord(word).map((gram) => ({ gram, length, word }));
}
