import { type Kysely, sql, type Transaction } from 'kysely';
import type { ReadonlyKysely } from 'kysely/readonly';
import { cancellableReads } from './cancellable-reads.ts';
import { type CompiledTexts, shareTexts } from './compiled-texts.ts';
import type { Connections, PoolState } from './connections.ts';
import type { FileGuard } from './file-guard.ts';
import { migrate, type MigrationOptions, refuseUnfinishedMove } from './migrate.ts';
import type { PostgresLocation } from './postgres.ts';
import { createQueryCounter, type QueryCounter } from './query-counter.ts';
import type { Schema } from './schema/index.ts';
import type { DatabaseKind } from './sql/dialect.ts';
import { isDamaged, isDeadlock } from './sql/database-errors.ts';
import { openSqlite } from './sqlite.ts';
import { refusedName } from './statement-names.ts';

/** Queries that cannot write: `insertInto` and its like do not compile on it. */
export type ReadDb = ReadonlyKysely<Schema>;

/** An open transaction. Only code that is handed one can write. */
export interface Tx {
  readonly kind: DatabaseKind;
  readonly write: Transaction<Schema>;
  /** Reads that see this transaction's own writes. */
  readonly read: ReadDb;
  /** Runs after the commit, never after a failure: the place to emit events. */
  readonly afterCommit: (run: () => void) => void;
}

/** The one handle to the database, for the life of the process. */
export interface Database extends AsyncDisposable {
  readonly kind: DatabaseKind;
  readonly read: ReadDb;
  /** For queries that may take long. On SQLite they run in threads, which costs a short query more than it takes. */
  readonly readHeavy: ReadDb;
  /** For a batch of short queries: like `read` on SQLite; on PostgreSQL they end once their request is cancelled. */
  readonly readBrief: ReadDb;
  /**
   * The database for one request: when `signal` aborts, queries of `readHeavy` and `readBrief` are cancelled in the database and
   * fail with its reason.
   * @param signal called at the first such query
   */
  readonly whileWanted: (signal: () => AbortSignal) => Database;
  /** A cheap number that differs once any process has committed; undefined on PostgreSQL. */
  readonly version: (() => number) | undefined;
  /** A name of the committed state: while it stays the same, every read finds the same. */
  readonly snapshot: () => Promise<string>;
  /**
   * `work` uses the database only: on SQLite all other writes wait for it. It runs again after a deadlock, or when PostgreSQL
   * lost a prepared statement, so it must change nothing but the database.
   */
  readonly transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  readonly queries: QueryCounter;
  readonly pool: () => PoolState;
  readonly ping: () => Promise<void>;
  /** Why nothing can be written, in words; always undefined on PostgreSQL. */
  readonly fault: () => string | undefined;
  /** Refuses writes from now on: the file is damaged. */
  readonly noteDamage: () => void;
  /** Listens to a channel on which processes that share the database notify each other; undefined on SQLite. */
  readonly listen: Connections['listen'];
}

/** Where the database is: a SQLite file, or a PostgreSQL address. */
export type DatabaseLocation =
  | { readonly kind: 'sqlite'; readonly path: string }
  | (PostgresLocation & { readonly kind: 'postgres' });

const MAX_ATTEMPTS = 5;

function asReadDb(db: Kysely<Schema>): ReadDb {
  return db as unknown as ReadDb;
}

