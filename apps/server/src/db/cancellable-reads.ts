import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AbortableOperationOptions,
  type CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  type Dialect,
  type DialectAdapter,
  DummyDriver,
  Kysely,
  type KyselyPlugin,
  type QueryExecutor,
  type QueryId,
  type QueryResult,
  type RootOperationNode,
} from 'kysely';
import type { Schema } from './schema/index.ts';

const CANCEL_AGAIN_MS = 250;

/** Waits for `work`; when `signal` aborts first, throws its reason and leaves `work` to end by itself. */
async function leaveOnAbort<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  let leave = (): void => undefined;
  const left = new Promise<undefined>((resolve) => {
    leave = () => resolve(undefined);
    signal.addEventListener('abort', leave, { once: true });
  });
  try {
    const found = await Promise.race([work, left]);
    signal.throwIfAborted();
    // Only an abort resolves the race without a value.
    return found as Value;
  } finally {
    signal.removeEventListener('abort', leave);
    // An error after the abort has no listener.
    work.catch(() => undefined);
  }
}

/** Wraps an executor; each query ends once its request is cancelled. */
class CancellableExecutor implements QueryExecutor {
  readonly #inner: QueryExecutor;
  readonly #signal: () => AbortSignal;

  constructor(inner: QueryExecutor, signal: () => AbortSignal) {
    this.#inner = inner;
    this.#signal = signal;
  }

  get adapter(): DialectAdapter {
    return this.#inner.adapter;
  }

  get plugins(): readonly KyselyPlugin[] {
    return this.#inner.plugins;
  }

  transformQuery<Node extends RootOperationNode>(node: Node, queryId: QueryId): Node {
    return this.#inner.transformQuery(node, queryId);
  }

  compileQuery<Row>(node: RootOperationNode, queryId: QueryId): CompiledQuery<Row> {
    return this.#inner.compileQuery<Row>(node, queryId);
  }

  async executeQuery<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>> {
    const signal = this.#signal();
    signal.throwIfAborted();
    return await leaveOnAbort(
      signal,
      this.#inner.provideConnection(async (connection) => this.#runOn<Row>(connection, query, signal)),
    );
  }

  stream<Row>(query: CompiledQuery<Row>, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.#inner.stream(query, chunkSize, { signal: this.#signal() });
  }

  async provideConnection<Result>(
    use: (connection: DatabaseConnection) => Promise<Result>,
    options?: AbortableOperationOptions,
  ): Promise<Result> {
    return await this.#inner.provideConnection(use, options);
  }

  async #runOn<Row>(
    connection: DatabaseConnection,
    query: CompiledQuery,
    signal: AbortSignal,
  ): Promise<QueryResult<Row>> {
    signal.throwIfAborted();
    await connection.collectSessionInfo?.();
    let ended: AbortController | undefined;
    let cancelling: Promise<void> | undefined;
    const cancel = (): void => {
      ended = new AbortController();
      cancelling = this.#cancelOn(connection, ended.signal);
    };
    signal.addEventListener('abort', cancel, { once: true });
    try {
      signal.throwIfAborted();
      return await connection.executeQuery<Row>(query, { signal });
    } finally {
      signal.removeEventListener('abort', cancel);
      ended?.abort();
      // The next query on this connection must not be the one that is cancelled.
      await cancelling;
    }
  }

  /** Cancels a query again and again until it ends: a cancel that arrives before the query starts is lost. */
  async #cancelOn(connection: DatabaseConnection, ended: AbortSignal): Promise<void> {
    const control = async (use: (other: DatabaseConnection) => Promise<void>): Promise<void> =>
      this.#inner.provideConnection(use);
    while (!ended.aborted) {
      // Where a cancel fails, the query runs to its end.
      await connection.cancelQuery?.(control).catch(() => undefined);
      await sleep(CANCEL_AGAIN_MS, undefined, { signal: ended, ref: false }).catch(() => undefined);
    }
  }

  withConnectionProvider(provider: ConnectionProvider): QueryExecutor {
    return new CancellableExecutor(this.#inner.withConnectionProvider(provider), this.#signal);
  }

  withPlugin(plugin: KyselyPlugin): QueryExecutor {
    return new CancellableExecutor(this.#inner.withPlugin(plugin), this.#signal);
  }

  withPlugins(plugins: readonly KyselyPlugin[]): QueryExecutor {
    return new CancellableExecutor(this.#inner.withPlugins(plugins), this.#signal);
  }

  withPluginAtFront(plugin: KyselyPlugin): QueryExecutor {
    return new CancellableExecutor(this.#inner.withPluginAtFront(plugin), this.#signal);
  }

  withoutPlugins(): QueryExecutor {
    return new CancellableExecutor(this.#inner.withoutPlugins(), this.#signal);
  }
}

/**
 * A handle whose queries are cancelled in the database when the signal aborts; they throw its reason.
 * @param inner opens and closes the connections
 * @param dialect of `inner`
 * @param signal called with each query
 */
export function cancellableReads(inner: Kysely<Schema>, dialect: Dialect, signal: () => AbortSignal): Kysely<Schema> {
  const executor = new CancellableExecutor(inner.getExecutor(), signal);
  return new Kysely<Schema>({ config: { dialect }, dialect, driver: new DummyDriver(), executor });
}
