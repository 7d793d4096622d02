import { connectForDump } from '#db/dump/connect.ts';
import { checksumTables, type DumpSource, openDumpSource, type TableSum } from '#db/dump/dump-tables.ts';
import { holdServers } from '#db/dump/hold-servers.ts';
import { loadTablesApart } from '#db/dump/load-tables.ts';
import { makeTables } from '#db/dump/make-tables.ts';
import { beginMove, createRuleStore, endMove, readTargetState } from '#db/dump/move-target.ts';
import type { DatabaseLocation } from '#db/open.ts';
import { AppError } from '../../errors.ts';
import type { PathMap } from './map-paths.ts';
import { mapLibraries, type MovedLibrary, planMove } from './plan-move.ts';

/** A move of all rows to another database. */
export interface Move {
  readonly from: DatabaseLocation;
  readonly to: DatabaseLocation;
  readonly maps: readonly PathMap[];
  /** Reads only, and leaves the target alone. */
  readonly isDryRun: boolean;
}

/** Result of a move. */
export interface Moved {
  readonly libraries: readonly MovedLibrary[];
  /** What each table has in both databases; empty after a dry run. */
  readonly tables: readonly TableSum[];
  /** How many tables an interrupted move had loaded. */
  readonly kept: number;
}

/** Keeps servers out of a PostgreSQL source; those of SQLite are kept out by the lock of its folder. */
async function holdSource(location: DatabaseLocation, opened: AsyncDisposableStack): Promise<void> {
  if (location.kind === 'sqlite') return;
  const names = await holdServers(opened.use(await connectForDump(location, 'write')));
  if (names.length === 0) return;
  throw new AppError(
    'Conflict',
    `A server uses the source (${names.join(', ')}). Stop it first; one that was killed is forgotten after a minute`,
  );
}

async function prepareTarget(to: DatabaseLocation, { migrations }: DumpSource): Promise<void> {
  await using target = await connectForDump(to, 'write');
  if ((await readTargetState(target)) === 'taken') {
    throw new AppError('Conflict', 'The target has tables already. Give an empty database, or a folder without one');
  }
  await beginMove(target);
  await makeTables(to, migrations);
}

async function readSums(location: DatabaseLocation): Promise<Map<string, TableSum>> {
  await using connection = await connectForDump(location, 'read');
  const sums = await checksumTables(await openDumpSource(connection));
  return new Map(sums.map((sum) => [sum.name, sum]));
}

function isSame(one: TableSum | undefined, other: TableSum | undefined): boolean {
  return one !== undefined && one.rows === other?.rows && one.checksum === other.checksum;
}

/** Names of the tables that a killed move has loaded, with what the source has now. */
async function listLoaded(source: DumpSource, to: DatabaseLocation): Promise<ReadonlySet<string>> {
  const found = await readSums(to);
  const filled = source.tables.filter(({ name }) => (found.get(name)?.rows ?? 0) > 0);
  const wanted = await checksumTables({ ...source, tables: filled });
  return new Set(wanted.filter((sum) => isSame(found.get(sum.name), sum)).map(({ name }) => name));
}

/**
 * Compares every table; returns what each has.
 * @throws {AppError} a table differs; the target stays unfinished
 */
async function compareTables(source: DumpSource, to: DatabaseLocation): Promise<readonly TableSum[]> {
  const wanted = await checksumTables(source);
  const found = await readSums(to);
  for (const sum of wanted) {
    const { name, rows } = sum;
    const other = found.get(name);
    if (isSame(other, sum)) continue;
    const what = other === undefined ? 'is missing' : `has ${String(other.rows)} rows that differ from ${String(rows)}`;
    throw new AppError('InternalServerError', `The table "${name}" of the target ${what}. Run the move again`);
  }
  return wanted;
}

/**
 * Copies all rows to an empty database, compares both, and declares the target complete last. A killed move leaves a target
 * that servers refuse; the same move goes on with the tables that are missing, or have changed in the source since.
 * @throws {AppError} a server uses the source, the target has data, or a table differs after the copy
 */
export async function moveDatabase({ from, to, maps, isDryRun }: Move): Promise<Moved> {
  await using opened = new AsyncDisposableStack();
  if (!isDryRun) await holdSource(from, opened);
  const source = await openDumpSource(opened.use(await connectForDump(from, 'read')));
  const libraries = await planMove(source, maps);
  if (isDryRun) return { libraries, tables: [], kept: 0 };
  const mapped = mapLibraries(source, maps);
  await prepareTarget(to, source);
  const loaded = await listLoaded(mapped, to);
  {
    await using target = await connectForDump(to, 'write');
    await loadTablesApart(target, mapped, {
      rules: createRuleStore(target),
      isLoaded: ({ name }) => loaded.has(name),
    });
  }
  const tables = await compareTables(mapped, to);
  await using target = await connectForDump(to, 'write');
  await endMove(target);
  return { libraries, tables, kept: loaded.size };
}