function runAll(pending: readonly (() => void)[]): void {
  const errors: unknown[] = [];
  for (const run of pending) {
    try {
      run();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

async function readSnapshot(reads: Kysely<Schema>): Promise<string> {
  const { rows } = await sql<{ name: string }>`select pg_current_snapshot()::text as "name"`.execute(reads);
  return rows[0]?.name ?? '';
}

async function close({ writes, reads, heavyReads, checkpoints }: Connections): Promise<void> {
  await checkpoints?.[Symbol.asyncDispose]();
  // The last connection of SQLite must be the writer, which can empty and delete the log.
  if (heavyReads !== writes) await heavyReads.destroy();
  if (reads !== writes) await reads.destroy();
  await writes.destroy();
}

interface Writing {
  readonly kind: DatabaseKind;
  readonly connections: Connections;
  readonly texts: CompiledTexts;
  readonly guard: FileGuard | undefined;
}

async function runTransaction<Result>(
  { kind, connections, texts, guard }: Writing,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    const pending: (() => void)[] = [];
    guard?.check();
    try {
      const result = await connections.writes.transaction().execute(async (write) => {
        shareTexts(write, texts);
        return work({ kind, write, read: asReadDb(write), afterCommit: (run) => pending.push(run) });
      });
      // A file that vanished meanwhile has taken the commit with it.
      guard?.check();
      connections.checkpoints?.noteCommit();
      runAll(pending);
      return result;
    } catch (error) {
      if (isDamaged(error)) guard?.noteDamage();
      if (attempt === MAX_ATTEMPTS || !(isDeadlock(error) || refusedName(error) !== undefined)) throw error;
    }
  }
}

function wrap(kind: DatabaseKind, connections: Connections, queries: QueryCounter) {
  const { reads, heavyReads, heavyDialect, version, pool, listen, openGuard } = connections;
  let guard: FileGuard | undefined;
  const texts: CompiledTexts = new Map();
  shareTexts(reads, texts);
  // On SQLite the texts of heavy reads contain cancel checks.
  const heavyTexts: CompiledTexts = heavyReads === reads ? texts : new Map();
  shareTexts(heavyReads, heavyTexts);
  const database: Database = {
    kind,
    read: asReadDb(reads),
    readHeavy: asReadDb(heavyReads),
    readBrief: asReadDb(reads),
    whileWanted: (signal) => {
      let opened: ReadDb | undefined;
      // Made with the first heavy read: most requests have none.
      const open = (): ReadDb => {
        if (opened !== undefined) return opened;
        const handle = cancellableReads(heavyReads, heavyDialect, signal);
        shareTexts(handle, heavyTexts);
        opened = asReadDb(handle);
        return opened;
      };
      return {
        ...database,
        get readHeavy() {
          return open();
        },
        get readBrief() {
          return kind === 'sqlite' ? database.read : open();
        },
      };
    },
    version,
    snapshot: async () => (version === undefined ? readSnapshot(reads) : String(version())),
    queries,
    pool,
    transaction: async (work) => runTransaction({ kind, connections, texts, guard }, work),
    ping: async () => {
      await sql`select 1`.execute(reads);
    },
    fault: () => guard?.fault,
    noteDamage: () => guard?.noteDamage(),
    listen,
    [Symbol.asyncDispose]: async () => close(connections),
  };
  return { database, watchFile: () => (guard = openGuard?.()) };
}

async function connect(location: DatabaseLocation, queries: QueryCounter): Promise<Connections> {
  if (location.kind === 'sqlite') return openSqlite(location.path, queries);
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres(location, queries);
}

/**
 * Opens the database and migrates its tables. On PostgreSQL several processes may do so at once: the migrator holds a lock.
 * `upTo` is the last migration, for the tables of an earlier release.
 * @returns the handle, owned by the caller, and the names of the migrations that ran
 */
export async function openDatabase(
  location: DatabaseLocation,
  { upTo, onEmpty, beforeChange }: Omit<MigrationOptions, 'schema'> = {},
): Promise<{ readonly db: Database; readonly migrated: readonly string[] }> {
  const queries = createQueryCounter();
  const connections = await connect(location, queries);
  const { database: db, watchFile } = wrap(location.kind, connections, queries);
  try {
    // Tables of an earlier release are made for a dump, which may be that move.
    if (upTo === undefined) await refuseUnfinishedMove(location.kind, asReadDb(connections.writes));
    const migrated = await migrate(location.kind, connections.writes, asReadDb(connections.writes), {
      upTo,
      onEmpty,
      beforeChange,
      ...(location.kind === 'postgres' ? { schema: location.schema } : {}),
    });
    // Kysely closes only a connection that was used.
    await db.ping();
    watchFile();
    return { db, migrated };
  } catch (error) {
    await db[Symbol.asyncDispose]();
    throw error;
  }
}
