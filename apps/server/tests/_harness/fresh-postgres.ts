import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** A PostgreSQL database for one test; disposing drops it and cuts open connections. */
export interface FreshPostgres extends AsyncDisposable {
  readonly url: string;
}

/**
 * Creates a database in the PostgreSQL of this test run.
 * @param template name of the one that it is a copy of; empty without
 */
export async function freshPostgres(template?: string): Promise<FreshPostgres> {
  const name = `lectern_${randomUUID().replaceAll('-', '')}`;
  // Copying files takes half of what copying through the log takes, where nothing waits for the disk.
  await maintain(
    `create database ${name}${template === undefined ? '' : ` template ${template} strategy = file_copy`}`,
  );
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return {
    url: url.href,
    [Symbol.asyncDispose]: async () => maintain(`drop database if exists ${name} with (force)`),
  };
}

/** What makes and drops the databases of this process: a connection for each statement would take half as long again. */
let maintenance: pg.Pool | undefined;

async function maintain(statement: string): Promise<void> {
  maintenance ??= new pg.Pool({
    connectionString: inject('postgresUrl'),
    max: 2,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  });
  // An idle connection that breaks is replaced; without a listener it would end the process.
  if (maintenance.listenerCount('error') === 0) maintenance.on('error', () => undefined);
  await maintenance.query(statement);
}
