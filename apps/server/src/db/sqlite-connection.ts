import SqliteDatabase from 'better-sqlite3';
import type { SqliteDatabase as DialectDatabase, SqliteStatement } from 'kysely';
import { CANCEL_FUNCTION } from './sql/cancel-check.ts';

/**
 * Page cache of one connection, in KiB (SQLite wants it negative). 64 MiB made no query on 100,000 books faster, and
 * SQLite never frees it.
 */
const CACHE_KIB = -16_384;
const BUSY_MS = 10_000;
/** Prepared statements cached per connection; preparing costs as much as running a short query. */
const MAX_STATEMENTS = 256;

/**
 * Opens a connection with the settings that all of ours have.
 * @param isCancelled whether the running query is cancelled
 */
export function connectSqlite(
  path: string,
  readonly: boolean,
  isCancelled: () => boolean = () => false,
): SqliteDatabase.Database {
  const database = new SqliteDatabase(path, { readonly, timeout: BUSY_MS });
  if (!readonly) database.pragma('journal_mode = WAL');
  // A commit is on the disk before it is acknowledged. NORMAL would lose the last seconds in a power cut.
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  database.pragma(`cache_size = ${String(CACHE_KIB)}`);
  database.pragma('temp_store = MEMORY');
  database.function(CANCEL_FUNCTION, () => {
    if (isCancelled()) throw new Error('This query is cancelled');
    return 1;
  });
  return database;
}

/** Caches prepared statements, the longest unused leave first. SQLite prepares them again after a migration. */
export function keepStatements(database: SqliteDatabase.Database): DialectDatabase {
  // Two generations: a used statement moves to the young one; when that is full, the old one is dropped.
  let young = new Map<string, SqliteDatabase.Statement>();
  let old = new Map<string, SqliteDatabase.Statement>();
  const take = (text: string): SqliteDatabase.Statement => {
    const known = young.get(text);
    if (known !== undefined) return known;
    if (young.size >= MAX_STATEMENTS / 2) {
      old = young;
      young = new Map();
    }
    const statement = old.get(text) ?? database.prepare(text);
    young.set(text, statement);
    return statement;
  };
  return {
    close: () => {
      young.clear();
      old.clear();
      database.close();
    },
    prepare: (text): SqliteStatement => {
      const statement = take(text);
      return {
        reader: statement.reader,
        all: (parameters) => statement.all(...parameters),
        run: (parameters) => statement.run(...parameters),
        // An iterating statement is busy: each stream gets its own.
        iterate: (parameters) => database.prepare(text).iterate(...parameters),
      };
    },
  };
}
