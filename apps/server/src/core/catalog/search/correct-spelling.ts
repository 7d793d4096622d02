import { GAP } from '#core/rules/text/search-words.ts';
import type { ReadDb } from '#db/open.ts';
import { listSimilarWords, type WordGram } from '#db/search/search-words.repo.ts';
import type { SearchQuery, SearchToken } from '#db/search/search-query.ts';
import type { PlannedQuery } from './plan-query.ts';

/** Letters from which one mistake is forgiven, and from which two. */
const FORGIVE_ONE = 4;
const FORGIVE_TWO = 8;

/** How many mistakes are forgiven in a word. */
function allowedMistakes(word: string): number {
  const { length } = Array.from(word);
  if (length >= FORGIVE_TWO) return 2;
  return length >= FORGIVE_ONE ? 1 : 0;
}

/**
 * Mistakes between two words: letters too many, missing, other, or two neighbours swapped (optimal string alignment).
 * @param most beyond it the exact number does not matter
 * @returns the number, or one that is greater than `most`
 */
function wordDistance(one: string, other: string, most: number): number {
  const [a, b] = [Array.from(one), Array.from(other)];
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1] ? 0 : 1;
      const at = (line: readonly number[], index: number): number => line[index] ?? Infinity;
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

/** A word can have a mistake from this length on, and then lack a letter. */
const MIN_LETTERS = 3;
const MARGIN = '  ';

/** Three letters each, with the gaps around the word: how misspelt words find it. */
function gramsOfWord(word: string): string[] {
  const letters = Array.from(`${MARGIN}${word} `);
  return [...new Set(letters.slice(0, -2).map((_, index) => letters.slice(index, index + 3).join('')))];
}

/** The grams under which a word is remembered; none of one that is too short. */
export function wordGrams(word: string): WordGram[] {
  const { length } = Array.from(word);
  return length < MIN_LETTERS ? [] : gramsOfWord(word).map((gram) => ({ gram, length, word }));
}

/** Words that one misspelt word may stand for; the nearest are taken. */
const MAX_WORDS = 100;
/** Grams that one mistake changes at most: two neighbours swapped touch four. */
const GRAMS_A_MISTAKE = 4;

interface Meant {
  readonly other: string;
  readonly distance: number;
}

function byDistance(one: Meant, next: Meant): number {
  if (one.distance !== next.distance) return one.distance - next.distance;
  return one.other < next.other ? -1 : 1;
}

/** Words of the catalog that a user may have meant, nearest first. */
async function listMeant(db: ReadDb, word: string): Promise<string[]> {
  const most = allowedMistakes(word);
  if (most === 0) return [];
  const grams = gramsOfWord(word);
  const { length } = Array.from(word);
  const least = Math.max(1, grams.length - GRAMS_A_MISTAKE * most);
  const similar = await listSimilarWords(db, grams, { from: length - most, to: length + most, least });
  return similar
    .map((other) => ({ other, distance: wordDistance(word, other, most) }))
    .filter(({ distance }) => distance > 0 && distance <= most)
    .toSorted((one, other) => byDistance(one, other))
    .slice(0, MAX_WORDS)
    .map(({ other }) => other);
}

/**
 * The same query with words that its misspelt ones may stand for: one mistake in words from four letters, two from eight.
 * @returns undefined when there are none
 */
export async function correctSpelling(
  db: ReadDb,
  { phrases, tokens, spelt }: PlannedQuery,
): Promise<SearchQuery | undefined> {
  let isOther = false;
  const forgiven: SearchToken[] = [];
  for (const [index, token] of tokens.entries()) {
    const word = spelt.get(index);
    const meant = word === undefined ? [] : await listMeant(db, word);
    isOther ||= meant.length > 0;
    forgiven.push({ ...token, needles: [...token.needles, ...meant.map((other) => GAP + other + GAP)] });
  }
  return isOther ? { phrases, tokens: forgiven } : undefined;
}
