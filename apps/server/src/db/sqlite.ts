import SqliteDatabase from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type SqliteDatabase as DialectDatabase,
  SqliteDialect,
  SqliteDriver,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely';
import type { PoolState } from './pool-state.ts';
import { countQueries, type QueryCounter } from './query-counter.ts';
import type { Schema } from './schema/index.ts';

/**
 * Page cache of one connection, in KiB (negative is SQLite's way to say so). What does not fit comes from the system's own
 * cache: with 64 MiB no query on 100,000 books is faster than with these, and what once was taken is never given back.
 */
const CACHE_KIB = -16_384;
const BUSY_MS = 10_000;
/** Prepared statements kept for one connection; preparing costs as much as running a short query. */
const MAX_STATEMENTS = 256;

function connect(path: string, readonly: boolean): SqliteDatabase.Database {
  const database = new SqliteDatabase(path, { readonly, timeout: BUSY_MS });
  if (!readonly) database.pragma('journal_mode = WAL');
  database.pragma('synchronous = NORMAL');
  database.pragma('foreign_keys = ON');
  database.pragma(`cache_size = ${String(CACHE_KIB)}`);
  database.pragma('temp_store = MEMORY');
  return database;
}

/** Keeps the statements that were prepared, the longest unused leaving first. SQLite prepares them anew after a migration. */
function keepStatements(database: SqliteDatabase.Database): DialectDatabase {
  const kept = new Map<string, SqliteDatabase.Statement>();
  const take = (text: string): SqliteDatabase.Statement => {
    const statement = kept.get(text) ?? database.prepare(text);
    kept.delete(text);
    kept.set(text, statement);
    if (kept.size > MAX_STATEMENTS) {
      for (const oldest of kept.keys()) {
        kept.delete(oldest);
        break;
      }
    }
    return statement;
  };
  return {
    close: () => {
      kept.clear();
      database.close();
    },
    prepare: (text): SqliteStatement => {
      const statement = take(text);
      return {
        reader: statement.reader,
        all: (parameters) => statement.all(...parameters),
        run: (parameters) => statement.run(...parameters),
        // A statement that is being iterated is busy: whoever streams gets one of their own.
        iterate: (parameters) => database.prepare(text).iterate(...parameters),
      };
    },
  };
}

/**
 * Writes parameters as `+?`. SQLite looks at the value of a bare `?` while it plans a join, a range or a limit, and then plans
 * the statement anew for every value: many times the cost of running it. It does not look behind the plus, which changes
 * nothing else. A query that shall use an index with a condition on a value says that value with `sql.lit`.
 */
class PlanOnceCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }
}

/**
 * Begins each transaction as a writer. One that reads first is refused its first write, at once, when another process has
 * written since; this one waits until that process has done.
 */
class WritingDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

class PlanOnceDialect extends SqliteDialect {
  readonly #database: DialectDatabase;

  constructor(database: DialectDatabase) {
    super({ database });
    this.#database = database;
  }

  override createDriver(): SqliteDriver {
    return new WritingDriver({ database: this.#database });
  }

  override createQueryCompiler(): SqliteQueryCompiler {
    return new PlanOnceCompiler();
  }
}

function open(database: SqliteDatabase.Database, queries: QueryCounter): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new PlanOnceDialect(keepStatements(database)), log: countQueries(queries) });
}

/** Where the header says that a database has a log file beside it: two bytes that are 2 then, else 1. */
const LOG_MODE_AT = [18, 19] as const;

/**
 * A database to look at, and nothing else.
 * @param source its file; or the bytes of one that nobody has open, which are changed: opening a file makes others beside it
 */
export function openSqliteToRead(source: string | Buffer, queries: QueryCounter): Kysely<Schema> {
  if (typeof source === 'string') return open(connect(source, true), queries);
  for (const at of LOG_MODE_AT) source[at] = 1;
  return open(new SqliteDatabase(source), queries);
}

/** Two connections to one file: a reader never waits for the writer's transaction. */
export function openSqlite(
  path: string,
  queries: QueryCounter,
): {
  readonly writes: Kysely<Schema>;
  readonly reads: Kysely<Schema>;
  /** Another number whenever any other connection, of this process or another, has committed. */
  readonly version: () => number;
  readonly pool: () => PoolState;
} {
  const writes = open(connect(path, false), queries);
  const reading = connect(path, true);
  const version = reading.prepare<[], number>('PRAGMA data_version').pluck();
  const pool = { open: 2, idle: 2, waiting: 0, max: 2 };
  return { writes, reads: open(reading, queries), version: () => version.get() ?? 0, pool: () => pool };
}
