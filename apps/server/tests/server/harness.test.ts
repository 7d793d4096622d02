import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { freshPostgres } from '../_harness/fresh-postgres.ts';

describe('the PostgreSQL of a test', () => {
  it('is a real one, and empty', async () => {
    await using database = await freshPostgres();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    );
    const tables = await client.query(`select * from information_schema.tables where table_schema = 'public'`);
    await client.end();
    expect(rows[0]?.version).toBeGreaterThanOrEqual(160_000);
    expect(tables.rows).toEqual([]);
  });

  it('is dropped afterwards, even with open connections', async () => {
    const database = await freshPostgres();
    const client = new pg.Client({ connectionString: database.url });
    client.on('error', () => undefined);
    await client.connect();
    await database[Symbol.asyncDispose]();
    const late = new pg.Client({ connectionString: database.url });
    await expect(late.connect()).rejects.toThrow(/does not exist/);
  });
});
