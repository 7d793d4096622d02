import SqliteDatabase from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  SqliteAdapter,
  type SqliteDatabase as DialectDatabase,
  SqliteDialect,
  SqliteDriver,
  SqliteQueryCompiler,
} from 'kysely';
import { type Checkpoints, openCheckpoints } from './checkpoints.ts';
import type { PoolState } from './pool-state.ts';
import { countQueries, type QueryCounter } from './query-counter.ts';
import { openReadThreads } from './read-threads.ts';
import type { Schema } from './schema/index.ts';
import { connectSqlite, keepStatements } from './sqlite-connection.ts';
import { threadDialect } from './thread-dialect.ts';
import { CancellablePlugin } from './cancellable-plugin.ts';

/**
 * Writes parameters as `+?`. SQLite looks at the value of a bare `?` while it plans a join, a range or a limit, and then plans
 * the statement again for every value: many times the cost of running it. It does not look behind the plus, which changes
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

  /** SQLite itself undoes a transaction for which there was no room: what failed then is why, not that nothing is left to undo. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.rollbackTransaction(connection);
    } catch (error) {
      if (!(error instanceof Error && error.message.includes('no transaction is active'))) throw error;
    }
  }
}

/** Brings tables up to date in one transaction: a process that is killed over it leaves them as they were. */
class MigratingAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class PlanOnceDialect extends SqliteDialect {
  readonly #database: DialectDatabase;

  constructor(database: DialectDatabase) {
    super({ database });
    this.#database = database;
  }

  override createAdapter(): SqliteAdapter {
    return new MigratingAdapter();
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
 * @param source its file; or the bytes of one that no process has open, which are changed: opening a file makes others beside it
 */
export function openSqliteToRead(source: string | Buffer, queries: QueryCounter): Kysely<Schema> {
  if (typeof source === 'string') return open(connectSqlite(source, true), queries);
  for (const at of LOG_MODE_AT) source[at] = 1;
  return open(new SqliteDatabase(source), queries);
}

/**
 * Pages of the log (32 MiB of them) with which the writer itself takes them over into the file, while everybody waits: long before
 * that the thread of `Checkpoints` does.
 */
const LAST_RESORT_PAGES = 8_192;

/** Connections of the event loop itself: one writes, one reads. Nothing that it does finds them busy. */
const OWN = 2;

/** Connections to one file: a reader never waits for the writer's transaction, and what takes long is read in threads. */
export function openSqlite(
  path: string,
  queries: QueryCounter,
): {
  readonly writes: Kysely<Schema>;
  readonly reads: Kysely<Schema>;
  readonly heavyReads: Kysely<Schema>;
  readonly heavyDialect: Dialect;
  /** Another number whenever any other connection, of this process or another, has committed. */
  readonly version: () => number;
  readonly pool: () => PoolState;
  readonly checkpoints: Checkpoints;
} {
  const writing = connectSqlite(path, false);
  writing.pragma(`wal_autocheckpoint = ${String(LAST_RESORT_PAGES)}`);
  const writes = open(writing, queries);
  const reading = connectSqlite(path, true);
  const version = reading.prepare<[], number>('PRAGMA data_version').pluck();
  const threads = openReadThreads(path);
  const heavyDialect = threadDialect(threads, () => new PlanOnceCompiler());
  const plugins = [new CancellablePlugin()];
  const heavyReads = new Kysely<Schema>({ dialect: heavyDialect, plugins, log: countQueries(queries) });
  return {
    ...{ writes, reads: open(reading, queries), heavyReads, heavyDialect },
    version: () => version.get() ?? 0,
    pool: () => {
      const { open: opened, idle, waiting, max } = threads.state();
      return { open: OWN + opened, idle: OWN + idle, waiting, max: OWN + max };
    },
    checkpoints: openCheckpoints(path),
  };
}
