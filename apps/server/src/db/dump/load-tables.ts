import type { DumpConnection } from './connect.ts';
import type { DumpSource } from './dump-tables.ts';
import { hasTable, listDumpTables, listRunMigrations, quote } from './list-tables.ts';
import { type ColumnType, decodeCell, type DumpColumn, DumpError, type DumpTable, type Row } from './rows.ts';
import { resumeRules, suspendRules } from './suspend-rules.ts';

const ARRAYS: Readonly<Record<ColumnType, string>> = {
  integer: 'bigint[]',
  real: 'float8[]',
  text: 'text[]',
  blob: 'bytea[]',
};

const NUL = '\u0000';
const SEARCHED = ['series', 'book', 'genre', 'tag', 'collection', 'readList'];
/** Derived tables that are emptied; the search makes them again from the marks. */
const DERIVED = ['searchMark', 'searchName', 'searchCredit', 'creditName', 'creditCount', 'searchWord', 'searchDoc'];

function decode(row: Row, { name, columns }: DumpTable, kind: DumpConnection['kind']): unknown[] {
  return columns.map((column: DumpColumn, index) => {
    const value = decodeCell(row[index] ?? null, column);
    if (kind === 'postgres' && typeof value === 'string' && value.includes(NUL)) {
      throw new DumpError(`"${name}.${column.name}" has a text with a NUL character, which PostgreSQL cannot store`);
    }
    return value;
  });
}

function insertText({ name, columns }: DumpTable, kind: DumpConnection['kind']): string {
  const list = columns.map((column) => quote(column.name)).join(', ');
  const into = `insert into ${quote(name)} (${list})`;
  if (kind === 'sqlite') return `${into} values (${columns.map(() => '?').join(', ')})`;
  const arrays = columns.map(({ type }, index) => `$${String(index + 1)}::${ARRAYS[type]}`).join(', ');
  return `${into} select * from unnest(${arrays})`;
}

async function writeBatch(
  connection: DumpConnection,
  text: string,
  table: DumpTable,
  batch: readonly Row[],
): Promise<void> {
  const rows = batch.map((row) => decode(row, table, connection.kind));
  if (connection.kind === 'sqlite') {
    connection.each(text, rows);
    return;
  }
  await connection.query(
    text,
    table.columns.map((_column, index) => rows.map((row) => row[index])),
  );
}

async function loadTable(connection: DumpConnection, source: DumpSource, table: DumpTable): Promise<void> {
  const text = insertText(table, connection.kind);
  for await (const batch of source.read(table)) await writeBatch(connection, text, table, batch);
}

/**
 * Adds rows to those of a table, with a transaction for each batch. A row replaces the one with its id, so that a killed process
 * adds them again.
 */
export async function addRows(
  connection: DumpConnection,
  table: DumpTable,
  batches: AsyncIterable<readonly Row[]>,
): Promise<void> {
  const values = table.columns.map(({ name }) => `${quote(name)} = excluded.${quote(name)}`).join(', ');
  const text = `${insertText(table, connection.kind)} on conflict ("id") do update set ${values}`;
  for await (const batch of batches) {
    await connection.beginWrite();
    await writeBatch(connection, text, table, batch);
    await connection.commit();
  }
}

/** Empties the search index, and marks every row that it contains. */
async function resetSearch(connection: DumpConnection): Promise<void> {
  for (const name of DERIVED) {
    if (await hasTable(connection, name)) await connection.query(`delete from ${quote(name)}`);
  }
  for (const name of ['searchGram', 'searchNameGram']) {
    if (!(await hasTable(connection, name))) continue;
    const table = quote(name);
    const empty =
      connection.kind === 'sqlite' ? `insert into ${table} (${table}) values ('delete-all')` : `delete from ${table}`;
    await connection.query(empty);
  }
  if (!(await hasTable(connection, 'searchMark'))) return;
  for (const kind of SEARCHED) {
    if (!(await hasTable(connection, kind))) continue;
    await connection.query(`insert into "searchMark" ("kind", "entityId") select '${kind}', "id" from ${quote(kind)}`);
  }
}

