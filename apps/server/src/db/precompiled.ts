import type { CompiledQuery, RawBuilder } from 'kysely';
import type { ReadonlyCompiledQuery } from 'kysely/readonly';
import { textsOf } from './compiled-texts.ts';
import type { ReadDb, Tx } from './open.ts';
import { Slot, slot } from './slot.ts';

export { slot } from './slot.ts';

/** Columns of a row that have a value: those that a statement with the row writes. */
export function columnsOf(row: object): string {
  return columnListOf(row).join();
}

function columnListOf(row: object): string[] {
  return Object.entries(row).flatMap(([column, value]) => (value === undefined ? [] : [column]));
}

/**
 * A slot for each column of a row that has a value, named like it; `columnsOf` belongs into the shape.
 * @param suffix behind the names, where a statement writes several rows; or its place, where the values of a name are a list
 */
export function slotsFor<Row extends object>(
  row: Row,
  suffix: string | number = '',
): { [Column in keyof Row]: RawBuilder<Row[Column]> } {
  const slotOf = (column: string): RawBuilder<unknown> =>
    typeof suffix === 'number' ? slot(column, suffix) : slot(column + suffix);
  const slots = columnListOf(row).map((column) => [column, slotOf(column)]);
  // One for each such key of the row, as built here.
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

/** Shapes kept for one database; queries beyond are compiled each time. */
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
  const texts = textsOf(handle);
  let compiled = shape === undefined ? undefined : texts.get(shape);
  if (compiled === undefined) {
    compiled = build().compile();
    if (shape !== undefined && texts.size < MAX_SHAPES) texts.set(shape, compiled);
  }
  const parameters = compiled.parameters.map((value) => (value instanceof Slot ? valueIn(values, value) : value));
  return { ...compiled, parameters };
}

/**
 * Runs a query whose text depends on `shape` alone: it is built and compiled once for each shape, because building costs as
 * much as running it.
 * @param shape names the text; two queries with one shape must differ in their slots only. Undefined for a text of its own
 * @param values what goes into each slot, by name
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
 * The same for a statement that writes.
 * @returns the rows it returns
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

/** Numbers of rows that one statement writes, the largest first: the text of each is kept, so there are few. */
const ROWS = [40, 8, 1];

type Row = Readonly<Record<string, unknown>>;

function hasJust(row: Row, columns: readonly string[]): boolean {
  let count = 0;
  for (const column in row) if (row[column] !== undefined) count += 1;
  return count === columns.length && columns.every((column) => row[column] !== undefined);
}

/** Rows in the pieces that a statement takes: of one text are only those with the same columns. */
function* inPieces<Inserted extends Row>(
  rows: readonly Inserted[],
): Generator<{ readonly piece: readonly Inserted[]; readonly columns: readonly string[] }> {
  for (let from = 0; from < rows.length; ) {
    const columns = columnListOf(rows[from] ?? {});
    const different = rows.findIndex((row, index) => index > from && !hasJust(row, columns));
    const end = different < 0 ? rows.length : different;
    for (const size of ROWS) {
      for (; from + size <= end; from += size) yield { piece: rows.slice(from, from + size), columns };
    }
  }
}

/**
 * Inserts rows with as few statements as there can be, each of which is built and compiled once.
 * @param shape names the text, but for the columns and the number of rows
 * @param build the insert of one slot for each column of each row, which returns nothing
 * @returns rows of those statements that inserted fewer than they were given
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
