import { connectForDump, type DumpConnection } from './connect.ts';
import { quote } from './list-tables.ts';
import { isOwnTable } from './own-tables.ts';
import type { DatabaseLocation } from '../open.ts';

const SCRATCH = /^lectern_[a-z0-9_]{1,50}$/;

type PostgresPlace = Extract<DatabaseLocation, { kind: 'postgres' }>;

function checkName(schema: string): void {
  if (!SCRATCH.test(schema)) throw new Error(`"${schema}" cannot name a schema`);
}

/** The place of tables beside the real ones: an empty schema of the same PostgreSQL. */
export function placeInSchema(location: PostgresPlace, schema: string): PostgresPlace {
  checkName(schema);
  return { ...location, schema };
}

/** Creates a schema. */
export async function createSchema(location: PostgresPlace, schema: string): Promise<void> {
  checkName(schema);
  await using connection = await connectForDump(location, 'write');
  await connection.query(`create schema ${quote(schema)}`);
}

/** Deletes a scratch schema with its tables. */
export async function dropSchema(location: PostgresPlace, schema: string): Promise<void> {
  checkName(schema);
  await using connection = await connectForDump(location, 'write');
  await connection.query(`drop schema if exists ${quote(schema)} cascade`);
}

/** Names of the schemas that begin like this. */
export async function listSchemas(location: PostgresPlace, prefix: string): Promise<string[]> {
  checkName(`${prefix}x`);
  await using connection = await connectForDump(location, 'read');
  const rows = await connection.query('select nspname::text from pg_namespace where starts_with(nspname, $1)', [
    prefix,
  ]);
  return rows.map(([name]) => String(name));
}

async function hasSchema(connection: DumpConnection, schema: string): Promise<boolean> {
  return (await connection.query('select 1 from pg_namespace where nspname = $1', [schema])).length > 0;
}

/** Tables of Lectern in a schema, and the functions of their triggers, as statements move them. */
async function listMovable(connection: DumpConnection, schema: string): Promise<string[]> {
  const tables = await connection.query(
    `select tablename::text, format('table %I.%I', schemaname, tablename) from pg_tables where schemaname = $1`,
    [schema],
  );
  const functions = await connection.query(
    `select c.relname::text, format('function %I.%I()', n.nspname, p.proname) from pg_trigger t
     join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid join pg_namespace n on n.oid = p.pronamespace
     where not t.tgisinternal and n.nspname = $1 and c.relnamespace = n.oid`,
    [schema],
  );
  const own = [...tables, ...functions].filter(([table]) => isOwnTable(String(table)));
  return [...new Set(own.map(([, movable]) => String(movable)))];
}

/**
 * Puts the tables of a schema in place of the real ones, which go into another schema, in one transaction. Does nothing
 * when that happened before. Tables of other programs stay. `from` has the new tables; `aside` must not exist, and takes the old ones.
 */
export async function switchSchemas(
  location: PostgresPlace,
  { from, aside }: { readonly from: string; readonly aside: string },
): Promise<void> {
  checkName(from);
  checkName(aside);
  await using connection = await connectForDump(location, 'write');
  await connection.beginWrite();
  if (!(await hasSchema(connection, from))) return;
  const [[current] = []] = await connection.query('select current_schema()');
  const place = String(current);
  await connection.query(`create schema ${quote(aside)}`);
  for (const movable of await listMovable(connection, place)) {
    await connection.query(`alter ${movable} set schema ${quote(aside)}`);
  }
  for (const movable of await listMovable(connection, from)) {
    await connection.query(`alter ${movable} set schema ${quote(place)}`);
  }
  await connection.query(`drop schema ${quote(from)}`);
  await connection.commit();
}
