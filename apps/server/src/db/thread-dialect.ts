import {
  type AbortableOperationOptions,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type QueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
} from 'kysely';
import type { ReadThreads } from './read-threads.ts';

const ONLY_READS = 'What is read in threads of its own knows no transactions';

class ThreadConnection implements DatabaseConnection {
  readonly #threads: ReadThreads;

  constructor(threads: ReadThreads) {
    this.#threads = threads;
  }

  async executeQuery<Row>(
    { sql, parameters }: CompiledQuery,
    { signal }: AbortableOperationOptions = {},
  ): Promise<QueryResult<Row>> {
    const rows = await this.#threads.run({ text: sql, parameters }, signal);
    // What the query selects is what its type says, here as on any connection.
    return { rows: rows as Row[] };
  }

  async cancelQuery(): Promise<void> {
    // The thread hears of it by the signal.
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query);
  }
}

class ThreadDriver implements Driver {
  readonly #threads: ReadThreads;

  constructor(threads: ReadThreads) {
    this.#threads = threads;
  }

  async init(): Promise<void> {
    // Threads are started by the first query.
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return new ThreadConnection(this.#threads);
  }

  async beginTransaction(): Promise<void> {
    throw new Error(ONLY_READS);
  }

  async commitTransaction(): Promise<void> {
    throw new Error(ONLY_READS);
  }

  async rollbackTransaction(): Promise<void> {
    throw new Error(ONLY_READS);
  }

  async releaseConnection(): Promise<void> {
    // A connection is no more than the way to the threads.
  }

  async destroy(): Promise<void> {
    await this.#threads[Symbol.asyncDispose]();
  }
}

class ThreadAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/**
 * SQLite in read-only threads: a long query there delays no other request.
 * @param threads owned by the dialect from now on
 */
export function threadDialect(threads: ReadThreads, createQueryCompiler: () => QueryCompiler): Dialect {
  return {
    createDriver: () => new ThreadDriver(threads),
    createQueryCompiler,
    createAdapter: (): DialectAdapter => new ThreadAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}
