import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { ReadDb } from '../open.ts';
import type { DatabaseKind } from '../sql/dialect.ts';
import { eachText, listOfTexts } from '../sql/json-lists.ts';
import type { Predicate } from './predicates.ts';

/** A query for distinct ids, without visibility. */
type IdQuery = RawBuilder<{ readonly id: string }>;

/** Books that a condition is true for. */
export function booksWith(condition: Predicate): IdQuery {
  return sql<{ readonly id: string }>`select "book"."id" as "id" from "book" where ${condition}`;
}

/** Ids that a query finds, unordered, at most `most`. They arrive as one JSON text. */
export async function listFoundIds(db: ReadDb, kind: DatabaseKind, query: IdQuery, most: number): Promise<string[]> {
  const { ids } = await db
    .selectFrom(sql<{ readonly id: string }>`(${query} limit ${most})`.as('found'))
    .select(listOfTexts(kind, sql.ref<string>('found.id')).as('ids'))
    .executeTakeFirstOrThrow();
  return ids === null ? [] : (JSON.parse(ids) as string[]);
}

/** Condition: the book is one of many. */
export function isAmong(kind: DatabaseKind, bookIds: readonly string[]): Predicate {
  return sql<SqlBool>`${sql.ref('book.id')} in (${eachText(kind, JSON.stringify(bookIds))})`;
}
