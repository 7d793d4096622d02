import SqliteDatabase from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import type { Schema } from './schema/index.ts';

/** Page cache of one connection, in KiB (negative is SQLite's way to say so): worth more than the choice of driver. */
const CACHE_KIB = -65_536;
const BUSY_MS = 10_000;

function connect(path: string, readonly: boolean): SqliteDatabase.Database {
  const database = new SqliteDatabase(path, { readonly, timeout: BUSY_MS });
  if (!readonly) database.pragma('journal_mode = WAL');
  database.pragma('synchronous = NORMAL');
  database.pragma('foreign_keys = ON');
  database.pragma(`cache_size = ${String(CACHE_KIB)}`);
  database.pragma('temp_store = MEMORY');
  return database;
}

/** Two connections to one file: a reader never waits for the writer's transaction. */
export function openSqlite(path: string): { readonly writes: Kysely<Schema>; readonly reads: Kysely<Schema> } {
  const writes = new Kysely<Schema>({ dialect: new SqliteDialect({ database: connect(path, false) }) });
  const reads = new Kysely<Schema>({ dialect: new SqliteDialect({ database: connect(path, true) }) });
  return { writes, reads };
}
