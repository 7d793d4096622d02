import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { whileWanted } from '../sql/cancel-check.ts';
import { type DatabaseKind, holdsText } from '../sql/dialect.ts';
import { docsWithGrams, type SearchKind } from './grams.ts';

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

/**
 * How closely documents match: their names hold each word as a whole, or its beginning, or a part of it; or it is found in them
 * or beside them. Each includes those before.
 */
export type Closeness = 'words' | 'beginnings' | 'parts' | 'anywhere';

/** What a document is about, over `searchDoc as doc`. */
export const ENTITY = sql.ref<string>('doc.entityId');

const GAP = '  ';
const NAMES = sql.ref('doc.names');
const REST = sql.ref('doc.rest');

function any(predicates: readonly Predicate[]): Predicate {
  return sql`(${sql.join(predicates, sql` or `)})`;
}

function all(predicates: readonly Predicate[]): Predicate {
  return sql`(${sql.join(predicates, sql` and `)})`;
}

function needlesOf({ needles, words }: SearchToken, closeness: Closeness): readonly string[] {
  if (closeness === 'words') return words.map((word) => GAP + word + GAP);
  if (closeness === 'beginnings') return words.map((word) => GAP + word);
  return needles;
}

/** Which documents are looked for. */
interface DocWanted {
  readonly query: SearchQuery;
  /** Never input; of any kind without it. */
  readonly of?: SearchKind | undefined;
  /** Anywhere unless said. */
  readonly closeness?: Closeness | undefined;
  /** Only among these of that kind, by the numbers of their rows. */
  readonly among?: readonly number[] | undefined;
}

/** Whether a document has a needle of each word; over `searchDoc as doc`. */
function holdsNeedles(
  kind: DatabaseKind,
  needles: readonly (readonly string[])[],
  columns: readonly RawBuilder<unknown>[],
): Predicate {
  return all(
    needles.map((some) => any(some.flatMap((needle) => columns.map((column) => holdsText(kind, column, needle))))),
  );
}

/** Whether a document has every word, in its names or beside them; over `searchDoc as doc`, of which no index is asked. */
export function holdsWords(kind: DatabaseKind, { tokens }: SearchQuery): Predicate {
  const needles = tokens.map((token) => token.needles);
  return holdsNeedles(kind, needles, [NAMES, REST]);
}

/** What stands behind `from` and `where` of a query for documents with every word; it calls them `doc`. */
export function matchingDocs(
  kind: DatabaseKind,
  { query: { tokens }, of, closeness = 'anywhere', among }: DocWanted,
): RawBuilder<unknown> {
  const needles = tokens.map((token) => needlesOf(token, closeness));
  const place = closeness === 'anywhere' ? 'anywhere' : 'names';
  const holds = holdsNeedles(kind, needles, place === 'names' ? [NAMES] : [NAMES, REST]);
  const tests = [holds, whileWanted(kind, sql.ref<number>('doc.id'))];
  if (among !== undefined) {
    return sql`"searchDoc" as "doc" where "doc"."id" in (${sql.join([...among])}) and ${all(tests)}`;
  }
  if (of !== undefined) tests.unshift(sql<SqlBool>`"doc"."kind" = ${sql.lit(of)}`);
  // The grams find few, the texts decide: both databases come to the same.
  return sql`${docsWithGrams(kind, { of, place, tokens: needles })} where ${all(tests)}`;
}

/** How well a document that matches does so, 0 best; over `searchDoc as doc`. */
export function rankDocs(kind: DatabaseKind, { phrases, tokens }: SearchQuery): RawBuilder<number> {
  const inNames = (text: string): Predicate => holdsText(kind, NAMES, text);
  const anyPhrase = (around: (phrase: string) => string): Predicate =>
    any(phrases.map((phrase) => inNames(around(phrase))));
  const allWords = (around: (word: string) => string): Predicate =>
    all(tokens.map(({ words }) => any(words.map((word) => inNames(around(word))))));
  const inAnyName = allWords((word) => word);
  // A text that stands beside the names is the most frequent one among many, and costs one look then.
  return sql<number>`case
    when not ${inAnyName} then 6
    when ${anyPhrase((phrase) => `\n${GAP}${phrase}${GAP}\n`)} then 0
    when ${anyPhrase((phrase) => `\n${GAP}${phrase}`)} then 1
    when ${anyPhrase((phrase) => `${GAP}${phrase}${GAP}`)} then 2
    when ${allWords((word) => `${GAP}${word}${GAP}`)} then 3
    when ${allWords((word) => `${GAP}${word}`)} then 4
    else 5 end`;
}

/** What a search says of rows: which it finds, and how well, 0 best. */
export interface RowSearch {
  readonly where: RawBuilder<SqlBool>;
  readonly rank: RawBuilder<number>;
  /** The ids of all that it finds. */
  readonly ids: RawBuilder<{ readonly id: string }>;
  /** The same with `rank`. */
  readonly rankedIds: RawBuilder<{ readonly id: string; readonly rank: number }>;
  /** The same as `where` for rows that something else finds: one look at each. */
  readonly holds: RawBuilder<SqlBool>;
  /** What is looked for. */
  readonly query: SearchQuery;
}

/** A search as part of a query that has `book`, or `series`; visibility is not in it. */
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
    holds: sql<SqlBool>`exists (select 1 from ${own} and ${holdsWords(kind, query)})`,
  };
}
