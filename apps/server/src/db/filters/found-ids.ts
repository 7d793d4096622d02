import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type DatabaseKind, eachText, listOfTexts } from '../dialect.ts';
import type { ReadDb } from '../open.ts';
import type { Predicate } from './field-matches.ts';

/** A query for `id`, each once at most; visibility is not in it. */
export type IdQuery = RawBuilder<{ readonly id: string }>;

/** Books that a condition holds of. */
export function booksWith(condition: Predicate): IdQuery {
  return sql<{ readonly id: string }>`select "book"."id" as "id" from "book" where ${condition}`;
}

/** What a query finds, in no order; of more than `most` any so many. They come as one text, however many they are. */
export async function listFoundIds(db: ReadDb, kind: DatabaseKind, query: IdQuery, most: number): Promise<string[]> {
  const { ids } = await db
    .selectFrom(sql<{ readonly id: string }>`(${query} limit ${most})`.as('found'))
    .select(listOfTexts(kind, sql.ref<string>('found.id')).as('ids'))
    .executeTakeFirstOrThrow();
  // A list of texts, as the query makes it.
  return ids === null ? [] : (JSON.parse(ids) as string[]);
}

/** Whether a book is one of many. */
export function isAmong(kind: DatabaseKind, bookIds: readonly string[]): Predicate {
  return sql<SqlBool>`${sql.ref('book.id')} in (${eachText(kind, JSON.stringify(bookIds))})`;
}
