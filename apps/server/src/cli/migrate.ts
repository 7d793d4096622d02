import type { Config } from '#config/schema.ts';
import { getBackupFolder } from '#core/activities/backups/find-place.ts';
import { AppError } from '#core/errors.ts';
import { getBackupPath, listNotes } from '#files/backups/backup-folder.ts';
import { openContext } from '#context/context.ts';
import { CONFIG_OPTIONS, readCommandConfig, parseArguments } from './arguments.ts';
import { explainOutcome, restoreInto } from './restore-into.ts';

/** Puts the backup of before the last migrations in place; its tables stay as the earlier release knows them. */
async function goBack(config: Config): Promise<void> {
  const folder = getBackupFolder(config);
  const found = (await listNotes(folder)).find(({ reason }) => reason === 'migration');
  if (found === undefined) throw new AppError('NotFound', `No backup of before a migration is in ${folder}`);
  const path = getBackupPath(folder, found.id);
  const outcome = await restoreInto(config, { path, passphrase: config.backups.passphrase, asMade: true });
  console.log(explainOutcome(outcome, config));
  console.log(
    `The tables are those of Lectern ${found.version} (${found.migration}). Start that release; this one would migrate again`,
  );
}

/** `lectern migrate`: migrates the database, or goes back to the state before. */
export async function migrate(args: readonly string[]): Promise<void> {
  const { values } = parseArguments(args, { ...CONFIG_OPTIONS, back: { type: 'boolean', default: false } });
  if (values.back) {
    await goBack(readCommandConfig(values));
    return;
  }
  await using context = await openContext(readCommandConfig(values));
  console.log(`The ${context.db.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'} database is up to date`);
}
