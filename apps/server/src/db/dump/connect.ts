import type { DatabaseLocation } from '../open.ts';
import { type DatabaseKind, searchPath } from '../sql/dialect.ts';
import { connectSqlite } from '../sqlite-connection.ts';

const BATCH_ROWS = 500;
const INT8 = 20;

/** Rows of a query as arrays; integers may be bigints. */
type Rows = readonly (readonly unknown[])[];

/**
 * One connection that dumps or loads whole tables. On SQLite its queries are synchronous: a server uses it in a thread.
 * Disposing closes it and rolls back an open transaction.
 */
export interface DumpConnection extends AsyncDisposable {
  readonly kind: DatabaseKind;
  /** Begins a transaction that sees one state of the database, and cannot write. */
  readonly beginRead: () => Promise<void>;
  /** Begins a transaction that writes. On SQLite foreign keys are not enforced in it. */
  readonly beginWrite: () => Promise<void>;
  readonly commit: () => Promise<void>;
  /** Runs one statement. */
  readonly query: (text: string, parameters?: readonly unknown[]) => Promise<Rows>;
  /** The rows of a query without parameters, in batches. Needs a transaction. */
  readonly stream: (text: string) => AsyncIterable<Rows>;
  /** Runs one statement for each row of parameters. */
  readonly each: (text: string, rows: Rows) => void;
}

function connectFile(path: string, readonly: boolean): DumpConnection {
  const database = connectSqlite(path, readonly);
  database.defaultSafeIntegers(true);
  return {
    kind: 'sqlite',
    // The first read fixes the state.
    beginRead: async () => void database.exec('begin; select count(*) from sqlite_master'),
    beginWrite: async () => {
      database.pragma('foreign_keys = OFF');
      database.exec('begin immediate');
    },
    commit: async () => void database.exec('commit'),
    query: async (text, parameters = []) => {
      const statement = database.prepare<unknown[], unknown[]>(text);
      if (statement.reader) return statement.raw().all(...parameters);
      statement.run(...parameters);
      return [];
    },
    async *stream(text) {
      let batch: unknown[][] = [];
      for (const row of database.prepare<[], unknown[]>(text).raw().iterate()) {
        batch.push(row);
        if (batch.length < BATCH_ROWS) continue;
        yield batch;
        batch = [];
      }
      if (batch.length > 0) yield batch;
    },
    each: (text, rows) => {
      const statement = database.prepare(text);
      for (const row of rows) statement.run(...row);
    },
    [Symbol.asyncDispose]: async () => void database.close(),
  };
}

async function connectServer({
  url,
  schema,
}: Extract<DatabaseLocation, { kind: 'postgres' }>): Promise<DumpConnection> {
  const { default: pg } = await import('pg');
  const types = new pg.TypeOverrides();
  types.setTypeParser(INT8, BigInt);
  const client = new pg.Client({
    connectionString: url,
    types,
    ...(schema === undefined ? {} : { options: searchPath(schema) }),
  });
  // A lost connection fails its query; an unhandled event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  const query = async (text: string, parameters: readonly unknown[] = []): Promise<Rows> =>
    (await client.query<unknown[]>({ text, values: [...parameters], rowMode: 'array' })).rows;
  return {
    kind: 'postgres',
    beginRead: async () => void (await query('begin isolation level repeatable read read only')),
    beginWrite: async () => void (await query('begin')),
    commit: async () => void (await query('commit')),
    query,
    async *stream(text) {
      await query(`declare dump_rows no scroll cursor for ${text}`);
      for (;;) {
        const rows = await query(`fetch forward ${String(BATCH_ROWS)} from dump_rows`);
        if (rows.length === 0) break;
        yield rows;
      }
      await query('close dump_rows');
    },
    each: () => {
      throw new Error('PostgreSQL takes whole columns');
    },
    [Symbol.asyncDispose]: async () => client.end(),
  };
}

/** Opens a connection to existing tables; nothing is migrated. */
export async function connectForDump(location: DatabaseLocation, mode: 'read' | 'write'): Promise<DumpConnection> {
  return location.kind === 'sqlite' ? connectFile(location.path, mode === 'read') : connectServer(location);
}
