import type { CompiledQuery, RawBuilder } from 'kysely';
import type { ReadonlyCompiledQuery } from 'kysely/readonly';
import { getTexts } from './compiled-texts.ts';
import type { ReadDb, Tx } from './open.ts';
import { Slot, slot } from './slot.ts';

export { slot } from './slot.ts';

/** The columns that an insert of the row writes, as text for the shape. */
export function formatColumns(row: object): string {
  return listColumns(row).join();
}

function listColumns(row: object): string[] {
  return Object.entries(row).flatMap(([column, value]) => (value === undefined ? [] : [column]));
}

/**
 * A slot for each column of a row that has a value; the shape must contain `columnsOf`.
 * @param suffix behind the slot names, where a statement writes several rows; or the row's index, where the values of a
 * name are a list
 */
export function slotsFor<Row extends object>(
  row: Row,
  suffix: string | number = '',
): { [Column in keyof Row]: RawBuilder<Row[Column]> } {
  const createSlot = (column: string): RawBuilder<unknown> =>
    typeof suffix === 'number' ? slot(column, suffix) : slot(column + suffix);
  const slots = listColumns(row).map((column) => [column, createSlot(column)]);
  return Object.fromEntries(slots) as { [Column in keyof Row]: RawBuilder<Row[Column]> };
}

interface Compilable<Row> {
  readonly compile: () => CompiledQuery<Row>;
}

type Values = Readonly<Record<string, unknown>>;

function valueIn(values: Values, { name, at }: Slot): unknown {
  const value = values[name];
  return at === undefined || !Array.isArray(value) ? value : (value as readonly unknown[])[at];
}

/** Shapes cached for one database; further queries are compiled each time. */
const MAX_SHAPES = 256;

function isReadOnly<Row>(query: CompiledQuery): query is ReadonlyCompiledQuery<Row> {
  return query.query.kind === 'SelectQueryNode';
}

function compileOnce(
  handle: object,
  shape: string | undefined,
  values: Values,
  build: () => Compilable<unknown>,
): CompiledQuery {
  const texts = getTexts(handle);
  let compiled = shape === undefined ? undefined : texts.get(shape);
  if (compiled === undefined) {
    compiled = build().compile();
    if (shape !== undefined && texts.size < MAX_SHAPES) texts.set(shape, compiled);
  }
  const parameters = compiled.parameters.map((value) => (value instanceof Slot ? valueIn(values, value) : value));
  return { ...compiled, parameters };
}

/**
 * Runs a query whose text depends on `shape` alone. It is built and compiled once for each shape, because building
 * costs as much as running.
 * @param shape key of the text; two queries of one shape differ in their slots only. Undefined to compile each time
 * @param values of the slots, by name
 */
export async function runPrecompiled<Row>(
  db: ReadDb,
  shape: string | undefined,
  values: Values,
  build: () => Compilable<Row>,
): Promise<Row[]> {
  const query = compileOnce(db, shape, values, build);
  if (!isReadOnly<Row>(query)) throw new Error(`The precompiled query "${shape ?? ''}" is no select`);
  const { rows } = await db.executeQuery(query);
  return rows;
}

/**
 * `runPrecompiled` for a statement that writes.
 * @returns the returned rows
 */
export async function writePrecompiled<Row>(
  tx: Tx,
  shape: string | undefined,
  values: Values,
  build: () => Compilable<Row>,
): Promise<Row[]> {
  const query = compileOnce(tx.write, shape, values, build);
  const { rows } = await tx.write.executeQuery<Row>(query);
  return rows;
}

/** Rows of one statement, the largest first: each size has its own cached text. */
const ROWS = [40, 8, 1];

type Row = Readonly<Record<string, unknown>>;

function hasJust(row: Row, columns: readonly string[]): boolean {
  let count = 0;
  for (const column in row) if (row[column] !== undefined) count += 1;
  return count === columns.length && columns.every((column) => row[column] !== undefined);
}

/** Cuts rows into statements: rows of one statement have the same columns. */
function* inPieces<Inserted extends Row>(
  rows: readonly Inserted[],
): Generator<{ readonly piece: readonly Inserted[]; readonly columns: readonly string[] }> {
  for (let from = 0; from < rows.length; ) {
    const columns = listColumns(rows[from] ?? {});
    const different = rows.findIndex((row, index) => index > from && !hasJust(row, columns));
    const end = different < 0 ? rows.length : different;
    for (const size of ROWS) {
      for (; from + size <= end; from += size) yield { piece: rows.slice(from, from + size), columns };
    }
  }
}

/**
 * Inserts rows with few statements, each of which is compiled once.
 * @param shape key of the text, without columns and number of rows
 * @param build an insert with one slot for each column of each row; it returns nothing
 * @returns rows of the statements that inserted fewer rows than they were given
 */
export async function insertPrecompiled<Inserted extends Row>(
  tx: Tx,
  shape: string,
  rows: readonly Inserted[],
  build: (rows: readonly { [Column in keyof Inserted]: RawBuilder<Inserted[Column]> }[]) => Compilable<unknown>,
): Promise<Inserted[]> {
  const doubtful: Inserted[] = [];
  for (const { piece, columns } of inPieces(rows)) {
    const values = Object.fromEntries(columns.map((column) => [column, piece.map((row) => row[column])]));
    const text = `${shape} ${String(piece.length)} ${columns.join()}`;
    const query = compileOnce(tx.write, text, values, () => build(piece.map((row, at) => slotsFor(row, at))));
    const { numAffectedRows = 0n } = await tx.write.executeQuery(query);
    if (Number(numAffectedRows) < piece.length) doubtful.push(...piece);
  }
  return doubtful;
}
