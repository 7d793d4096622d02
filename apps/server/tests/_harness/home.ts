import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DatabaseKind } from './databases.ts';
import { freshPostgres } from './fresh-postgres.ts';

/** What outlives a server: a data directory, and on PostgreSQL a database. Disposing deletes both. */
export interface Home extends AsyncDisposable {
  readonly dataDir: string;
  /** Undefined for SQLite, whose file is in the data directory. */
  readonly databaseUrl: string | undefined;
}

/** An empty home, for a test that starts more than one server on the same data. */
export async function openHome(kind: DatabaseKind): Promise<Home> {
  await using opened = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-test-'));
  opened.defer(async () => rm(dataDir, { recursive: true, force: true }));
  const database = kind === 'postgres' ? opened.use(await freshPostgres()) : undefined;
  const owned = opened.move();
  return { dataDir, databaseUrl: database?.url, [Symbol.asyncDispose]: async () => owned.disposeAsync() };
}
