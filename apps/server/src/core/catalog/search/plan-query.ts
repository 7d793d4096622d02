import type { SearchQuery } from '#db/search/search-query.ts';
import {
  encodePhrase,
  encodeWord,
  GAP,
  isKana,
  readWords,
  romanize,
  type Word,
} from '#core/rules/text/search-words.ts';

/** More words narrow nothing down. */
const MAX_WORDS = 12;
/** Shorter parts of words are looked for at the beginning of words only. */
const MIN_PART = 3;

/** What a text asks for: words that all must be there. */
export interface PlannedQuery extends SearchQuery {
  /** The words of letters that may be misspelt, by their place among the tokens. */
  readonly spelt: ReadonlyMap<number, string>;
}

function needleFor(word: Word): string {
  const encoded = encodeWord(word);
  if (word.kind === 'signs') return encoded;
  return word.kind === 'letters' && Array.from(encoded).length >= MIN_PART ? encoded : GAP + encoded;
}

function spellingsOf(word: Word): readonly Word[] {
  if (!isKana(word)) return [word];
  return [word, ...romanize(word.text).map((text): Word => ({ kind: 'letters', text }))];
}

/** The whole text in each of its spellings. */
function phrasesOf(words: readonly Word[]): string[] {
  const ways = [0, 1, 2].map((way) =>
    words.map((word) => {
      const spellings = spellingsOf(word);
      return spellings[way] ?? spellings.at(-1) ?? word;
    }),
  );
  return [...new Set(ways.map(encodePhrase))];
}

/**
 * Reads what a user looks for.
 * @returns undefined when there is no word in it
 */
export function planQuery(text: string): PlannedQuery | undefined {
  const words = readWords(text).slice(0, MAX_WORDS);
  if (words.length === 0) return undefined;
  const spelt = new Map<number, string>();
  for (const [index, { kind, text: word }] of words.entries()) if (kind === 'letters') spelt.set(index, word);
  return {
    phrases: phrasesOf(words),
    tokens: words.map((word) => ({
      needles: [...new Set(spellingsOf(word).map(needleFor))],
      words: [...new Set(spellingsOf(word).map(encodeWord))],
    })),
    spelt,
  };
}
