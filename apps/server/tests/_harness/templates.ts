import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { type DatabaseLocation, openDatabase } from '#db/open.ts';

/** Databases with all their tables and nothing in them: a copy of one is made many times faster than the tables. */
export interface Templates extends AsyncDisposable {
  /** Path of a SQLite file. */
  readonly sqlite: string;
  /** Name of a PostgreSQL database. */
  readonly postgres: string;
}

async function maintain(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function fill(location: DatabaseLocation): Promise<void> {
  const { db } = await openDatabase(location);
  await db[Symbol.asyncDispose]();
}

/**
 * Makes the templates of a test run; disposing deletes them.
 * @param postgresUrl of a database whose user may make others
 * @param parent folder that the one of SQLite goes into
 */
export async function openTemplates(postgresUrl: string, parent: string): Promise<Templates> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(parent, 'template-'));
  opened.defer(async () => rm(folder, { recursive: true, force: true }));
  const sqlite = join(folder, 'lectern.db');
  await fill({ kind: 'sqlite', path: sqlite });
  const postgres = `lectern_template_${randomUUID().replaceAll('-', '')}`;
  await maintain(postgresUrl, `create database ${postgres}`);
  opened.defer(async () => maintain(postgresUrl, `drop database if exists ${postgres} with (force)`));
  const url = new URL(postgresUrl);
  url.pathname = `/${postgres}`;
  await fill({ kind: 'postgres', url: url.href, poolSize: 1 });
  const owned = opened.move();
  return { sqlite, postgres, [Symbol.asyncDispose]: async () => owned.disposeAsync() };
}
