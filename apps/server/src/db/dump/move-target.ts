import type { DumpConnection } from './connect.ts';
import { MOVE_TABLE } from '../migrate.ts';
import { quote } from './list-tables.ts';

const TABLES = {
  sqlite: `select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\'`,
  postgres: `select tablename::text from pg_tables where schemaname = current_schema()`,
} as const;

/** Whether a database can be the target of a move: without tables, left by a move, or with tables of its own. */
export async function readTargetState(connection: DumpConnection): Promise<'empty' | 'unfinished' | 'taken'> {
  const tables = (await connection.query(TABLES[connection.kind])).map(([name]) => String(name));
  if (tables.length === 0) return 'empty';
  return tables.includes(MOVE_TABLE) ? 'unfinished' : 'taken';
}

/** Marks an empty database as the target of a move. */
export async function beginMove(connection: DumpConnection): Promise<void> {
  await connection.query(`create table if not exists ${quote(MOVE_TABLE)} ("startedAt" bigint)`);
}

/** Declares the target complete. */
export async function endMove(connection: DumpConnection): Promise<void> {
  await connection.query(`drop table ${quote(MOVE_TABLE)}`);
}
