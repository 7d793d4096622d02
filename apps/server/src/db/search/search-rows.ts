import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { allOf, anyOf, type Predicate } from '../filters/predicates.ts';
import { type DatabaseKind, containsText } from '../sql/dialect.ts';
import { GAP, containsWords, matchingDocs, NAMES, type SearchQuery } from './search-query.ts';

/** Rank of a matching document, 0 best; over `searchDoc as doc`. */
export function rankDocs(kind: DatabaseKind, { phrases, tokens }: SearchQuery): RawBuilder<number> {
  const inNames = (text: string): Predicate => containsText(kind, NAMES, text);
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

/** SQL parts of a search for rows of a table. */
export interface RowSearch {
  readonly where: RawBuilder<SqlBool>;
  readonly rank: RawBuilder<number>;
  readonly ids: RawBuilder<{ readonly id: string }>;
  /** Ids of all matches, with `rank`, 0 best. */
  readonly rankedIds: RawBuilder<{ readonly id: string; readonly rank: number }>;
  /** The same as `where`, for few rows that something else finds: it looks at each. */
  readonly holds: RawBuilder<SqlBool>;
  readonly query: SearchQuery;
}

/** The SQL parts for a query on `book`, or `series`, without visibility. */
export function searchRows(kind: DatabaseKind, table: 'book' | 'series', query: SearchQuery): RowSearch {
  const id = sql.ref(`${table}.id`);
  const rank = rankDocs(kind, query);
  const found = matchingDocs(kind, { of: table, query });
  const own = sql`"searchDoc" as "doc" where "doc"."kind" = ${sql.lit(table)} and "doc"."entityId" = ${id}`;
  return {
    query,
    where: sql<SqlBool>`${id} in (select "doc"."entityId" from ${found})`,
    ids: sql`select "doc"."entityId" as "id" from ${found}`,
    rankedIds: sql`select "doc"."entityId" as "id", ${rank} as "rank" from ${found}`,
    rank: sql<number>`(select ${rank} from ${own})`,
    holds: sql<SqlBool>`exists (select 1 from ${own} and ${containsWords(kind, query)})`,
  };
}
