import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { DatabaseKind } from './dialect.ts';

/** SQL function of our SQLite connections: returns 1, and throws once the running query is cancelled. */
export const CANCEL_FUNCTION = 'lectern_wanted';
/** Calling the function for every row would cost more than the row itself. */
const ROWS_PER_CHECK = 512;

/**
 * A condition that is true for every row; on SQLite it throws once the query is cancelled. PostgreSQL cancels queries itself.
 * @param number an integer that differs between rows
 */
export function cancelCheck(kind: DatabaseKind, number: RawBuilder<number>): RawBuilder<SqlBool> {
  return kind === 'sqlite'
    ? sql<SqlBool>`case when ${number} % ${sql.lit(ROWS_PER_CHECK)} = 0 then ${sql.raw(CANCEL_FUNCTION)}() else 1 end = 1`
    : sql<SqlBool>`1 = 1`;
}
