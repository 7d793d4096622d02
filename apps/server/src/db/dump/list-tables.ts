import type { DumpConnection } from './connect.ts';
import { isDumped } from './own-tables.ts';
import { type ColumnType, DumpError, type DumpTable } from './rows.ts';

const COLUMNS = {
  sqlite: `select m.name, c.name, lower(c.type) from sqlite_master m, pragma_table_info(m.name) c
    where m.type = 'table' and m.name not like 'sqlite\\_%' escape '\\'`,
  postgres: `select t.table_name::text, c.column_name::text, c.data_type::text
    from information_schema.tables t join information_schema.columns c
    on c.table_schema = t.table_schema and c.table_name = t.table_name
    where t.table_schema = current_schema() and t.table_type = 'BASE TABLE'`,
} as const;

const TYPES: Readonly<Partial<Record<string, ColumnType>>> = {
  integer: 'integer',
  bigint: 'integer',
  real: 'real',
  'double precision': 'real',
  text: 'text',
  blob: 'blob',
  bytea: 'blob',
};

/** An identifier in SQL. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function byName(one: { readonly name: string }, other: { readonly name: string }): number {
  return one.name < other.name ? -1 : 1;
}

/** The tables that a dump contains, in order of their names. */
export async function listDumpTables(connection: DumpConnection): Promise<DumpTable[]> {
  const tables = new Map<string, { name: string; type: ColumnType }[]>();
  for (const [table, column, declared] of await connection.query(COLUMNS[connection.kind])) {
    const name = String(table);
    if (!isDumped(name)) continue;
    const type = TYPES[String(declared)];
    if (type === undefined)
      throw new DumpError(`Column "${name}.${String(column)}" has the unknown type ${String(declared)}`);
    tables.set(name, [...(tables.get(name) ?? []), { name: String(column), type }]);
  }
  return [...tables].map(([name, columns]) => ({ name, columns: columns.toSorted(byName) })).toSorted(byName);
}

/** The migrations that ran, in order. */
export async function listRunMigrations(connection: DumpConnection): Promise<string[]> {
  const rows = await connection.query('select name from kysely_migration order by name');
  return rows.map(([name]) => String(name));
}

/** Whether the database has a table. */
export async function hasTable(connection: DumpConnection, name: string): Promise<boolean> {
  const text =
    connection.kind === 'sqlite'
      ? `select 1 from sqlite_master where name = ?`
      : `select 1 from pg_tables where schemaname = current_schema() and tablename = $1`;
  return (await connection.query(text, [name])).length > 0;
}
