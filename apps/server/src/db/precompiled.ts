import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { ReadonlyCompiledQuery } from 'kysely/readonly';
import type { ReadDb } from './open.ts';

/** The place of a value in a query that is compiled once and run with many values. */
class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Stands for a value that `runPrecompiled` fills in by its name. */
export function slot<Value>(name: string): RawBuilder<Value> {
  return sql<Value>`${new Slot(name)}`;
}

interface Compilable<Row> {
  readonly compile: () => CompiledQuery<Row>;
}

/** Shapes kept for one database; queries beyond are compiled each time. */
const MAX_SHAPES = 256;

/** Compiled queries hang on the handle they were compiled for: the two databases spell them differently. */
const compiledFor = new WeakMap<ReadDb, Map<string, CompiledQuery>>();

function isReadOnly<Row>(query: CompiledQuery): query is ReadonlyCompiledQuery<Row> {
  return query.query.kind === 'SelectQueryNode';
}

/**
 * Runs a query whose text depends on `shape` alone: it is built and compiled once for each shape, because building costs as
 * much as running it.
 * @param shape names the text; two queries with one shape must differ in their slots only
 * @param values what goes into each slot, by name
 */
export async function runPrecompiled<Row>(
  db: ReadDb,
  shape: string,
  values: Readonly<Record<string, unknown>>,
  build: () => Compilable<Row>,
): Promise<Row[]> {
  let shapes = compiledFor.get(db);
  if (shapes === undefined) {
    shapes = new Map();
    compiledFor.set(db, shapes);
  }
  let compiled = shapes.get(shape);
  if (compiled === undefined) {
    compiled = build().compile();
    if (shapes.size < MAX_SHAPES) shapes.set(shape, compiled);
  }
  const parameters = compiled.parameters.map((value) => (value instanceof Slot ? values[value.name] : value));
  const query: CompiledQuery = { ...compiled, parameters };
  if (!isReadOnly<Row>(query)) throw new Error(`The precompiled query "${shape}" is no select`);
  const { rows } = await db.executeQuery(query);
  return rows;
}
