import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { allOf, anyOf, type Predicate } from '../filters/predicates.ts';
import { cancelCheck } from '../sql/cancel-check.ts';
import { type DatabaseKind, containsText } from '../sql/dialect.ts';
import { docsWithGrams, type SearchKind } from './grams.ts';

/** One word that must match, in any of its spellings, encoded as in the index. */
export interface SearchToken {
  /** Parts of the text, any of which is enough. */
  readonly needles: readonly string[];
  readonly words: readonly string[];
}

/** A parsed search text. */
export interface SearchQuery {
  readonly phrases: readonly string[];
  readonly tokens: readonly SearchToken[];
}

/**
 * How closely documents match: names hold each word as a whole, its beginning, or a part of it; or the part is anywhere
 * in the text. Each includes those before.
 */
export type Closeness = 'words' | 'beginnings' | 'parts' | 'anywhere';

/** Id of the row of a document, over `searchDoc as doc`. */
export const ENTITY = sql.ref<string>('doc.entityId');

/** Stands around each word of an encoded text. */
export const GAP = '  ';
export const NAMES = sql.ref('doc.names');
const REST = sql.ref('doc.rest');

function listNeedles({ needles, words }: SearchToken, closeness: Closeness): readonly string[] {
  if (closeness === 'words') return words.map((word) => GAP + word + GAP);
  if (closeness === 'beginnings') return words.map((word) => GAP + word);
  return needles;
}

interface DocWanted {
  readonly query: SearchQuery;
  /** Fixed text, never input; any kind without it. */
  readonly of?: SearchKind | undefined;
  readonly closeness?: Closeness | undefined;
  /** Only among these documents of the kind. */
  readonly among?: readonly number[] | undefined;
}

/** Condition over `searchDoc as doc`: it has a needle of each word. */
function containsNeedles(
  kind: DatabaseKind,
  needles: readonly (readonly string[])[],
  columns: readonly RawBuilder<unknown>[],
): Predicate {
  return allOf(
    needles.map((some) => anyOf(some.flatMap((needle) => columns.map((column) => containsText(kind, column, needle))))),
  );
}

/** Condition over `searchDoc as doc`, without the index: it has every word. */
export function containsWords(kind: DatabaseKind, { tokens }: SearchQuery): Predicate {
  const needles = tokens.map((token) => token.needles);
  return containsNeedles(kind, needles, [NAMES, REST]);
}

/** Text behind `from` for documents with every word; it calls them `doc`. */
export function matchingDocs(
  kind: DatabaseKind,
  { query: { tokens }, of, closeness = 'anywhere', among }: DocWanted,
): RawBuilder<unknown> {
  const needles = tokens.map((token) => listNeedles(token, closeness));
  const place = closeness === 'anywhere' ? 'anywhere' : 'names';
  const holds = containsNeedles(kind, needles, place === 'names' ? [NAMES] : [NAMES, REST]);
  const tests = [holds, cancelCheck(kind, sql.ref<number>('doc.id'))];
  if (among !== undefined) {
    return sql`"searchDoc" as "doc" where "doc"."id" in (${sql.join([...among])}) and ${allOf(tests)}`;
  }
  if (of !== undefined) tests.unshift(sql<SqlBool>`"doc"."kind" = ${sql.lit(of)}`);
  // The grams narrow the rows down; the texts decide, alike on both databases.
  return sql`${docsWithGrams(kind, { of, place, tokens: needles })} where ${allOf(tests)}`;
}
