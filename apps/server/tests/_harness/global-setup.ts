import pg from 'pg';
import { type TestProject } from 'vitest/node';
import { startPostgresCluster } from './postgres-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL in which the tests may create and drop databases. */
    readonly postgresUrl: string;
  }
}

/** One PostgreSQL for the whole run: the one given, else one of our own. A run without any fails here. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['LECTERN_TEST_POSTGRES_URL'];
  if (given !== undefined && given !== '') {
    const client = new pg.Client({ connectionString: given });
    await client.connect();
    await client.end();
    project.provide('postgresUrl', given);
    return async () => undefined;
  }
  const cluster = await startPostgresCluster();
  project.provide('postgresUrl', cluster.url);
  return async () => cluster[Symbol.asyncDispose]();
}
