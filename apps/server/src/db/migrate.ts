import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ReadonlyKysely } from 'kysely/readonly';
import { COLUMN_TYPES, type DatabaseKind } from './sql/dialect.ts';
import { MIGRATIONS } from './migrations/index.ts';
import type { Schema } from './schema/index.ts';

/** The migrations of a database compared with those of this release. */
export interface MigrationState {
  /** Run by the next start. */
  readonly missing: readonly string[];
  /** Run by a later release. */
  readonly unknown: readonly string[];
}

const HAS_TABLE: Readonly<Record<DatabaseKind, RawBuilder<number>>> = {
  sqlite: sql`(select count(*) from sqlite_master where name = 'kysely_migration')`,
  postgres: sql`(select count(*) from pg_tables where schemaname = current_schema() and tablename = 'kysely_migration')`,
};

/** Compares the migrations; changes nothing. */
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

/** Where to stop, and in which schema of PostgreSQL. */
export interface MigrationOptions {
  /** The last migration that runs; all unless given. */
  readonly upTo?: string | undefined;
  readonly schema?: string | undefined;
}

/**
 * Runs the missing migrations. When none is missing, the migrator is not started: it reads all columns and takes its
 * lock first.
 * @param read the same database
 * @returns the names of the migrations that ran
 * @throws {Error} the tables are of a later release, or a migration failed
 */
export async function migrate(
  kind: DatabaseKind,
  db: Kysely<Schema>,
  read: ReadonlyKysely<Schema>,
  { upTo, schema }: MigrationOptions = {},
): Promise<readonly string[]> {
  const { missing, unknown } = await readMigrationState(kind, read);
  if (missing.length + unknown.length === 0) return [];
  const { Migrator } = await import('kysely/migration');
  const migrations = Object.fromEntries(
    Object.entries(MIGRATIONS).map(([name, up]) => [
      name,
      { up: async (target: Kysely<unknown>) => up(target, COLUMN_TYPES[kind]) },
    ]),
  );
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    ...(schema === undefined ? {} : { migrationTableSchema: schema }),
  });
  const { error, results } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
  if (error !== undefined) throw error instanceof Error ? error : new Error('Migration failed', { cause: error });
  return (results ?? []).filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName);
}
