import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { DatabaseLocation } from '#db/open.ts';
import { type DatabaseKind } from './databases.ts';
import { freshPostgres } from './fresh-postgres.ts';

/** What outlives a server: a data directory, and on PostgreSQL a database. Disposing deletes both. */
export interface Home extends AsyncDisposable {
  readonly dataDir: string;
  /** Undefined for SQLite, whose file is in the data directory. */
  readonly databaseUrl: string | undefined;
}

/** What a test may say about its home. */
export interface HomeOptions {
  /** Without the tables that a first start makes. */
  readonly untouched?: boolean;
}

/** A home without any data, for a test that starts more than one server on the same data. */
export async function openHome(kind: DatabaseKind, { untouched = false }: HomeOptions = {}): Promise<Home> {
  await using opened = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(inject('runFolder'), 'home-'));
  opened.defer(async () => rm(dataDir, { recursive: true, force: true }));
  const templates = inject('templates');
  if (kind === 'sqlite' && !untouched) await copyFile(templates.sqlite, join(dataDir, 'lectern.db'));
  const template = untouched ? undefined : templates.postgres;
  const database = kind === 'postgres' ? opened.use(await freshPostgres(template)) : undefined;
  const owned = opened.move();
  return { dataDir, databaseUrl: database?.url, [Symbol.asyncDispose]: async () => owned.disposeAsync() };
}

/** Where the database of a home is. */
export function findLocation({ dataDir, databaseUrl }: Home): DatabaseLocation {
  return databaseUrl === undefined
    ? { kind: 'sqlite', path: join(dataDir, 'lectern.db') }
    : { kind: 'postgres', url: databaseUrl, poolSize: 2 };
}
