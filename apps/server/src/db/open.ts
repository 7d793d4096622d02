import { type Dialect, type Kysely, sql, type Transaction } from 'kysely';
import type { ReadonlyKysely } from 'kysely/readonly';
import type { Checkpoints } from './checkpoints.ts';
import { type CompiledTexts, shareTexts } from './compiled-texts.ts';
import { type DatabaseKind, isDeadlock } from './sql/dialect.ts';
import { migrate } from './migrate.ts';
import type { NoticeHandlers, NoticeLine } from './notice-line.ts';
import type { PoolState } from './pool-state.ts';
import type { PostgresLocation } from './postgres.ts';
import { createQueryCounter, type QueryCounter } from './query-counter.ts';
import type { Schema } from './schema/index.ts';
import { openSqlite } from './sqlite.ts';
import { refusedName } from './statement-names.ts';
import { cancellableReads } from './cancellable-reads.ts';

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
   * The same for queries that may take long: they keep nobody else from being answered. On SQLite they run in threads of their
   * own, which costs a short query more than it takes; PostgreSQL is another process anyway.
   */
  readonly readHeavy: ReadDb;
  /**
   * The same for several short queries that answer together and may wait for others: like `read` on SQLite, where nothing is
   * quicker; on PostgreSQL they end once their request is cancelled.
   */
  readonly readBrief: ReadDb;
  /**
   * The same database for one who may leave: what is then read from `readHeavy`, and `readBrief`, fails with the reason of the
   * signal, and the database stops looking for it.
   * @param signal asked for at the first such read
   */
  readonly whileWanted: (signal: () => AbortSignal) => Database;
  /**
   * A number that is another one once anything was committed, by whichever process: asking for it costs far less than a query.
   * Undefined on PostgreSQL, which has none.
   */
  readonly version: (() => number) | undefined;
  /**
   * Names what a read that begins from now on may find: while the name is the same, nothing was committed, and every read finds
   * the same.
   */
  readonly snapshot: () => Promise<string>;
  /**
   * `work` touches the database only: on SQLite whatever it waits for, all other writes wait for. It is done again when it and
   * another transaction waited for each other, or PostgreSQL does not know a prepared statement any more, so it changes nothing
   * but the database.
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
  | (PostgresLocation & { readonly kind: 'postgres' });

/** How often a transaction is begun that others make impossible. */
const MAX_ATTEMPTS = 5;

function asReadDb(db: Kysely<Schema>): ReadDb {
  return db as unknown as ReadDb;
}

interface Connections {
  readonly writes: Kysely<Schema>;
  readonly reads: Kysely<Schema>;
  readonly heavyReads: Kysely<Schema>;
  readonly heavyDialect: Dialect;
  readonly version: (() => number) | undefined;
  readonly pool: () => PoolState;
  /** Of SQLite. */
  readonly checkpoints?: Checkpoints;
  /** Of PostgreSQL. */
  readonly listen?: Database['listen'];
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

/** PostgreSQL's word for which transactions a read finds the work of: those before one, but for some that go on. */
async function snapshotOf(reads: Kysely<Schema>): Promise<string> {
  const { rows } = await sql<{ name: string }>`select pg_current_snapshot()::text as "name"`.execute(reads);
  return rows[0]?.name ?? '';
}

/**
 * The same database with another way to read what may take long, which is made once it is needed. Every request makes one of
 * these, so it is of one shape, and nothing else is made along with it.
 */
class WantedDatabase implements Database {
  readonly kind: Database['kind'];
  readonly read: ReadDb;
  readonly whileWanted: Database['whileWanted'];
  readonly version: Database['version'];
  readonly snapshot: Database['snapshot'];
  readonly transaction: Database['transaction'];
  readonly queries: Database['queries'];
  readonly pool: Database['pool'];
  readonly ping: Database['ping'];
  readonly listen: Database['listen'];
  readonly #database: Database;
  readonly #open: () => ReadDb;
  #wanted: ReadDb | undefined;

  constructor(database: Database, open: () => ReadDb) {
    this.kind = database.kind;
    this.read = database.read;
    this.whileWanted = database.whileWanted;
    this.version = database.version;
    this.snapshot = database.snapshot;
    this.transaction = database.transaction;
    this.queries = database.queries;
    this.pool = database.pool;
    this.ping = database.ping;
    this.listen = database.listen;
    this.#database = database;
    this.#open = open;
  }

  get readHeavy(): ReadDb {
    return (this.#wanted ??= this.#open());
  }

  get readBrief(): ReadDb {
    return this.kind === 'sqlite' ? this.read : this.readHeavy;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#database[Symbol.asyncDispose]();
  }
}

function wrap(
  kind: DatabaseKind,
  { writes, reads, heavyReads, heavyDialect, version, pool, checkpoints, listen }: Connections,
  queries: QueryCounter,
): Database {
  const texts: CompiledTexts = new Map();
  shareTexts(reads, texts);
  // On SQLite they have other texts.
  const heavyTexts: CompiledTexts = heavyReads === reads ? texts : new Map();
  shareTexts(heavyReads, heavyTexts);
  const database: Database = {
    kind,
    read: asReadDb(reads),
    readHeavy: asReadDb(heavyReads),
    readBrief: asReadDb(reads),
    whileWanted: (signal) =>
      new WantedDatabase(database, () => {
        const handle = cancellableReads(heavyReads, heavyDialect, signal);
        shareTexts(handle, heavyTexts);
        return asReadDb(handle);
      }),
    version,
    snapshot: async () => (version === undefined ? snapshotOf(reads) : String(version())),
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
          checkpoints?.noteCommit();
          runAll(pending);
          return result;
        } catch (error) {
          if (attempt === MAX_ATTEMPTS || !(isDeadlock(error) || refusedName(error) !== undefined)) throw error;
        }
      }
    },
    ping: async () => {
      await sql`select 1`.execute(reads);
    },
    listen,
    [Symbol.asyncDispose]: async () => {
      await checkpoints?.[Symbol.asyncDispose]();
      // The writer last: only it can take over what SQLite's log holds, and delete the log.
      if (heavyReads !== writes) await heavyReads.destroy();
      if (reads !== writes) await reads.destroy();
      await writes.destroy();
    },
  };
  return database;
}

async function connect(location: DatabaseLocation, queries: QueryCounter): Promise<Connections> {
  if (location.kind === 'sqlite') return openSqlite(location.path, queries);
  // The driver loads only when PostgreSQL is configured.
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres(location, queries);
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
  const connections = await connect(location, queries);
  const db = wrap(location.kind, connections, queries);
  try {
    const migrated = await migrate(location.kind, connections.writes, asReadDb(connections.writes));
    // The first query makes the reading connection known to its pool: one that was never used would not be closed.
    await db.ping();
    return { db, migrated };
  } catch (error) {
    await db[Symbol.asyncDispose]();
    throw error;
  }
}
