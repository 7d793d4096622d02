import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { whileWanted } from '../sql/cancel-check.ts';
import { type DatabaseKind, readThrough } from '../sql/dialect.ts';
import type { ReadDb } from '../open.ts';
import { docIdsWithGrams, type SearchKind } from './grams.ts';
import { holdsWords, rankDocs, type SearchQuery } from './search-query.ts';

/** A text that is looked for among documents of one kind, nearly all of which may have it. */
export interface CommonSearch {
  readonly kind: DatabaseKind;
  /** Never input. */
  readonly of: SearchKind;
  readonly query: SearchQuery;
}

/** What stands behind `from` and `where`: every document of the kind, as `doc`, the index being asked for nothing. */
function everyDoc({ kind, of }: CommonSearch): RawBuilder<unknown> {
  return sql`${readThrough(kind, 'searchDoc', 'doc')} where "doc"."kind" = ${sql.lit(of)}
    and ${whileWanted(kind, sql.ref<number>('doc.id'))}`;
}

function test({ kind, query }: CommonSearch, isHeld: boolean): RawBuilder<SqlBool> {
  const holds = holdsWords(kind, query);
  return isHeld ? holds : sql<SqlBool>`not ${holds}`;
}

/**
 * How many documents may have the text, as the index tells without a look at them: it may say too many, never too few.
 * @param most no more than these are counted
 */
export async function countCandidates(db: ReadDb, { kind, of, query }: CommonSearch, most: number): Promise<number> {
  const tokens = query.tokens.map(({ needles }) => needles);
  const found = docIdsWithGrams(kind, { of, place: 'anywhere', tokens });
  const some = sql<{ readonly id: number }>`(select "found"."docId" as "id" from ${found}
    where ${whileWanted(kind, sql.ref<number>('found.docId'))} limit ${most})`;
  return await countOf(db, some);
}

/** How many documents of the kind there are. */
export async function countDocs(db: ReadDb, of: SearchKind): Promise<number> {
  const all = sql<{ readonly id: string }>`(select "entityId" as "id" from "searchDoc" where "kind" = ${sql.lit(of)})`;
  return await countOf(db, all);
}

async function countOf(db: ReadDb, rows: RawBuilder<{ readonly id: unknown }>): Promise<number> {
  const { count } = await db
    .selectFrom(rows.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** A query for the ids of what has the text, or of what has a document without it. */
export function docsHolding(search: CommonSearch, isHeld: boolean): RawBuilder<{ readonly id: string }> {
  return sql`select "doc"."entityId" as "id" from ${everyDoc(search)} and ${test(search, isHeld)}`;
}

/**
 * A query for ids of what has the text, with `rank`, 0 best, and `sortKey`.
 * @param isBestFirst whether those that have it best are taken, or those that have it worst
 * @param most so many of them; those that are alike in the order of their keys and ids
 */
export function closestDocs(
  search: CommonSearch,
  isBestFirst: boolean,
  most: number,
): RawBuilder<{ readonly id: string }> {
  const way = sql.raw(isBestFirst ? 'asc' : 'desc');
  return sql`select "doc"."entityId" as "id", "doc"."sortKey" as "sortKey", ${rankDocs(search.kind, search.query)} as "rank"
    from ${everyDoc(search)} and ${test(search, true)} order by "rank" ${way}, "doc"."sortKey", "doc"."entityId" limit ${most}`;
}
