import SqliteDatabase from 'better-sqlite3';
import { join } from 'node:path';
import pg from 'pg';
import type { Home } from './home.ts';

/** Runs one statement in the database of a home beside any server, and gives its rows. */
export async function rawSql({ dataDir, databaseUrl }: Home, statement: string): Promise<readonly unknown[]> {
  if (databaseUrl === undefined) {
    const database = new SqliteDatabase(join(dataDir, 'lectern.db'));
    try {
      const prepared = database.prepare(statement);
      if (prepared.reader) return prepared.all();
      prepared.run();
      return [];
    } finally {
      database.close();
    }
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}
