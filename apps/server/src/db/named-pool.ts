import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';
import { asLost } from './database-lost.ts';
import { RowShape } from './row-shape.ts';
import { refusedName, type StatementNames } from './statement-names.ts';

interface NamedQuery {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

/** Statements that are planned; others have no plan to keep. */
const REPEATED = /^(select|insert|update|delete) /;

/** By statement name: a named statement always has the same columns. */
type Shapes = Map<string, RowShape>;

/**
 * Awaits a driver callback. The driver's own promises keep the rows alive until a full garbage collection (63 KB for
 * fifty books, measured); this promise does not.
 */
async function awaitAnswer<Answer>(
  ask: (done: (error: Error | null, answer: Answer) => void) => void,
): Promise<Answer> {
  try {
    return await new Promise<Answer>((resolve, reject) => {
      ask((error, answer) => {
        if (error === null) resolve(answer);
        else reject(error);
      });
    });
  } catch (failure) {
    const error = asLost(failure);
    // The driver's stack ends at the socket; this one names the caller.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

class NamedClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #names: StatementNames;
  readonly #shapes: Shapes;
  #isInTransaction = false;

  constructor(client: pg.PoolClient, names: StatementNames, shapes: Shapes) {
    this.#client = client;
    this.#names = names;
    this.#shapes = shapes;
  }

  /** Process id of the server side, needed to cancel a query; missing in the driver's types. */
  get processID(): number {
    return 'processID' in this.#client ? Number(this.#client.processID) : 0;
  }

  query<Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query<Row>(
    asked: string | PostgresCursor<Row>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
    if (typeof asked !== 'string') throw new Error('Rows are not read piece by piece');
    return this.#run<Row>(asked, [...parameters]);
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy);
  }

  async #run<Row>(text: string, values: unknown[]): Promise<PostgresQueryResult<Row>> {
    if (text === 'begin') this.#isInTransaction = true;
    if (text === 'commit' || text === 'rollback') this.#isInTransaction = false;
    const name = values.length > 0 && REPEATED.test(text) ? this.#names.findName(text) : undefined;
    if (name === undefined) return await this.#send<Row>(text, values);
    try {
      return await this.#sendNamed<Row>({ name, text, values });
    } catch (error) {
      const why = refusedName(error);
      if (why === undefined) throw error;
      if (why === 'outdated') {
        this.#names.renew();
        this.#shapes.clear();
      } else this.#names.giveUp();
      // A failed statement aborts its transaction, which the caller retries.
      if (this.#isInTransaction) throw error;
      return await this.#send<Row>(text, values);
    }
  }

  async #send<Row>(text: string, values: unknown[]): Promise<PostgresQueryResult<Row>> {
    const answer = await awaitAnswer<pg.QueryResult>((done) => this.#client.query(text, values, done));
    // The type of the query says what its rows are; the driver's commands include all that Kysely reads.
    return answer as unknown as PostgresQueryResult<Row>;
  }

  /** Reads rows as arrays: the driver derives the shape of row objects again for each answer. */
  async #sendNamed<Row>(query: NamedQuery): Promise<PostgresQueryResult<Row>> {
    const { command, rowCount, fields, rows } = await awaitAnswer<pg.QueryArrayResult<unknown[][]>>((done) =>
      this.#client.query<unknown[][]>({ ...query, rowMode: 'array' }, done),
    );
    const shape = this.#shapes.get(query.name) ?? new RowShape(fields.map(({ name }) => name));
    this.#shapes.set(query.name, shape);
    const answer = { command, rowCount: rowCount ?? 0, rows: rows.map((values) => shape.toRow(values)) };
    return answer as unknown as PostgresQueryResult<Row>;
  }
}

async function connectTo(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw asLost(error);
  }
}

/** A connection outside the pool that cancels queries. An unhandled error event would end the process. */
class CancellingClient extends pg.Client {
  constructor(config: pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}

/** Wraps a pool; its connections send frequent statements as named prepared statements. */
export function nameStatements(pool: pg.Pool, names: StatementNames): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, NamedClient>();
  const shapes: Shapes = new Map();
  return {
    Client: CancellingClient,
    options: pool.options,
    connect: async () => {
      const client = await connectTo(pool);
      const known = clients.get(client) ?? new NamedClient(client, names, shapes);
      clients.set(client, known);
      return known;
    },
    end: async () => pool.end(),
  };
}
