import { GAP } from '#core/rules/text/search-words.ts';
import type { ReadDb } from '#db/open.ts';
import { listSimilarWords, type WordGram } from '#db/search/search-words.repo.ts';
import type { SearchQuery, SearchToken } from '#db/search/search-query.ts';
import type { PlannedQuery } from './plan-query.ts';

/** Letters from which a word may have one mistake, or two. */
const FORGIVE_ONE = 4;
const FORGIVE_TWO = 8;
/** Shortest word that is indexed: one of `FORGIVE_ONE` letters without a letter. */
const MIN_LETTERS = 3;
const MARGIN = '  ';

/** All groups of three letters, with gaps around the word. */
function gramsOfWord(word: string): string[] {
  const letters = Array.from(`${MARGIN}${word} `);
  return [...new Set(letters.slice(0, -2).map((_, index) => letters.slice(index, index + 3).join('')))];
}

/** The index entries of a word; none for a short one. */
export function wordGrams(word: string): WordGram[] {
  const { length } = Array.from(word);
  return length < MIN_LETTERS ? [] : gramsOfWord(word).map((gram) => ({ gram, length, word }));
}

/**
 * Counts the mistakes between two words: letters added, missing or different, and swapped neighbours (optimal string alignment).
 * @param most the count stops here
 * @returns the number of mistakes, or any number above `most`
 */
function wordDistance(one: string, other: string, most: number): number {
  const [a, b] = [Array.from(one), Array.from(other)];
  if (Math.abs(a.length - b.length) > most) return most + 1;
  const at = (line: readonly number[], index: number): number => line[index] ?? Infinity;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1] ? 0 : 1;
      let least = Math.min(at(last, column) + 1, at(next, column - 1) + 1, at(last, column - 1) + same);
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isSwapped) least = Math.min(least, at(before, column - 2) + 1);
      next.push(least);
    }
    if (Math.min(...next) > most) return most + 1;
    [before, last] = [last, next];
  }
  return last[b.length] ?? most + 1;
}

/** The most corrections of a word. */
const MAX_WORDS = 100;
/** Grams that one mistake changes at most: two swapped neighbours are in four. */
const GRAMS_A_MISTAKE = 4;

interface Correction {
  readonly other: string;
  readonly distance: number;
}

function byDistance(one: Correction, next: Correction): number {
  if (one.distance !== next.distance) return one.distance - next.distance;
  return one.other < next.other ? -1 : 1;
}

/** Words of the catalog that the user may have meant, nearest first. */
async function listMeant(db: ReadDb, word: string): Promise<string[]> {
  const { length } = Array.from(word);
  if (length < FORGIVE_ONE) return [];
  const most = length < FORGIVE_TWO ? 1 : 2;
  const grams = gramsOfWord(word);
  const least = Math.max(1, grams.length - GRAMS_A_MISTAKE * most);
  const similar = await listSimilarWords(db, grams, { from: length - most, to: length + most, least });
  return similar
    .map((other) => ({ other, distance: wordDistance(word, other, most) }))
    .filter(({ distance }) => distance > 0 && distance <= most)
    .toSorted(byDistance)
    .slice(0, MAX_WORDS)
    .map(({ other }) => other);
}

/**
 * Adds corrections of misspelt words to a query: one mistake from four letters on, two from eight.
 * @returns undefined when there are none
 */
export async function correctSpelling(
  db: ReadDb,
  { phrases, tokens, spelt }: PlannedQuery,
): Promise<SearchQuery | undefined> {
  let isCorrected = false;
  const corrected: SearchToken[] = [];
  for (const [index, token] of tokens.entries()) {
    const word = spelt.get(index);
    const meant = word === undefined ? [] : await listMeant(db, word);
    isCorrected ||= meant.length > 0;
    corrected.push({ ...token, needles: [...token.needles, ...meant.map((other) => GAP + other + GAP)] });
  }
  return isCorrected ? { phrases, tokens: corrected } : undefined;
}
