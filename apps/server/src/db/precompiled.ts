import type { CompiledQuery, RawBuilder } from 'kysely';
import type { ReadonlyCompiledQuery } from 'kysely/readonly';
import { textsOf } from './compiled-texts.ts';
import type { ReadDb, Tx } from './open.ts';
import { Slot, slot } from './slot.ts';

export { slot } from './slot.ts';

/** Columns of a row that have a value: those that a statement with the row writes. */
export function columnsOf(row: object): string {
  return Object.entries(row)
    .flatMap(([column, value]) => (value === undefined ? [] : [column]))
    .join();
}

/**
 * A slot for each column of a row that has a value, named like it; `columnsOf` belongs into the shape.
 * @param suffix behind the names, where a statement writes several rows
 */
export function slotsFor<Row extends object>(
  row: Row,
  suffix = '',
): { [Column in keyof Row]: RawBuilder<Row[Column]> } {
  const slots = Object.entries(row).flatMap(([column, value]) =>
    value === undefined ? [] : [[column, slot(column + suffix)]],
  );
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
