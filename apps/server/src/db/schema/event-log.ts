import type { Generated } from 'kysely';

/**
 * What processes on one PostgreSQL tell each other, for a while; on SQLite it stays empty. Rows are written one transaction
 * after the other, so that their numbers become visible in order.
 */
export interface EventLogTable {
  id: Generated<number>;
  /** The process that wrote it. */
  origin: string;
  /** Counts the rows of its origin: written twice after a broken connection, a row is there once. */
  number: number;
  /** `entity`, `task` or `scan` for clients, `process` for the caches of the other processes. */
  stream: string;
  name: string;
  json: string;
  /** Who hears of it (`{libraryIds, alsoIn, notIn}`, JSON); null: it is about no library in particular. */
  audience: string | null;
}
