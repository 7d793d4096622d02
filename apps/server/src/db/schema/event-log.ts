import type { Generated } from 'kysely';

/**
 * Events between processes on one PostgreSQL, kept for a while; empty on SQLite. Rows are written serially, so that
 * their numbers become visible in order.
 */
export interface EventLogTable {
  id: Generated<number>;
  origin: string;
  /** Sequence number within `origin`, so that a retried write adds no second row. */
  number: number;
  /** `entity`, `task` or `scan` for clients, `process` for caches of other processes. */
  stream: string;
  name: string;
  json: string;
  /** `Audience` as JSON; null for messages between processes. */
  audience: string | null;
}
