import { expandPath } from '#config/read-config.ts';
import { describeManifest } from '#core/activities/backups/make-backup.ts';
import type { Manifest } from '#core/activities/backups/manifest.ts';
import { checkBackup } from '#core/activities/backups/read-backup.ts';
import { toRefusal } from '#core/activities/backups/stage-restore.ts';
import { readPassphrase } from '#files/backups/read-passphrase.ts';
import { CONFIG_OPTIONS, readCommandConfig, parseArguments, UsageError } from './arguments.ts';
import { explainOutcome, restoreInto } from './restore-into.ts';

function describe(manifest: Manifest): string {
  const { version, databaseKind, bookCount, userCount, rowCount } = describeManifest(manifest);
  const made = new Date(manifest.createdAt).toISOString();
  return (
    `Backup of ${made}, Lectern ${version}, ${databaseKind === 'sqlite' ? 'SQLite' : 'PostgreSQL'}: ` +
    `${String(bookCount)} books, ${String(userCount)} accounts, ${String(rowCount)} rows`
  );
}

/** `lectern restore`: puts a backup in place of the present state, which is kept. */
export async function restore(args: readonly string[]): Promise<void> {
  const options = { ...CONFIG_OPTIONS, 'passphrase-file': { type: 'string' }, 'dry-run': { type: 'boolean' } } as const;
  const { values, positionals } = parseArguments(args, options, 1);
  const [file] = positionals;
  if (file === undefined) throw new UsageError('The backup is missing: lectern restore FILE');
  const path = expandPath(file);
  const config = readCommandConfig(values);
  const secret = values['passphrase-file'];
  const passphrase = secret === undefined ? undefined : await readPassphrase(expandPath(secret));
  try {
    console.log(describe(await checkBackup(path, passphrase)));
  } catch (error) {
    throw toRefusal(error);
  }
  if (values['dry-run'] === true) {
    console.log('Every entry is as it was written. Nothing was changed');
    return;
  }
  const outcome = await restoreInto(config, { path, passphrase });
  console.log(explainOutcome(outcome, config));
  if (outcome.state === 'undone') process.exitCode = 1;
}
