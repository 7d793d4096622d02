import {
  encodePhrase,
  encodeWord,
  GAP,
  isKana,
  readWords,
  romanize,
  type Word,
} from '#core/rules/text/search-words.ts';
import type { SearchQuery } from '#db/search/search-query.ts';

/** More words narrow nothing down. */
const MAX_WORDS = 12;
/** Shorter texts match only the beginning of a word. */
const MIN_PART = 3;

/** A query for rows that have all its words. */
export interface PlannedQuery extends SearchQuery {
  /** Words that may be misspelt, by the index of their token. */
  readonly spelt: ReadonlyMap<number, string>;
}

function needleFor(word: Word): string {
  const encoded = encodeWord(word);
  if (word.kind === 'signs') return encoded;
  return word.kind === 'letters' && Array.from(encoded).length >= MIN_PART ? encoded : GAP + encoded;
}

function listSpellings(word: Word): readonly Word[] {
  if (!isKana(word)) return [word];
  return [word, ...romanize(word.text).map((text): Word => ({ kind: 'letters', text }))];
}

/** The whole text in each of its spellings. */
function listPhrases(words: readonly Word[]): string[] {
  const ways = [0, 1, 2].map((way) =>
    words.map((word) => {
      const spellings = listSpellings(word);
      return spellings[way] ?? spellings.at(-1) ?? word;
    }),
  );
  return [...new Set(ways.map(encodePhrase))];
}

/** Parses the text of a search. @returns undefined for a text without a word */
export function planQuery(text: string): PlannedQuery | undefined {
  const words = readWords(text).slice(0, MAX_WORDS);
  if (words.length === 0) return undefined;
  const spelt = new Map<number, string>();
  for (const [index, { kind, text: word }] of words.entries()) if (kind === 'letters') spelt.set(index, word);
  return {
    phrases: listPhrases(words),
    tokens: words.map((word) => ({
      needles: [...new Set(listSpellings(word).map(needleFor))],
      words: [...new Set(listSpellings(word).map(encodeWord))],
    })),
    spelt,
  };
}
