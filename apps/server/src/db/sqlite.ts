import SqliteDatabase from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  SqliteAdapter,
  type SqliteDatabase as DialectDatabase,
  SqliteDialect,
  SqliteDriver,
  SqliteQueryCompiler,
} from 'kysely';
import { CancellablePlugin } from './cancellable-plugin.ts';
import { Checkpoints } from './checkpoints.ts';
import type { Connections } from './connections.ts';
import { FileGuard } from './file-guard.ts';
import { countQueries, type QueryCounter } from './query-counter.ts';
import { ReadThreads } from './read-threads.ts';
import type { Schema } from './schema/index.ts';
import { connectSqlite, keepStatements } from './sqlite-connection.ts';
import { threadDialect } from './thread-dialect.ts';

/**
 * Writes parameters as `+?`. SQLite peeks at the value of a bare `?` when it plans a join, range or limit, and then
 * plans again for every value, which costs more than running. It does not look behind the plus, which changes nothing
 * else. A query that needs an index with a condition on a value writes it with `sql.lit`.
 */
class PlanOnceCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }
}

/**
 * Begins each transaction as a writer, which waits for a writer of another process. A transaction that reads first
 * would fail at its first write.
 */
class WritingDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** SQLite rolls back by itself when the disk is full; the first error must reach the caller. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.rollbackTransaction(connection);
    } catch (error) {
      if (!(error instanceof Error && error.message.includes('no transaction is active'))) throw error;
    }
  }
}

/** Migrates in one transaction: a killed process leaves the tables as they were. */
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

/** Two header bytes that are 2 for a database with a log file, else 1. */
const LOG_MODE_AT = [18, 19] as const;

/**
 * A database to inspect only.
 * @param source its file; or the bytes of a file that no process has open, which are changed: opening a file creates others
 */
export function openSqliteToRead(source: string | Buffer, queries: QueryCounter): Kysely<Schema> {
  if (typeof source === 'string') return open(connectSqlite(source, true), queries);
  for (const at of LOG_MODE_AT) source[at] = 1;
  return open(new SqliteDatabase(source), queries);
}

/** Pages of the log (32 MiB) at which the writer makes a checkpoint itself; the thread of `Checkpoints` is far earlier. */
const LAST_RESORT_PAGES = 8_192;

/** Connections of the main thread: one writes, one reads. Its queries are synchronous, so both are idle between them. */
const OWN = 2;

/** Connections to one file: a reader never waits for the writer's transaction, and long queries run in threads. */
export function openSqlite(path: string, queries: QueryCounter): Connections {
  const writing = connectSqlite(path, false);
  writing.pragma(`wal_autocheckpoint = ${String(LAST_RESORT_PAGES)}`);
  const reading = connectSqlite(path, true);
  const version = reading.prepare<[], number>('PRAGMA data_version').pluck();
  const threads = new ReadThreads(path);
  const heavyDialect = threadDialect(threads, () => new PlanOnceCompiler());
  const plugins = [new CancellablePlugin()];
  return {
    writes: open(writing, queries),
    reads: open(reading, queries),
    heavyReads: new Kysely<Schema>({ dialect: heavyDialect, plugins, log: countQueries(queries) }),
    heavyDialect,
    version: () => version.get() ?? 0,
    pool: () => {
      const { open: opened, idle, waiting, max } = threads.state();
      return { open: OWN + opened, idle: OWN + idle, waiting, max: OWN + max };
    },
    checkpoints: new Checkpoints(path),
    openGuard: () => new FileGuard(path, () => writing.pragma('wal_checkpoint(PASSIVE)')),
  };
}
