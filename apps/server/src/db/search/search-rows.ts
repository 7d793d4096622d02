import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DatabaseKind } from '../dialect.ts';
import { holdsWords, matchingDocs, rankDocs, type SearchQuery } from './search-query.ts';

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
