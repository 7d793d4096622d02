import SqliteDatabase from 'better-sqlite3';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '../../apps/server/src/db/open.ts';
import { putDocs, type SearchDoc } from '../../apps/server/src/db/search/search-docs.repo.ts';

/** Tables of a seed; the search index differs between the databases. */
const TABLES = [
  ...['user', 'library', 'series', 'book', 'bookMetadata', 'genre', 'tag'],
  ...['bookGenre', 'bookTag', 'seriesGenre', 'seriesTag', 'readProgress', 'searchCredit', 'creditName', 'creditCount'],
  'searchWord',
];
const BATCH = 2_000;

function* batches(sqlite: SqliteDatabase.Database, table: string): Generator<unknown[]> {
  let rows: unknown[] = [];
  for (const row of sqlite.prepare(`select * from "${table}"`).iterate()) {
    rows.push(row);
    if (rows.length < BATCH) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

/** Copies the catalog of a SQLite data directory into an empty PostgreSQL database. */
export async function copyCatalog(dataDir: string, url: string): Promise<void> {
  const sqlite = new SqliteDatabase(join(dataDir, 'lectern.db'), { readonly: true });
  const { db } = await openDatabase({ kind: 'postgres', url, poolSize: 4 });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // The rows already have what triggers write.
  await client.query('set session_replication_role = replica');
  for (const table of TABLES) {
    for (const rows of batches(sqlite, table)) {
      const copy = `insert into "${table}" select * from json_populate_recordset(null::"${table}", $1) on conflict do nothing`;
      await client.query(copy, [JSON.stringify(rows)]);
    }
  }
  for (const docs of batches(sqlite, 'searchDoc')) {
    const written = (docs as SearchDoc[]).map(({ kind, entityId, names, rest, sortKey }) => ({
      ...{ kind, entityId, names, rest, sortKey },
    }));
    await db.transaction(async (tx) => putDocs(tx, written));
  }
  // Autovacuum would do this later.
  await client.query('vacuum analyze');
  await client.end();
  await db[Symbol.asyncDispose]();
  sqlite.close();
}
