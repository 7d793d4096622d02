import pg from 'pg';
import { type TestProject } from 'vitest/node';
import { compileServerWhenStale } from '../../../../scripts/bootstrap/compile-server.mjs';
import { COMPILED } from '../../../../scripts/bootstrap/server-process.mjs';
import { openRunFolder } from './fast-folder.ts';
import { startPostgresCluster } from './postgres-cluster.ts';
import { openTemplates } from './templates.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL in which the tests may create and drop databases. */
    readonly postgresUrl: string;
    /** Where the homes of servers are. */
    readonly runFolder: string;
    /** As `Templates`. */
    readonly templates: { readonly sqlite: string; readonly postgres: string };
  }
}

/** One PostgreSQL for the whole run: the one given, else one of our own. A run without any fails here. */
async function openPostgres(): Promise<{ readonly url: string } & AsyncDisposable> {
  const given = process.env['LECTERN_TEST_POSTGRES_URL'];
  if (given === undefined || given === '') return startPostgresCluster();
  const client = new pg.Client({ connectionString: given });
  await client.connect();
  await client.end();
  return { url: given, [Symbol.asyncDispose]: async () => undefined };
}

/** What all test files share. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Servers that are killed keep nothing of what they compiled.
  compileServerWhenStale(process.execPath);
  // Threads of the servers in the test processes, which start often, load it too.
  process.env['NODE_COMPILE_CACHE'] ??= COMPILED;
  await using opened = new AsyncDisposableStack();
  const { url } = opened.use(await openPostgres());
  const { path: runFolder } = opened.use(openRunFolder());
  const templates = opened.use(await openTemplates(url, runFolder));
  project.provide('postgresUrl', url);
  project.provide('runFolder', runFolder);
  project.provide('templates', { sqlite: templates.sqlite, postgres: templates.postgres });
  const owned = opened.move();
  return async () => owned.disposeAsync();
}
