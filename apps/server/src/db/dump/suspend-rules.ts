import type { DumpConnection } from './connect.ts';
import { quote } from './list-tables.ts';
import { DumpError } from './rows.ts';

/** Puts the rules back, and checks what they demand. */
type Resume = () => Promise<void>;

async function suspendSqlite(connection: DumpConnection): Promise<Resume> {
  const triggers = await connection.query(`select name, sql from sqlite_master where type = 'trigger'`);
  for (const [name] of triggers) await connection.query(`drop trigger ${quote(String(name))}`);
  return async () => {
    for (const [, text] of triggers) await connection.query(String(text));
    const broken = (await connection.query('select "table", parent from pragma_foreign_key_check limit 1')).at(0);
    if (broken === undefined) return;
    throw new DumpError(`Table "${String(broken[0])}" names a row of "${String(broken[1])}" that is missing`);
  };
}

const FOREIGN_KEYS = `select c.relname::text, k.conname::text, pg_get_constraintdef(k.oid)
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  where k.contype = 'f' and k.connamespace = current_schema()::regnamespace`;

const WITH_TRIGGERS = `select distinct c.relname::text from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where not t.tgisinternal and c.relnamespace = current_schema()::regnamespace`;

async function suspendPostgres(connection: DumpConnection): Promise<Resume> {
  const keys = await connection.query(FOREIGN_KEYS);
  const tables = (await connection.query(WITH_TRIGGERS)).map(([name]) => quote(String(name)));
  for (const [table, name] of keys) {
    await connection.query(`alter table ${quote(String(table))} drop constraint ${quote(String(name))}`);
  }
  for (const table of tables) await connection.query(`alter table ${table} disable trigger user`);
  return async () => {
    for (const [table, name, rule] of keys) {
      await connection.query(
        `alter table ${quote(String(table))} add constraint ${quote(String(name))} ${String(rule)}`,
      );
    }
    for (const table of tables) await connection.query(`alter table ${table} enable trigger user`);
  };
}

/**
 * Suspends triggers and foreign keys within the transaction, so that rows load in any order and change no others.
 * @returns puts them back; a row without its parent fails then
 */
export async function suspendRules(connection: DumpConnection): Promise<Resume> {
  return connection.kind === 'sqlite' ? suspendSqlite(connection) : suspendPostgres(connection);
}
