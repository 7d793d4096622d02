import type { SelectQueryBuilder } from 'kysely';
import { chunked } from '../../sql/dialect.ts';

/** A page by number of rows. */
export interface Slice {
  readonly limit: number;
  readonly offset: number;
}

/** A page by key: rows with an id above one, '' to begin. */
export interface IdPage {
  readonly after: string;
  readonly limit: number;
}

type Read = (...parameters: never[]) => Promise<unknown>;

/** A row that a function finds, or one of those that it lists. */
export type ReadRow<Function extends Read> =
  Awaited<ReturnType<Function>> extends readonly (infer Row)[]
    ? Row
    : Awaited<ReturnType<Function>> extends ReadonlyMap<unknown, infer Row>
      ? Row
      : NonNullable<Awaited<ReturnType<Function>>>;

/** All rows of a query over a list of any length, which is read in chunks. */
export async function readChunked<Item, Row>(
  items: readonly Item[],
  query: (some: readonly Item[]) => { readonly execute: () => Promise<Row[]> },
): Promise<Row[]> {
  const found: Row[] = [];
  for (const some of chunked(items)) found.push(...(await query(some).execute()));
  return found;
}

/** Runs a statement over a list of any length in chunks. */
export async function writeChunked<Item>(
  items: readonly Item[],
  statement: (some: readonly Item[]) => { readonly execute: () => Promise<unknown> },
): Promise<void> {
  for (const some of chunked(items)) await statement(some).execute();
}

/** One column of all rows of a query. */
export async function readColumn<Row, Name extends keyof Row>(
  query: { readonly execute: () => Promise<Row[]> },
  name: Name,
): Promise<Row[Name][]> {
  return (await query.execute()).map((row) => row[name]);
}

/** The values of one column by those of another, in the order of the rows. */
export function groupColumn<Row, Key extends keyof Row, Name extends keyof Row>(
  rows: readonly Row[],
  key: Key,
  name: Name,
): Map<Row[Key], Row[Name][]> {
  const groups = new Map<Row[Key], Row[Name][]>();
  for (const row of rows) {
    const known = groups.get(row[key]);
    if (known === undefined) groups.set(row[key], [row[name]]);
    else known.push(row[name]);
  }
  return groups;
}

/** How many rows a query has. */
export async function countRows<DB, TB extends keyof DB, Row>(query: SelectQueryBuilder<DB, TB, Row>): Promise<number> {
  const { count } = await query
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .$castTo<{ readonly count: number }>()
    .executeTakeFirstOrThrow();
  return count;
}

/** Whether a query finds a row, or a statement returns one. */
export async function isFound(query: { readonly executeTakeFirst: () => Promise<unknown> }): Promise<boolean> {
  return (await query.executeTakeFirst()) !== undefined;
}
