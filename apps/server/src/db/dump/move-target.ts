import type { DumpConnection } from './connect.ts';
import { MOVE_TABLE } from '../migrate.ts';
import { hasTable, quote } from './list-tables.ts';
import type { SuspendedRules } from './load-tables.ts';

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

const RULES_TABLE = `${MOVE_TABLE}Rules`;

/** Keeps the rules of a target in the target itself. */
export function createRuleStore(connection: DumpConnection): SuspendedRules {
  return {
    find: async () => {
      if (!(await hasTable(connection, RULES_TABLE))) return undefined;
      const rows = await connection.query(`select "statement" from ${quote(RULES_TABLE)} order by "number"`);
      return rows.map(([statement]) => String(statement));
    },
    keep: async (statements) => {
      await connection.query(`create table ${quote(RULES_TABLE)} ("number" integer primary key, "statement" text)`);
      const [first, second] = connection.kind === 'sqlite' ? ['?', '?'] : ['$1', '$2'];
      const insert = `insert into ${quote(RULES_TABLE)} ("number", "statement") values (${first}, ${second})`;
      for (const [number, statement] of statements.entries()) await connection.query(insert, [number, statement]);
    },
  };
}

/** Declares the target complete. */
export async function endMove(connection: DumpConnection): Promise<void> {
  await connection.query(`drop table if exists ${quote(RULES_TABLE)}`);
  await connection.query(`drop table ${quote(MOVE_TABLE)}`);
}
