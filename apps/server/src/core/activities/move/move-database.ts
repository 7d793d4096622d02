import { connectForDump, type DumpConnection } from '#db/dump/connect.ts';
import { checksumTables, type DumpSource, openDumpSource, type TableSum } from '#db/dump/dump-tables.ts';
import { holdServers } from '#db/dump/hold-servers.ts';
import { loadTables } from '#db/dump/load-tables.ts';
import { makeTables } from '#db/dump/make-tables.ts';
import { beginMove, endMove, readTargetState } from '#db/dump/move-target.ts';
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

async function readSums(connection: DumpConnection): Promise<TableSum[]> {
  return checksumTables(await openDumpSource(connection));
}

/**
 * Compares every table; returns what each has.
 * @throws {AppError} a table differs; the target stays unfinished
 */
async function compareTables(source: DumpSource, to: DatabaseLocation): Promise<readonly TableSum[]> {
  const wanted = await checksumTables(source);
  await using target = await connectForDump(to, 'read');
  const found = new Map((await readSums(target)).map((sum) => [sum.name, sum]));
  for (const { name, rows, checksum } of wanted) {
    const other = found.get(name);
    if (other?.rows === rows && other.checksum === checksum) continue;
    const what = other === undefined ? 'is missing' : `has ${String(other.rows)} rows that differ from ${String(rows)}`;
    throw new AppError('InternalServerError', `The table "${name}" of the target ${what}. Run the move again`);
  }
  return wanted;
}

/**
 * Copies all rows to an empty database, compares both, and declares the target complete last. A killed move leaves a target
 * that servers refuse and that the same move fills from the start.
 * @throws {AppError} a server uses the source, the target has data, or a table differs after the copy
 */
export async function moveDatabase({ from, to, maps, isDryRun }: Move): Promise<Moved> {
  await using opened = new AsyncDisposableStack();
  if (!isDryRun) await holdSource(from, opened);
  const source = await openDumpSource(opened.use(await connectForDump(from, 'read')));
  const libraries = await planMove(source, maps);
  if (isDryRun) return { libraries, tables: [] };
  const mapped = mapLibraries(source, maps);
  await prepareTarget(to, source);
  {
    await using target = await connectForDump(to, 'write');
    await loadTables(target, mapped);
  }
  const tables = await compareTables(mapped, to);
  await using target = await connectForDump(to, 'write');
  await endMove(target);
  return { libraries, tables };
}
