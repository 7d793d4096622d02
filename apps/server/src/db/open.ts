import { type Kysely, sql, type Transaction } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { ReadonlyKysely } from 'kysely/readonly';
import { type CompiledTexts, shareTexts } from './compiled-texts.ts';
import { COLUMN_TYPES, type DatabaseKind, isDeadlock } from './dialect.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { type NoticeHandlers, type NoticeLine, openNoticeLine } from './notice-line.ts';
import type { PoolState } from './pool-state.ts';
import { openPostgres } from './postgres.ts';
import { createQueryCounter, type QueryCounter } from './query-counter.ts';
import type { Schema } from './schema/index.ts';
import { openSqlite } from './sqlite.ts';

/** Queries that cannot write: `insertInto` and its like do not compile on it. */
export type ReadDb = ReadonlyKysely<Schema>;

/** An open transaction. Only code that is handed one can write. */
export interface Tx {
  readonly kind: DatabaseKind;
  readonly write: Transaction<Schema>;
  /** Reads that see this transaction's own writes. */
  readonly read: ReadDb;
  /** Runs once the transaction is committed, never when it fails: the place to emit events. */
  readonly afterCommit: (run: () => void) => void;
}

/** The one handle to the database, for the life of the process. */
export interface Database extends AsyncDisposable {
  readonly kind: DatabaseKind;
  readonly read: ReadDb;
  /**
   * A number that is another one once anything was committed, by whichever process: asking for it costs far less than a query.
   * Undefined on PostgreSQL, which has none.
   */
  readonly version: (() => number) | undefined;
  /**
   * `work` touches the database only: on SQLite whatever it waits for, all other writes wait for. It is done anew when it and
   * another transaction waited for each other, so it changes nothing but the database.
   */
  readonly transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** Statements of this process so far. */
  readonly queries: QueryCounter;
  /** Connections of this process at the moment. */
  readonly pool: () => PoolState;
  /** Resolves when the database answers. */
  readonly ping: () => Promise<void>;
  /** Listens to a channel on which processes that share the database call each other; undefined on SQLite, which has one. */
  readonly listen: ((channel: string, handlers: NoticeHandlers) => NoticeLine) | undefined;
}

/** Where the database is: a SQLite file, or a PostgreSQL address. */
export type DatabaseLocation =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string; readonly poolSize: number };

/** How often a transaction is begun that others make impossible. */
const MAX_ATTEMPTS = 5;

function asReadDb(db: Kysely<Schema>): ReadDb {
  return db as unknown as ReadDb;
}

interface Connections {
  readonly writes: Kysely<Schema>;
  readonly reads: Kysely<Schema>;
  readonly version: (() => number) | undefined;
  readonly pool: () => PoolState;
}

/** Runs each of them; one that fails keeps none of the others from being told what is committed. */
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

function wrap(
  location: DatabaseLocation,
  { writes, reads, version, pool }: Connections,
  queries: QueryCounter,
): Database {
  const { kind } = location;
  const texts: CompiledTexts = new Map();
  shareTexts(reads, texts);
  return {
    kind,
    read: asReadDb(reads),
    version,
    queries,
    pool,
    transaction: async (work) => {
      for (let attempt = 1; ; attempt += 1) {
        const pending: (() => void)[] = [];
        try {
          const result = await writes.transaction().execute(async (write) => {
            shareTexts(write, texts);
            return work({ kind, write, read: asReadDb(write), afterCommit: (run) => pending.push(run) });
          });
          runAll(pending);
          return result;
        } catch (error) {
          if (attempt === MAX_ATTEMPTS || !isDeadlock(error)) throw error;
        }
      }
    },
    ping: async () => {
      await sql`select 1`.execute(reads);
    },
    listen:
      location.kind === 'sqlite' ? undefined : (channel, handlers) => openNoticeLine(location.url, channel, handlers),
    [Symbol.asyncDispose]: async () => {
      // The writer last: only it can take over what SQLite's log holds, and delete the log.
      if (reads !== writes) await reads.destroy();
      await writes.destroy();
    },
  };
}

async function migrate(kind: DatabaseKind, db: Kysely<Schema>): Promise<readonly string[]> {
  const migrations = Object.fromEntries(
    Object.entries(MIGRATIONS).map(([name, up]) => [
      name,
      { up: async (target: Kysely<unknown>) => up(target, COLUMN_TYPES[kind]) },
    ]),
  );
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (error !== undefined) throw error instanceof Error ? error : new Error('Migration failed', { cause: error });
  return (results ?? []).filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName);
}

/**
 * Opens the database and brings its tables up to date. On PostgreSQL several processes may do so at once: the migrator holds
 * a lock.
 * @returns the handle, owned by the caller, and the names of the migrations that ran
 */
export async function openDatabase(
  location: DatabaseLocation,
): Promise<{ readonly db: Database; readonly migrated: readonly string[] }> {
  const queries = createQueryCounter();
  const connections =
    location.kind === 'sqlite'
      ? openSqlite(location.path, queries)
      : openPostgres(location.url, location.poolSize, queries);
  const db = wrap(location, connections, queries);
  try {
    const migrated = await migrate(location.kind, connections.writes);
    // The first query makes the reading connection known to its pool: one that was never used would not be closed.
    await db.ping();
    return { db, migrated };
  } catch (error) {
    await db[Symbol.asyncDispose]();
    throw error;
  }
}
