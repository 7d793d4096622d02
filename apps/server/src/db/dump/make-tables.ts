import { MIGRATIONS } from '../migrations/index.ts';
import { type DatabaseLocation, openDatabase } from '../open.ts';
import { DumpError } from './rows.ts';

/** Whether this release can make the tables of these migrations; a sentence that says why not. */
export function explainUnknown(migrations: readonly string[]): string | undefined {
  const known = Object.keys(MIGRATIONS);
  const unknown = migrations.filter((name) => !known.includes(name));
  if (unknown.length > 0) return `It is of a later release: this one does not know the migration ${unknown.join(', ')}`;
  const missing = known.slice(0, migrations.length).find((name, index) => name !== migrations[index]);
  return missing === undefined && migrations.length > 0
    ? undefined
    : `Its migrations are not those of any release: ${missing ?? 'every migration'} is missing`;
}

/** Whether this release knows a migration. */
export function knowsMigration(name: string): boolean {
  return Object.hasOwn(MIGRATIONS, name);
}

/**
 * Makes the tables that these migrations make, in an empty database or schema.
 * @throws {DumpError} the migrations are of a later release
 */
export async function makeTables(location: DatabaseLocation, migrations: readonly string[]): Promise<void> {
  const reason = explainUnknown(migrations);
  if (reason !== undefined) throw new DumpError(reason);
  const { db } = await openDatabase(location, { upTo: migrations.at(-1) });
  await db[Symbol.asyncDispose]();
}
