import { type RawBuilder, sql } from 'kysely';
import { type MigrationState, readMigrationState } from './migrate.ts';
import type { Database, ReadDb } from './open.ts';
import { createQueryCounter } from './query-counter.ts';
import { openSqliteToRead } from './sqlite.ts';

/** A database that is inspected and neither changed nor migrated. Disposing closes it. */
export interface Inspection extends AsyncDisposable {
  readonly kind: 'sqlite' | 'postgres';
  readonly read: ReadDb;
}

/** A file, the bytes of a file that is not open, or a PostgreSQL address. */
export type InspectedPlace =
  | { readonly kind: 'sqlite'; readonly source: string | Buffer }
  | { readonly kind: 'postgres'; readonly url: string };

/** Facts about a PostgreSQL server and the rights of its user. */
export interface PostgresState {
  readonly version: string;
  readonly majorVersion: number;
  readonly encoding: string;
  readonly maxConnections: number;
  readonly mayCreate: boolean;
  /** Epoch milliseconds of its clock. */
  readonly now: number;
}

/** Facts about a SQLite file. */
export interface SqliteState {
  readonly version: string;
  readonly pages: number;
  readonly freePages: number;
  readonly pageBytes: number;
}

const CONNECT_MS = 10_000;
const MAX_FAULTS = 5;

/** Opens a database to inspect it; nothing is read yet. */
export async function openInspection(place: InspectedPlace): Promise<Inspection> {
  const queries = createQueryCounter();
  const openServer = async (url: string) => {
    const { openPostgres } = await import('./postgres.ts');
    return openPostgres({ url, poolSize: 1 }, queries, CONNECT_MS).reads;
  };
  const db = place.kind === 'sqlite' ? openSqliteToRead(place.source, queries) : await openServer(place.url);
  return {
    kind: place.kind,
    read: db as unknown as ReadDb,
    [Symbol.asyncDispose]: async () => db.destroy(),
  };
}

async function selectOne<Value>(read: ReadDb, value: RawBuilder<Value>): Promise<Value> {
  return (await read.selectNoFrom(value.as('value')).executeTakeFirstOrThrow()).value as Value;
}

/** Which migrations ran. */
export async function inspectMigrations({ kind, read }: Inspection): Promise<MigrationState> {
  return await readMigrationState(kind, read);
}

/**
 * Checks the whole SQLite database.
 * @returns the first faults; none for a sound database
 */
export async function findFaults({ read }: Inspection): Promise<string[]> {
  const rows = await read
    .selectFrom(sql<{ integrity_check: string }>`pragma_integrity_check`.as('found'))
    .select('found.integrity_check as fault')
    .limit(MAX_FAULTS)
    .execute();
  return rows.map(({ fault }) => fault).filter((fault) => fault !== 'ok');
}

/**
 * Checks the tables of an open SQLite database without their indexes, one after the other in a thread.
 * @param signal ends the check between two tables
 * @returns the first faults; none for tables that are sound or were not reached
 */
export async function findQuickFaults(db: Pick<Database, 'readHeavy'>, signal: AbortSignal): Promise<string[]> {
  const tables = await db.readHeavy
    .selectFrom(sql<{ name: string; type: string }>`sqlite_master`.as('made'))
    .select('made.name')
    .where('made.type', '=', 'table')
    .execute();
  for (const { name } of tables) {
    if (signal.aborted) return [];
    const check = sql<{ quick_check: string }>`pragma_quick_check(${sql.lit(name)})`.as('found');
    const rows = await db.readHeavy.selectFrom(check).select('found.quick_check as fault').limit(MAX_FAULTS).execute();
    const faults = rows.map(({ fault }) => fault).filter((fault) => fault !== 'ok');
    if (faults.length > 0) return faults;
  }
  return [];
}

/** Reads facts about a SQLite file. */
export async function inspectSqlite({ read }: Inspection): Promise<SqliteState> {
  return {
    version: await selectOne(read, sql<string>`sqlite_version()`),
    pages: await selectOne(read, sql<number>`(select page_count from pragma_page_count)`),
    freePages: await selectOne(read, sql<number>`(select freelist_count from pragma_freelist_count)`),
    pageBytes: await selectOne(read, sql<number>`(select page_size from pragma_page_size)`),
  };
}

/** Reads facts about a PostgreSQL server. */
export async function inspectPostgres({ read }: Inspection): Promise<PostgresState> {
  const number = await selectOne(read, sql<string>`current_setting('server_version_num')`);
  return {
    version: await selectOne(read, sql<string>`current_setting('server_version')`),
    majorVersion: Math.floor(Number(number) / 10_000),
    encoding: await selectOne(read, sql<string>`current_setting('server_encoding')`),
    maxConnections: Number(await selectOne(read, sql<string>`current_setting('max_connections')`)),
    mayCreate: await selectOne(read, sql<boolean>`coalesce(has_schema_privilege(current_schema(), 'create'), false)`),
    now: await selectOne(read, sql<number>`extract(epoch from clock_timestamp()) * 1000`),
  };
}
