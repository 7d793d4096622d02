import type { DumpConnection } from './connect.ts';
import { quote } from './list-tables.ts';
import { DumpError } from './rows.ts';

async function suspendSqlite(connection: DumpConnection): Promise<string[]> {
  const triggers = await connection.query(`select name, sql from sqlite_master where type = 'trigger'`);
  for (const [name] of triggers) await connection.query(`drop trigger ${quote(String(name))}`);
  return triggers.map(([, text]) => String(text));
}

const FOREIGN_KEYS = `select c.relname::text, k.conname::text, pg_get_constraintdef(k.oid)
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  where k.contype = 'f' and k.connamespace = current_schema()::regnamespace`;

const WITH_TRIGGERS = `select distinct c.relname::text from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where not t.tgisinternal and c.relnamespace = current_schema()::regnamespace`;

async function suspendPostgres(connection: DumpConnection): Promise<string[]> {
  const keys = (await connection.query(FOREIGN_KEYS)).map(([table, name, rule]) => ({
    ...{ table: quote(String(table)), name: quote(String(name)), rule: String(rule) },
  }));
  const tables = (await connection.query(WITH_TRIGGERS)).map(([name]) => quote(String(name)));
  for (const { table, name } of keys) await connection.query(`alter table ${table} drop constraint ${name}`);
  for (const table of tables) await connection.query(`alter table ${table} disable trigger user`);
  return [
    ...keys.map(({ table, name, rule }) => `alter table ${table} add constraint ${name} ${rule}`),
    ...tables.map((table) => `alter table ${table} enable trigger user`),
  ];
}

/**
 * Suspends triggers and foreign keys, so that rows load in any order and change no others.
 * @returns the statements that put them back
 */
export async function suspendRules(connection: DumpConnection): Promise<readonly string[]> {
  return connection.kind === 'sqlite' ? suspendSqlite(connection) : suspendPostgres(connection);
}

/** Puts suspended rules back. @throws {Error} a row has no parent */
export async function resumeRules(connection: DumpConnection, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await connection.query(statement);
  if (connection.kind !== 'sqlite') return;
  const broken = (await connection.query('select "table", parent from pragma_foreign_key_check limit 1')).at(0);
  if (broken === undefined) return;
  throw new DumpError(`Table "${String(broken[0])}" names a row of "${String(broken[1])}" that is missing`);
}
