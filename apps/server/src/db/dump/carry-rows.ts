import { connectForDump, type DumpConnection } from './connect.ts';
import { listDumpTables, quote } from './list-tables.ts';
import { addRows } from './load-tables.ts';
import { type DumpTable, encodeCell, type Row } from './rows.ts';
import type { DatabaseLocation } from '../open.ts';

async function findTable(connection: DumpConnection, name: string): Promise<DumpTable | undefined> {
  return (await listDumpTables(connection)).find((table) => table.name === name);
}

/** A table with the columns that both databases have: they may be of different releases. */
function meet(one: DumpTable, other: DumpTable): DumpTable {
  return { ...one, columns: one.columns.filter(({ name }) => other.columns.some((column) => column.name === name)) };
}

async function* readRows(connection: DumpConnection, { name, columns }: DumpTable): AsyncIterable<readonly Row[]> {
  const list = columns.map((column) => quote(column.name)).join(', ');
  for await (const rows of connection.stream(`select ${list} from ${quote(name)}`)) {
    yield rows.map((row) => row.map(encodeCell));
  }
}

/** A column that names rows of another table. */
interface Reference {
  readonly column: string;
  readonly table: string;
}

/** The rows whose other row exists in a database. @param reference undefined for all rows */
async function* withParent(
  target: DumpConnection,
  { columns }: DumpTable,
  batches: AsyncIterable<readonly Row[]>,
  reference: Reference | undefined,
): AsyncIterable<readonly Row[]> {
  if (reference === undefined) {
    yield* batches;
    return;
  }
  const known = new Set((await target.query(`select "id" from ${quote(reference.table)}`)).map(([id]) => id));
  const place = columns.findIndex(({ name }) => name === reference.column);
  for await (const rows of batches) yield rows.filter((row) => known.has(row[place]));
}

/** The rows that can be read. */
async function* readable<Batch>(batches: AsyncIterable<Batch>, onBroken: () => void): AsyncIterable<Batch> {
  try {
    yield* batches;
  } catch {
    onBroken();
  }
}

async function openSource(opened: AsyncDisposableStack, from: DatabaseLocation): Promise<DumpConnection | undefined> {
  try {
    const source = opened.use(await connectForDump(from, 'read'));
    await source.beginRead();
    return source;
  } catch {
    return undefined;
  }
}

/**
 * Adds the rows of a table to the same table of another database, and replaces rows with the same id. May be interrupted, and run
 * again. A database of a release without the table stays as it is.
 * @param from may be broken
 * @param reference leaves out rows whose other row the database does not have
 * @returns false when not every row could be read
 */
export async function carryRows(
  from: DatabaseLocation,
  to: DatabaseLocation,
  name: string,
  reference?: Reference,
): Promise<boolean> {
  await using opened = new AsyncDisposableStack();
  const target = opened.use(await connectForDump(to, 'write'));
  const wanted = await findTable(target, name);
  if (wanted === undefined) return true;
  const source = await openSource(opened, from);
  if (source === undefined) return false;
  const found = await findTable(source, name);
  if (found === undefined) return true;
  const table = meet(wanted, found);
  let isWhole = true;
  const batches = readable(readRows(source, table), () => {
    isWhole = false;
  });
  await addRows(target, table, withParent(target, table, batches, reference));
  return isWhole;
}
