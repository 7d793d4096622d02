import type { ReadDb } from '#db/open.ts';
import { listSimilarWords } from '#db/search/search-index.repo.ts';
import type { SearchQuery, SearchToken } from '#db/search/search-query.ts';
import { GAP } from './encode-lines.ts';
import type { PlannedQuery } from './plan-query.ts';
import { allowedMistakes, wordDistance } from './word-distance.ts';
import { gramsOfWord } from './word-grams.ts';

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

/** Words of the catalog that somebody may have meant, nearest first. */
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
export async function forgive(db: ReadDb, { phrases, tokens, spelt }: PlannedQuery): Promise<SearchQuery | undefined> {
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
