import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { DatabaseKind } from '../sql/dialect.ts';
import { rankDocs } from './rank-docs.ts';
import { holdsWords, matchingDocs, type SearchQuery } from './search-query.ts';

/** SQL parts of a search for rows of a table. */
export interface RowSearch {
  readonly where: RawBuilder<SqlBool>;
  readonly rank: RawBuilder<number>;
  /** Ids of all matches. */
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
    holds: sql<SqlBool>`exists (select 1 from ${own} and ${holdsWords(kind, query)})`,
  };
}
