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

/** The tables are of a later release. The message is for the operator. */
class NewerDatabaseError extends Error {
  constructor(unknown: readonly string[]) {
    super(
      `A newer version of Lectern has used this database (${unknown.join(', ')}). Nothing has been changed. ` +
        'Start the newer version again; or, to go back, restore the backup of before the upgrade and start this version with it',
    );
    this.name = 'NewerDatabaseError';
  }
}

/** A table that the target of a move has until all its rows are compared. Servers refuse a database that has it. */
export const MOVE_TABLE = 'unfinishedMove';

/** A server opens a database that a move did not complete. */
class UnfinishedMoveError extends Error {
  override readonly name = 'UnfinishedMoveError';
  constructor() {
    super(
      'This database is the target of a move that did not end. Run the same "lectern move" again; it starts over by ' +
        'itself. The source of the move is complete',
    );
  }
}

const countTables: Readonly<Record<DatabaseKind, (name: string) => RawBuilder<number>>> = {
  sqlite: (name) => sql`(select count(*) from sqlite_master where name = ${sql.lit(name)})`,
  postgres: (name) =>
    sql`(select count(*) from pg_tables where schemaname = current_schema() and tablename = ${sql.lit(name)})`,
};

async function hasTable(kind: DatabaseKind, read: ReadonlyKysely<Schema>, name: string): Promise<boolean> {
  const { tables } = await read.selectNoFrom(countTables[kind](name).as('tables')).executeTakeFirstOrThrow();
  return tables > 0;
}

/**
 * Keeps the caller from opening the target of a move.
 * @throws {UnfinishedMoveError} the move did not end
 */
export async function refuseUnfinishedMove(kind: DatabaseKind, read: ReadonlyKysely<Schema>): Promise<void> {
  if (await hasTable(kind, read, MOVE_TABLE)) throw new UnfinishedMoveError();
}

/** Compares the migrations; changes nothing. */
export async function readMigrationState(kind: DatabaseKind, read: ReadonlyKysely<Schema>): Promise<MigrationState> {
  const known = Object.keys(MIGRATIONS);
  if (!(await hasTable(kind, read, 'kysely_migration'))) return { missing: known, unknown: [] };
  const rows = await read.selectFrom(sql<{ name: string }>`kysely_migration`.as('made')).select('made.name').execute();
  const made = rows.map(({ name }) => name);
  return {
    missing: known.filter((name) => !made.includes(name)),
    unknown: made.filter((name) => !known.includes(name)),
  };
}

/** Where to stop, in which schema of PostgreSQL, and what is called before. */
export interface MigrationOptions {
  /** The last migration that runs; all unless given. */
  readonly upTo?: string | undefined;
  readonly schema?: string | undefined;
  /** Called before the first table is made. May throw; then nothing is made. */
  readonly onEmpty?: (() => void) | undefined;
  /** Called before tables that exist are changed. May throw; then nothing is changed. */
  readonly beforeChange?: (() => Promise<void>) | undefined;
}

/**
 * Runs the missing migrations. When none is missing, the migrator is not started: it reads all columns and takes its
 * lock first.
 * @param read the same database
 * @returns the names of the migrations that ran
 * @throws {NewerDatabaseError} the tables are of a later release
 * @throws {Error} a migration failed
 */
export async function migrate(
  kind: DatabaseKind,
  db: Kysely<Schema>,
  read: ReadonlyKysely<Schema>,
  { upTo, schema, onEmpty, beforeChange }: MigrationOptions = {},
): Promise<readonly string[]> {
  const { missing, unknown } = await readMigrationState(kind, read);
  if (unknown.length > 0) throw new NewerDatabaseError(unknown);
  if (missing.length === 0) return [];
  if (missing.length === Object.keys(MIGRATIONS).length) onEmpty?.();
  else await beforeChange?.();
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
