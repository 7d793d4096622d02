import { basename, join } from 'node:path';
import { expandPath } from '#config/read-config.ts';
import { type PathMap, parsePathMap } from '#core/activities/move/map-paths.ts';
import { type Moved, moveDatabase } from '#core/activities/move/move-database.ts';
import { holdDataFolder } from '#db/hold-data-folder.ts';
import type { DatabaseLocation } from '#db/open.ts';
import { findFileState } from '#files/opening/find-file.ts';
import { parseArguments, UsageError } from './arguments.ts';

const DATABASE = 'lectern.db';

/** A data folder, its database file, or a URL of PostgreSQL. */
function readLocation(option: string, text: string | undefined): DatabaseLocation {
  if (text === undefined) throw new UsageError(`move needs --${option} with a data folder or a URL of PostgreSQL`);
  if (/^postgres(ql)?:\/\//.test(text)) return { kind: 'postgres', url: text, poolSize: 2 };
  const path = expandPath(text.replace(/^sqlite:(\/\/)?/, ''));
  return { kind: 'sqlite', path: basename(path) === DATABASE ? path : join(path, DATABASE) };
}

function isSame(one: DatabaseLocation, other: DatabaseLocation): boolean {
  const [from, to] = [one, other].map((place) => (place.kind === 'sqlite' ? place.path : place.url));
  return from === to;
}

function describeMove({ libraries, tables, kept }: Moved): string {
  const lines = libraries.map(({ name, path, movedPath, books, found }) => {
    const place = path === movedPath ? path : `${path} → ${movedPath}`;
    return `${name}: ${place}; ${String(found)} of ${String(books)} books are there`;
  });
  if (tables.length === 0) return [...lines, 'Nothing was written'].join('\n');
  const filled = tables.filter(({ rows }) => rows > 0);
  const rows = filled.reduce((sum, table) => sum + table.rows, 0);
  return [
    ...lines,
    ...(kept === 0 ? [] : [`${String(kept)} tables were there from a move that did not end`]),
    ...filled.map((table) => `${table.name}: ${String(table.rows)} rows, checksum ${table.checksum}`),
    `Moved ${String(rows)} rows; every table is the same in both databases`,
  ].join('\n');
}

/** `lectern move`: copies everything to another database. */
export async function move(args: readonly string[]): Promise<void> {
  const { values } = parseArguments(args, {
    from: { type: 'string' },
    to: { type: 'string' },
    map: { type: 'string', multiple: true },
    'dry-run': { type: 'boolean', default: false },
  });
  const [from, to] = [readLocation('from', values.from), readLocation('to', values.to)];
  if (isSame(from, to)) throw new UsageError('--from and --to are the same database');
  const maps: readonly PathMap[] = (values.map ?? []).map(parsePathMap);
  if (from.kind === 'sqlite' && (await findFileState(from.path)) === undefined) {
    throw new UsageError(`There is no database ${from.path}`);
  }
  const isDryRun = values['dry-run'];
  using held = new DisposableStack();
  if (!isDryRun) for (const location of [from, to]) held.use(await holdDataFolder(location));
  console.log(describeMove(await moveDatabase({ from, to, maps, isDryRun })));
}
