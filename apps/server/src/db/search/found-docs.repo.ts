import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DatabaseKind } from '../sql/dialect.ts';
import type { ReadDb } from '../open.ts';
import type { SearchKind } from './grams.ts';
import { type Closeness, matchingDocs, type SearchQuery } from './search-query.ts';
import { rankDocs } from './search-rows.ts';

/** Matches looked at in one step; further ones are neither ranked nor counted. */
export const MAX_RANKED = 500;
const MAX_BEGINNINGS = 1_000;
/** Matches of equal rank that are enough. */
const FEW = 200;
/** Up to here all kinds are searched at once. */
const MOST_AT_ONCE = 600;
const LINE_START = 64;
/** Sorts behind every other character. */
const LAST = '\u{10FFFF}';

/** A search among documents of one kind. */
export interface DocSearch {
  readonly kind: DatabaseKind;
  readonly of: SearchKind;
  readonly query: SearchQuery;
  readonly visible: RawBuilder<SqlBool>;
  readonly limit: number;
  /** Only among these documents, when no others match. */
  readonly among?: readonly number[] | undefined;
}

/** Ids found, best first. */
export interface FoundDocs {
  readonly ids: readonly string[];
  /** The number of matches, or `MAX_RANKED` when there are more. */
  readonly total: number;
  /** Whether there are more than `total`. */
  readonly capped: boolean;
}

interface RankedDoc {
  readonly entityId: string;
  readonly total: number;
}

const COLUMNS = sql`"doc"."entityId", "doc"."names", "doc"."sortKey"`;

/** The beginning of a name, as stored and searched. */
export function lineStart(line: string): string {
  return Array.from(line).slice(0, LINE_START).join('');
}

function matching(
  { kind, of, query, visible, among }: DocSearch,
  closeness: Closeness,
  most: number,
): RawBuilder<unknown> {
  const docs = matchingDocs(kind, { query, of, closeness, among });
  return sql`select ${COLUMNS} from ${docs} and ${visible} limit ${most}`;
}

/** The first names that begin with the text, in their order. */
function selectByBeginning({ of, query, visible }: DocSearch): RawBuilder<unknown> {
  const ranges = query.phrases.map((phrase) => {
    const start = lineStart(phrase);
    return sql`select * from (select ${COLUMNS} from "searchName" as "name" cross join "searchDoc" as "doc"
      where "doc"."id" = "name"."docId" and "name"."kind" = ${sql.lit(of)} and "name"."line" >= ${start}
      and "name"."line" < ${start + LAST} and ${visible} order by "name"."line", "name"."docId" limit ${MAX_BEGINNINGS}) as "range"`;
  });
  return sql.join(ranges, sql` union all `);
}

async function rank(db: ReadDb, { kind, query, limit }: DocSearch, docs: RawBuilder<unknown>): Promise<RankedDoc[]> {
  const ranked = sql<{
    readonly entityId: string;
    readonly rank: number;
    readonly sortKey: string;
    readonly total: number;
  }>`(select distinct "doc"."entityId", "doc"."sortKey", ${rankDocs(kind, query)} as "rank",
    count(*) over () as "total" from (${docs}) as "doc")`;
  return await db
    .selectFrom(ranked.as('ranked'))
    .select(['ranked.entityId', 'ranked.total'])
    .orderBy('ranked.rank')
    .orderBy('ranked.sortKey')
    .orderBy('ranked.entityId')
    .limit(limit)
    .execute();
}

function pickIds(docs: readonly RankedDoc[]): string[] {
  return docs.map(({ entityId }) => entityId);
}

/** The best ids of very many matches: first names that begin with the text, then names that hold its words. */
async function pickClosest(db: ReadDb, search: DocSearch, others: readonly RankedDoc[]): Promise<string[]> {
  const ids = new Set<string>();
  const add = (docs: readonly RankedDoc[]): boolean => {
    for (const { entityId } of docs) ids.add(entityId);
    return ids.size >= search.limit;
  };
  const look = async (docs: RawBuilder<unknown>): Promise<boolean> => add(await rank(db, search, docs));
  const isFull = await look(selectByBeginning(search));
  if (!isFull) {
    const inNames = await rank(db, search, matching(search, 'parts', MAX_RANKED + 1));
    const areAll = (inNames[0]?.total ?? 0) <= MAX_RANKED;
    const isEnough = areAll
      ? add(inNames)
      : (await look(matching(search, 'words', MAX_RANKED))) ||
        (await look(matching(search, 'beginnings', FEW))) ||
        add(inNames);
    if (!isEnough) add(others);
  }
  return [...ids].slice(0, search.limit);
}

/** Row numbers of documents by kind. */
export type DocsByKind = ReadonlyMap<SearchKind, readonly number[]>;

/**
 * All matches of every kind when they are few, regardless of who may see them: one search takes as long as a search for
 * one kind.
 * @returns undefined when they are more
 */
export async function findAllIfFew(
  db: ReadDb,
  kind: DatabaseKind,
  query: SearchQuery,
): Promise<DocsByKind | undefined> {
  const matched = sql<{ readonly id: number; readonly kind: SearchKind }>`(select "doc"."id", "doc"."kind"
    from ${matchingDocs(kind, { query })} limit ${MOST_AT_ONCE + 1})`;
  const rows = await db.selectFrom(matched.as('matched')).select(['matched.id', 'matched.kind']).execute();
  if (rows.length > MOST_AT_ONCE) return undefined;
  const byKind = new Map<SearchKind, number[]>();
  for (const { id, kind: of } of rows) {
    const some = byKind.get(of);
    if (some === undefined) byKind.set(of, [id]);
    else some.push(id);
  }
  return byKind;
}

/** Finds matches, best first. */
export async function findDocs(db: ReadDb, search: DocSearch): Promise<FoundDocs> {
  const docs = await rank(db, search, matching(search, 'anywhere', MAX_RANKED + 1));
  const total = docs[0]?.total ?? 0;
  if (total > MAX_RANKED) return { ids: await pickClosest(db, search, docs), total: MAX_RANKED, capped: true };
  return { ids: pickIds(docs), total, capped: false };
}
