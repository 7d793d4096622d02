import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DatabaseKind } from '../dialect.ts';
import { matchingDocs, rankDocs, type SearchQuery } from './search-query.ts';

/** What a search says of rows: which it finds, and how well, 0 best. */
export interface RowSearch {
  readonly where: RawBuilder<SqlBool>;
  readonly rank: RawBuilder<number>;
}

/** A search as part of a query that has `book`, or `series`; visibility is not in it. */
export function searchRows(kind: DatabaseKind, table: 'book' | 'series', query: SearchQuery): RowSearch {
  const id = sql.ref(`${table}.id`);
  const rank = rankDocs(kind, query);
  return {
    where: sql<SqlBool>`${id} in (select "doc"."entityId" from ${matchingDocs(kind, table, query)})`,
    rank: sql<number>`(select ${rank} from "searchDoc" as "doc" where "doc"."kind" = ${sql.lit(table)}
      and "doc"."entityId" = ${id})`,
  };
}
