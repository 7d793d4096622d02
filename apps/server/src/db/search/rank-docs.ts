import { type RawBuilder, sql } from 'kysely';
import { type DatabaseKind, holdsText } from '../sql/dialect.ts';
import { allOf, anyOf, type Predicate } from '../filters/predicates.ts';
import { GAP, NAMES, type SearchQuery } from './search-query.ts';

/** Rank of a matching document, 0 best; over `searchDoc as doc`. */
export function rankDocs(kind: DatabaseKind, { phrases, tokens }: SearchQuery): RawBuilder<number> {
  const inNames = (text: string): Predicate => holdsText(kind, NAMES, text);
  const anyPhrase = (around: (phrase: string) => string): Predicate =>
    anyOf(phrases.map((phrase) => inNames(around(phrase))));
  const allWords = (around: (word: string) => string): Predicate =>
    allOf(tokens.map(({ words }) => anyOf(words.map((word) => inNames(around(word))))));
  const inAnyName = allWords((word) => word);
  // Tested first: with a frequent text most matches are outside the names.
  return sql<number>`case
    when not ${inAnyName} then 6
    when ${anyPhrase((phrase) => `\n${GAP}${phrase}${GAP}\n`)} then 0
    when ${anyPhrase((phrase) => `\n${GAP}${phrase}`)} then 1
    when ${anyPhrase((phrase) => `${GAP}${phrase}${GAP}`)} then 2
    when ${allWords((word) => `${GAP}${word}${GAP}`)} then 3
    when ${allWords((word) => `${GAP}${word}`)} then 4
    else 5 end`;
}
