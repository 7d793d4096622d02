import { Kysely } from 'kysely';
import pg from 'pg';
import type { Connections } from './connections.ts';
import { ListDialect } from './list-compiler.ts';
import { nameStatements } from './named-pool.ts';
import { KEEP_ALIVE, NoticeLine } from './notice-line.ts';
import { countQueries, type QueryCounter } from './query-counter.ts';
import type { Schema } from './schema/index.ts';
import { searchPath } from './sql/dialect.ts';
import { createStatementNames } from './statement-names.ts';

/** A PostgreSQL database and how to connect to it. */
export interface PostgresLocation {
  readonly url: string;
  readonly poolSize: number;
  readonly preparedStatements?: boolean | undefined;
  /** The schema of its tables, of letters, digits and `_`; that of the connection unless given. */
  readonly schema?: string | undefined;
}

const INT8 = 20;
const NUMERIC = 1700;

/**
 * One pool for reads and writes; `int8` and `numeric` (counts, sums) become numbers, as on SQLite.
 * @param connectMs how long a connection may take to open; 0 for no limit
 */
export function openPostgres(
  { url, poolSize, preparedStatements = true, schema }: PostgresLocation,
  queries: QueryCounter,
  connectMs = 0,
): Connections {
  const types = new pg.TypeOverrides();
  types.setTypeParser(INT8, Number);
  types.setTypeParser(NUMERIC, Number);
  const limits = { max: poolSize, connectionTimeoutMillis: connectMs };
  const place = schema === undefined ? {} : { options: searchPath(schema) };
  const pool = new pg.Pool({ connectionString: url, types, ...limits, ...place, ...KEEP_ALIVE });
  // The pool replaces a broken connection, and its query fails. An unhandled error event would end the process, and the pool
  // itself listens only to idle connections.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const names = createStatementNames();
  if (!preparedStatements) names.giveUp();
  const dialect = new ListDialect({ pool: nameStatements(pool, names) });
  const db = new Kysely<Schema>({ dialect, log: countQueries(queries) });
  return {
    writes: db,
    reads: db,
    heavyReads: db,
    heavyDialect: dialect,
    version: undefined,
    pool: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount, max: poolSize }),
    listen: (channel, handlers) => new NoticeLine(url, channel, handlers),
  };
}
