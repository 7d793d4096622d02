import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ReadonlyKysely } from 'kysely/readonly';
import { COLUMN_TYPES, type DatabaseKind } from './sql/dialect.ts';
import { MIGRATIONS } from './migrations/index.ts';
import type { Schema } from './schema/index.ts';

/** What the tables of a database are, measured by this release. */
export interface MigrationState {
  /** Made by the next start. */
  readonly missing: readonly string[];
  /** Made by a later release. */
  readonly unknown: readonly string[];
}

const HAS_TABLE: Readonly<Record<DatabaseKind, RawBuilder<number>>> = {
  sqlite: sql`(select count(*) from sqlite_master where name = 'kysely_migration')`,
  postgres: sql`(select count(*) from pg_tables where schemaname = current_schema() and tablename = 'kysely_migration')`,
};

/** Whether there are tables of ours, and which are missing; nothing is changed. */
export async function readMigrationState(kind: DatabaseKind, read: ReadonlyKysely<Schema>): Promise<MigrationState> {
  const known = Object.keys(MIGRATIONS);
  const { tables } = await read.selectNoFrom(HAS_TABLE[kind].as('tables')).executeTakeFirstOrThrow();
  if (tables === 0) return { missing: known, unknown: [] };
  const rows = await read.selectFrom(sql<{ name: string }>`kysely_migration`.as('made')).select('made.name').execute();
  const made = rows.map(({ name }) => name);
  return {
    missing: known.filter((name) => !made.includes(name)),
    unknown: made.filter((name) => !known.includes(name)),
  };
}

/**
 * Makes the tables that are missing. Tables that are up to date are not looked at: the migrator reads the columns of all of
 * them, and takes its lock, before it finds that there is nothing to do.
 * @param read the same database
 * @returns the names of the migrations that ran
 * @throws {Error} a later release made tables, or a migration failed
 */
export async function migrate(
  kind: DatabaseKind,
  db: Kysely<Schema>,
  read: ReadonlyKysely<Schema>,
): Promise<readonly string[]> {
  const { missing, unknown } = await readMigrationState(kind, read);
  if (missing.length + unknown.length === 0) return [];
  // Hardly any start needs it.
  const { Migrator } = await import('kysely/migration');
  const migrations = Object.fromEntries(
    Object.entries(MIGRATIONS).map(([name, up]) => [
      name,
      { up: async (target: Kysely<unknown>) => up(target, COLUMN_TYPES[kind]) },
    ]),
  );
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (error !== undefined) throw error instanceof Error ? error : new Error('Migration failed', { cause: error });
  return (results ?? []).filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName);
}
