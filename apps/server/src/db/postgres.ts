import { type Dialect, Kysely } from 'kysely';
import pg from 'pg';
import { ListDialect } from './list-compiler.ts';
import { nameStatements } from './named-pool.ts';
import { KEEP_ALIVE, type NoticeHandlers, type NoticeLine, openNoticeLine } from './notice-line.ts';
import type { PoolState } from './pool-state.ts';
import { countQueries, type QueryCounter } from './query-counter.ts';
import type { Schema } from './schema/index.ts';
import { createStatementNames } from './statement-names.ts';

/** Where a PostgreSQL database is, and how it is spoken to. */
export interface PostgresLocation {
  readonly url: string;
  /** Connections at most. */
  readonly poolSize: number;
  /** Whether it keeps the statements that come often; they are sent whole each time when not. */
  readonly preparedStatements?: boolean | undefined;
}

const INT8 = 20;
const NUMERIC = 1700;

/**
 * One pool for reads and writes; `int8` and `numeric` (counts, sums) come as numbers, as SQLite gives them.
 * @param connectMs how long a connection may take to open; 0 for as long as it likes
 */
export function openPostgres(
  { url, poolSize, preparedStatements = true }: PostgresLocation,
  queries: QueryCounter,
  connectMs = 0,
): {
  readonly writes: Kysely<Schema>;
  readonly reads: Kysely<Schema>;
  readonly heavyReads: Kysely<Schema>;
  readonly heavyDialect: Dialect;
  readonly version: undefined;
  readonly pool: () => PoolState;
  readonly listen: (channel: string, handlers: NoticeHandlers) => NoticeLine;
} {
  const types = new pg.TypeOverrides();
  types.setTypeParser(INT8, Number);
  types.setTypeParser(NUMERIC, Number);
  const limits = { max: poolSize, connectionTimeoutMillis: connectMs };
  const pool = new pg.Pool({ connectionString: url, types, ...limits, ...KEEP_ALIVE });
  // A connection that breaks is replaced by the pool, and what used it fails. Without a listener it would end the process; the
  // pool itself listens only while the connection is idle.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const names = createStatementNames();
  if (!preparedStatements) names.giveUp();
  const dialect = new ListDialect({ pool: nameStatements(pool, names) });
  const both = new Kysely<Schema>({ dialect, log: countQueries(queries) });
  const state = (): PoolState => ({
    open: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
    max: poolSize,
  });
  return {
    writes: both,
    reads: both,
    heavyReads: both,
    heavyDialect: dialect,
    version: undefined,
    pool: state,
    listen: (channel, handlers) => openNoticeLine(url, channel, handlers),
  };
}
