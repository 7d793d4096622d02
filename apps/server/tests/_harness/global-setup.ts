import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { type TestProject } from 'vitest/node';
import { buildServerWhenStale } from '../../../../scripts/bootstrap/build-server.mjs';
import { root } from '../../../../scripts/bootstrap/root.mjs';
import { COMPILED } from '../../../../scripts/bootstrap/server-process.mjs';
import { THREADS } from '../../rolldown.config.js';
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

/** Threads of the servers in the test processes start often: Node strips the types of their sources once, here. */
function warmCompileCache(): void {
  process.env['NODE_COMPILE_CACHE'] ??= COMPILED;
  const entries = Object.values(THREADS).map((path) => join(root, 'apps/server', path));
  const code = entries.map((path) => `await import(${JSON.stringify(path)}).catch(() => undefined);`).join('\n');
  spawnSync(process.execPath, ['--input-type=module', '--eval', code], { stdio: 'ignore' });
}

/** What all test files share. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  buildServerWhenStale(process.execPath);
  warmCompileCache();
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
