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

async function refuseTransaction(): Promise<void> {
  throw new Error('What is read in threads of its own knows no transactions');
}

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
    // As on any connection, the type of the query says what its rows are.
    return { rows: rows as Row[] };
  }

  async cancelQuery(): Promise<void> {
    // `executeQuery` passes the signal to the thread.
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query);
  }
}

class ThreadDriver implements Driver {
  readonly #threads: ReadThreads;
  readonly beginTransaction = refuseTransaction;
  readonly commitTransaction = refuseTransaction;
  readonly rollbackTransaction = refuseTransaction;

  constructor(threads: ReadThreads) {
    this.#threads = threads;
  }

  async init(): Promise<void> {
    // The first query starts a thread.
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return new ThreadConnection(this.#threads);
  }

  async releaseConnection(): Promise<void> {
    // A connection holds nothing.
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
