import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { cancelCheck } from '../sql/cancel-check.ts';
import { type DatabaseKind, readThrough } from '../sql/dialect.ts';
import type { ReadDb } from '../open.ts';
import { docIdsWithGrams, type SearchKind } from './grams.ts';
import { containsWords, type SearchQuery } from './search-query.ts';
import { rankDocs } from './search-rows.ts';

/** A search among documents of one kind, most of which may match. */
export interface CommonSearch {
  readonly kind: DatabaseKind;
  readonly of: SearchKind;
  readonly query: SearchQuery;
}

/** Text behind `from`: every document of the kind, as `doc`, in a scan without the index. */
function scanDocs({ kind, of }: CommonSearch): RawBuilder<unknown> {
  return sql`${readThrough(kind, 'searchDoc', 'doc')} where "doc"."kind" = ${sql.lit(of)}
    and ${cancelCheck(kind, sql.ref<number>('doc.id'))}`;
}

function test({ kind, query }: CommonSearch, isHeld: boolean): RawBuilder<SqlBool> {
  const holds = containsWords(kind, query);
  return isHeld ? holds : sql<SqlBool>`not ${holds}`;
}

/**
 * How many documents may match, by the index alone: possibly too many, never too few.
 * @param most stops counting here
 */
export async function countCandidates(db: ReadDb, { kind, of, query }: CommonSearch, most: number): Promise<number> {
  const tokens = query.tokens.map(({ needles }) => needles);
  const found = docIdsWithGrams(kind, { of, place: 'anywhere', tokens });
  const some = sql<{ readonly id: number }>`(select "found"."docId" as "id" from ${found}
    where ${cancelCheck(kind, sql.ref<number>('found.docId'))} limit ${most})`;
  return await countRows(db, some);
}

/** Counts the documents of a kind. */
export async function countDocs(db: ReadDb, of: SearchKind): Promise<number> {
  const all = sql<{ readonly id: string }>`(select "entityId" as "id" from "searchDoc" where "kind" = ${sql.lit(of)})`;
  return await countRows(db, all);
}

async function countRows(db: ReadDb, rows: RawBuilder<{ readonly id: unknown }>): Promise<number> {
  const { count } = await db
    .selectFrom(rows.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** A query for the ids of matching documents, or of those that do not match. */
export function docsHolding(search: CommonSearch, isHeld: boolean): RawBuilder<{ readonly id: string }> {
  return sql`select "doc"."entityId" as "id" from ${scanDocs(search)} and ${test(search, isHeld)}`;
}

/**
 * A query for the ids of the `most` best matches, or the worst ones, with `rank`, 0 best, and `sortKey`; equal ranks in
 * order of key and id.
 */
export function closestDocs(
  search: CommonSearch,
  isBestFirst: boolean,
  most: number,
): RawBuilder<{ readonly id: string }> {
  const way = sql.raw(isBestFirst ? 'asc' : 'desc');
  return sql`select "doc"."entityId" as "id", "doc"."sortKey" as "sortKey", ${rankDocs(search.kind, search.query)} as "rank"
    from ${scanDocs(search)} and ${test(search, true)} order by "rank" ${way}, "doc"."sortKey", "doc"."entityId" limit ${most}`;
}
