import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type DatabaseKind, holdsText } from '../dialect.ts';
import { docsWithGrams } from './grams.ts';

type Predicate = RawBuilder<SqlBool>;

/** One word that must be there, in any of its spellings; all as they stand in the index. */
export interface SearchToken {
  /** Parts of the text, any of which is enough. */
  readonly needles: readonly string[];
  /** The same as whole words. */
  readonly words: readonly string[];
}

/** What is looked for. */
export interface SearchQuery {
  /** The whole text, in each of its spellings. */
  readonly phrases: readonly string[];
  readonly tokens: readonly SearchToken[];
}

const GAP = '  ';
const NAMES = sql.ref('doc.names');
const REST = sql.ref('doc.rest');

function any(predicates: readonly Predicate[]): Predicate {
  return sql`(${sql.join(predicates, sql` or `)})`;
}

function all(predicates: readonly Predicate[]): Predicate {
  return sql`(${sql.join(predicates, sql` and `)})`;
}

/**
 * What stands behind `from` and `where` of a query for documents of a kind with every word; it calls them `doc`.
 * @param of `book`, `series` and the like, never input
 */
export function matchingDocs(kind: DatabaseKind, of: string, { tokens }: SearchQuery): RawBuilder<unknown> {
  // The grams find few, the texts decide: both databases come to the same.
  const found = docsWithGrams(
    kind,
    tokens.map(({ needles }) => needles),
  );
  const holds = tokens.map(({ needles }) =>
    any(needles.flatMap((needle) => [holdsText(kind, NAMES, needle), holdsText(kind, REST, needle)])),
  );
  return sql`${found} where "doc"."kind" = ${sql.lit(of)} and ${all(holds)}`;
}

/** How well a document that matches does so, 0 best; over `searchDoc as doc`. */
export function rankDocs(kind: DatabaseKind, { phrases, tokens }: SearchQuery): RawBuilder<number> {
  const inNames = (text: string): Predicate => holdsText(kind, NAMES, text);
  const anyPhrase = (around: (phrase: string) => string): Predicate =>
    any(phrases.map((phrase) => inNames(around(phrase))));
  const allWords = (around: (word: string) => string): Predicate =>
    all(tokens.map(({ words }) => any(words.map((word) => inNames(around(word))))));
  return sql<number>`case
    when ${anyPhrase((phrase) => `\n${GAP}${phrase}${GAP}\n`)} then 0
    when ${anyPhrase((phrase) => `\n${GAP}${phrase}`)} then 1
    when ${anyPhrase((phrase) => `${GAP}${phrase}${GAP}`)} then 2
    when ${allWords((word) => `${GAP}${word}${GAP}`)} then 3
    when ${allWords((word) => `${GAP}${word}`)} then 4
    when ${allWords((word) => word)} then 5
    else 6 end`;
}
