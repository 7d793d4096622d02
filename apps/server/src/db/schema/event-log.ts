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
  /** JSON array of the libraries it is about; null for none in particular. */
  libraryIds: string | null;
}
