import { join } from 'node:path';
import type { Config } from '#config/schema.ts';
import {
  findFaults,
  inspectMigrations,
  type Inspection,
  inspectPostgres,
  inspectSqlite,
  openInspection,
} from '#db/inspect.ts';
import { findFile } from '#files/opening/find-file.ts';
import { inspectPath } from '#files/walk/inspect-path.ts';
import { type Found, ok, problem, warning } from './finding.ts';

const MEGABYTE = 1_048_576;
/** A larger file is not read into memory; opening it creates two small files beside it. */
const MAX_IN_MEMORY = 1_024 * MEGABYTE;
const MUCH_FREE = 64 * MEGABYTE;
const MUCH_FREE_SHARE = 0.25;
const OLDEST_POSTGRES = 14;
const MAX_CLOCK_MS = 5_000;

/**
 * Opens the database for inspection. An unused SQLite file is checked in memory, so that no file is created beside it.
 * @returns undefined when there is no database yet
 */
export async function openForDoctor({ dataDir, database }: Config): Promise<Inspection | undefined> {
  if (database.url !== undefined) return openInspection({ kind: 'postgres', url: database.url });
  const path = join(dataDir, 'lectern.db');
  const [file, log] = await Promise.all([inspectPath(path), inspectPath(`${path}-wal`)]);
  if (file === undefined) return undefined;
  const isInUse = log !== undefined || file.bytes > MAX_IN_MEMORY;
  const source = isInUse ? path : await findFile(path);
  return source === undefined ? undefined : openInspection({ kind: 'sqlite', source });
}

async function checkMigrations(inspection: Inspection): Promise<Found[]> {
  const { missing, unknown } = await inspectMigrations(inspection);
  if (unknown.length > 0) {
    const names = unknown.join(', ');
    return [
      problem(`The database was used by a newer version (${names})`, 'Install that version, or restore a backup'),
    ];
  }
  if (missing.length === 0) return [ok('The tables are up to date')];
  const count = String(missing.length);
  return [
    warning(`${count} changes of the tables have not been made`, 'The next start makes them, or `lectern migrate`'),
  ];
}

async function checkSqlite(inspection: Inspection): Promise<Found[]> {
  const found: Found[] = [];
  const faults = await findFaults(inspection);
  if (faults.length > 0) {
    const advice =
      'Stop the server, keep a copy of the data folder, and restore a backup; `sqlite3 lectern.db .recover` saves what can be read';
    found.push(problem(`The database is damaged: ${faults.join('; ')}`, advice));
  }
  const { version, pages, freePages, pageBytes } = await inspectSqlite(inspection);
  const size = `${String(Math.ceil((pages * pageBytes) / MEGABYTE))} MB`;
  if (freePages * pageBytes > MUCH_FREE && freePages > pages * MUCH_FREE_SHARE) {
    const free = `${String(Math.floor((freePages * pageBytes) / MEGABYTE))} MB`;
    found.push(
      warning(`${free} of the database (${size}) are unused`, 'Stop the server and run `sqlite3 lectern.db vacuum`'),
    );
  }
  return found.length === 0 ? [ok(`SQLite ${version}, ${size}, whole`)] : found;
}

async function checkPostgres(inspection: Inspection, { database }: Config): Promise<Found[]> {
  const { version, majorVersion, encoding, maxConnections, mayCreate, now } = await inspectPostgres(inspection);
  const found: Found[] = [];
  if (majorVersion < OLDEST_POSTGRES) {
    found.push(problem(`PostgreSQL ${version} is too old`, `Use version ${String(OLDEST_POSTGRES)} or later`));
  }
  if (encoding !== 'UTF8') {
    found.push(
      problem(`The database is kept in ${encoding}`, 'Make one with the encoding UTF8: titles are in all languages'),
    );
  }
  if (!mayCreate) {
    found.push(
      problem('The user of the database may make no tables', 'grant create, usage on schema public to that user'),
    );
  }
  if (database.poolSize > maxConnections * 0.8) {
    const advice = 'Lower it, or raise max_connections of PostgreSQL';
    found.push(
      warning(
        `database.pool_size (${String(database.poolSize)}) is most of the ${String(maxConnections)} connections that PostgreSQL has`,
        advice,
      ),
    );
  }
  const lateMs = Math.abs(Date.now() - now);
  if (lateMs > MAX_CLOCK_MS) {
    const advice = 'Have both set by NTP: sessions and tasks go by them';
    found.push(
      warning(`The clocks of this machine and of PostgreSQL are ${String(Math.round(lateMs / 1_000))} s apart`, advice),
    );
  }
  return found.length === 0 ? [ok(`PostgreSQL ${version} answers`)] : found;
}

/** Checks the database and its tables. */
export async function checkDatabase(inspection: Inspection | undefined, config: Config): Promise<Found[]> {
  if (inspection === undefined) return [warning('There is no database yet', 'The first start makes it')];
  const own = inspection.kind === 'sqlite' ? await checkSqlite(inspection) : await checkPostgres(inspection, config);
  return [...own, ...(await checkMigrations(inspection))];
}
