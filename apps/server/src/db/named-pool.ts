import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';
import { refusedName, type StatementNames } from './statement-names.ts';

/** What is sent to PostgreSQL under a name. */
interface NamedQuery {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

/** A connection that sends statements under their names. */
class NamedClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #names: StatementNames;
  #isInTransaction = false;

  constructor(client: pg.PoolClient, names: StatementNames) {
    this.#client = client;
    this.#names = names;
  }

  /** Of the server's side of the connection, by which a query is cancelled; the driver knows it, its types do not. */
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
    const name = values.length > 0 && text.startsWith('select') ? this.#names.nameOf(text) : undefined;
    if (name === undefined) return await this.#send<Row>(text, values);
    try {
      return await this.#send<Row>({ name, text, values });
    } catch (error) {
      const why = refusedName(error);
      if (why === undefined) throw error;
      if (why === 'outdated') this.#names.renew();
      else this.#names.giveUp();
      // A transaction is lost with any statement that fails; whoever made it begins it anew.
      if (this.#isInTransaction) throw error;
      return await this.#send<Row>(text, values);
    }
  }

  async #send<Row>(asked: string | NamedQuery, values: unknown[] = []): Promise<PostgresQueryResult<Row>> {
    const answer = typeof asked === 'string' ? this.#client.query(asked, values) : this.#client.query(asked);
    // What a statement selects is what its type says; of the commands the driver names all that Kysely asks for.
    return (await answer) as unknown as PostgresQueryResult<Row>;
  }
}

/** A pool whose connections send statements that come often under a name. */
export function nameStatements(pool: pg.Pool, names: StatementNames): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, NamedClient>();
  return {
    Client: pg.Client,
    options: pool.options,
    connect: async () => {
      const client = await pool.connect();
      const known = clients.get(client) ?? new NamedClient(client, names);
      clients.set(client, known);
      return known;
    },
    end: async () => pool.end(),
  };
}