/** PostgreSQL counts serial columns on from the largest number that was loaded. */
async function resetCounters(connection: DumpConnection): Promise<void> {
  if (connection.kind === 'sqlite') return;
  const columns = await connection.query(
    `select table_name::text, column_name::text from information_schema.columns
     where table_schema = current_schema() and is_identity = 'YES'`,
  );
  for (const [table, column] of columns) {
    const [name, id] = [quote(String(table)), quote(String(column))];
    await connection.query(
      `select setval(pg_get_serial_sequence($1, $2), coalesce(max(${id}), 0) + 1, false) from ${name}`,
      [name, column],
    );
  }
}

function sameTables(wanted: readonly DumpTable[], found: readonly DumpTable[]): boolean {
  return JSON.stringify(wanted) === JSON.stringify(found);
}

async function requireSameTables(connection: DumpConnection, source: DumpSource): Promise<void> {
  const migrations = await listRunMigrations(connection);
  const isSame = migrations.join() === [...source.migrations].join();
  if (isSame && sameTables(source.tables, await listDumpTables(connection))) return;
  const [wanted, found] = [source.migrations.at(-1) ?? 'none', migrations.at(-1) ?? 'none'];
  throw new DumpError(`The rows are of tables at migration ${wanted}, these are at ${found}`);
}

/**
 * Replaces all rows by those of a source, in one transaction. The tables must have been made by the same migrations.
 * The search index is made again by the server.
 * @param connection without a transaction, opened to write
 * @throws {DumpError} the tables differ, or a value does not fit
 */
export async function loadTables(connection: DumpConnection, source: DumpSource): Promise<void> {
  await connection.beginWrite();
  await requireSameTables(connection, source);
  const rules = await suspendRules(connection);
  for (const { name } of source.tables) await connection.query(`delete from ${quote(name)}`);
  for (const table of source.tables) await loadTable(connection, source, table);
  await resetSearch(connection);
  await resetCounters(connection);
  await resumeRules(connection, rules);
  await connection.commit();
}

/** Keeps the statements that put rules back, while a target is loaded. */
export interface SuspendedRules {
  /** Undefined until they were suspended. */
  readonly find: () => Promise<readonly string[] | undefined>;
  readonly keep: (statements: readonly string[]) => Promise<void>;
}

/**
 * `loadTables` with a transaction for each table, so that a killed one goes on: loaded tables stay. Until the last transaction the
 * tables have no triggers and foreign keys. `isLoaded` says whether a table has the rows of the source already.
 * @throws {DumpError} as `loadTables`
 */
export async function loadTablesApart(
  connection: DumpConnection,
  source: DumpSource,
  { rules, isLoaded }: { readonly rules: SuspendedRules; readonly isLoaded: (table: DumpTable) => boolean },
): Promise<void> {
  await connection.beginWrite();
  await requireSameTables(connection, source);
  if ((await rules.find()) === undefined) await rules.keep(await suspendRules(connection));
  await connection.commit();
  for (const table of source.tables) {
    if (isLoaded(table)) continue;
    await connection.beginWrite();
    await connection.query(`delete from ${quote(table.name)}`);
    await loadTable(connection, source, table);
    await connection.commit();
  }
  await connection.beginWrite();
  await resetSearch(connection);
  await resetCounters(connection);
  await resumeRules(connection, (await rules.find()) ?? []);
  await connection.commit();
}

/** Ends tasks that made the backup, or waited to make others: after a restore they would run once more. */
export async function endBackupTasks(connection: DumpConnection): Promise<void> {
  await connection.query(
    `update "task" set "status" = 'cancelled', "completedAt" = "createdAt", "lockedBy" = null, "lockedUntil" = null
     where "status" in ('pending', 'running') and "type" in ('create_backup', 'check_backup', 'drill_backup', 'add_backup', 'restore_backup')`,
  );
}
