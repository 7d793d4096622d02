import { type RawBuilder, type SelectQueryBuilder, sql, type Transaction } from 'kysely';

/** Which database runs. All differences between the two have a name in this file. */
export type DatabaseKind = 'sqlite' | 'postgres';

/** Column types that are spelt differently. */
export interface ColumnTypes {
  /** Text compared byte by byte: sort keys, paths, lookups. */
  readonly key: RawBuilder<unknown>;
  readonly real: RawBuilder<unknown>;
  readonly bytes: RawBuilder<unknown>;
}

export const COLUMN_TYPES: Readonly<Record<DatabaseKind, ColumnTypes>> = {
  sqlite: { key: sql`text`, real: sql`real`, bytes: sql`blob` },
  postgres: { key: sql`text collate "C"`, real: sql`double precision`, bytes: sql`bytea` },
};

/** SQLite takes at most 32,766 parameters a statement, PostgreSQL 65,535; lists in `in (…)` are cut to this. */
const LIST_CHUNK = 500;

/**
 * Cuts a list into pieces that fit one statement.
 * @param items any length, also none
 */
export function chunked<Item>(items: readonly Item[]): Item[][] {
  const chunks: Item[][] = [];
  for (let index = 0; index < items.length; index += LIST_CHUNK) chunks.push(items.slice(index, index + LIST_CHUNK));
  return chunks;
}

/**
 * Lets only one transaction at a time go on from here for the same purpose, until it ends. SQLite has one writer anyway.
 * @param purpose a fixed word, the same wherever the same thing is protected
 */
export async function lockFor<DB>(kind: DatabaseKind, write: Transaction<DB>, purpose: string): Promise<void> {
  if (kind === 'sqlite') return;
  await sql`select pg_advisory_xact_lock(hashtext(${`lectern:${purpose}`}))`.execute(write);
}

/**
 * Makes two workers that look for a row at the same moment find different ones. SQLite has one writer anyway.
 * @param query finds the row to claim, inside a writing transaction
 */
export function claimable<DB, TB extends keyof DB, Row>(
  kind: DatabaseKind,
  query: SelectQueryBuilder<DB, TB, Row>,
): SelectQueryBuilder<DB, TB, Row> {
  return kind === 'sqlite' ? query : query.forUpdate().skipLocked();
}

/**
 * The time by the database's clock, epoch milliseconds: processes on several machines may disagree about theirs. It goes on
 * within a transaction.
 */
export function databaseNow(kind: DatabaseKind): RawBuilder<number> {
  return kind === 'sqlite'
    ? sql<number>`cast(round(unixepoch('subsec') * 1000) as integer)`
    : sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`;
}

/** Whether a write was refused because another row has what may be there only once. */
export function isUniqueViolation(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === '23505' || code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY';
}
