import { join } from 'node:path';
import { expandPath } from '#config/read-config.ts';
import type { Config } from '#config/schema.ts';
import { openContext } from '#context/context.ts';
import { findPlace } from '#core/activities/backups/find-place.ts';
import { decideRestore, openAfterRestore, type RestoreOutcome } from '#core/activities/backups/finish-restore.ts';
import { describeManifest } from '#core/activities/backups/make-backup.ts';
import type { Manifest } from '#core/activities/backups/manifest.ts';
import { requireAlone } from '#core/activities/backups/require-alone.ts';
import { checkBackup } from '#core/activities/backups/read-backup.ts';
import { stageRestore, toRefusal } from '#core/activities/backups/stage-restore.ts';
import { readJournal } from '#files/backups/restore-journal.ts';
import { readPassphrase } from '#files/backups/read-passphrase.ts';
import { CONFIG_OPTIONS, readCommandConfig, parseArguments, UsageError } from './arguments.ts';
import { holdFolder } from './hold-folder.ts';

function describe(manifest: Manifest): string {
  const { version, databaseKind, bookCount, userCount, rowCount } = describeManifest(manifest);
  const made = new Date(manifest.createdAt).toISOString();
  return (
    `Backup of ${made}, Lectern ${version}, ${databaseKind === 'sqlite' ? 'SQLite' : 'PostgreSQL'}: ` +
    `${String(bookCount)} books, ${String(userCount)} accounts, ${String(rowCount)} rows`
  );
}

function explain({ state, aside, asideSchema, reason }: RestoreOutcome, { dataDir }: Config): string {
  const where = `${join(dataDir, aside)}${asideSchema === null ? '' : ` and in the schema ${asideSchema}`}`;
  if (state === 'restored') return `Restored. The state before is kept in ${where}`;
  return `The restored state did not open (${reason ?? 'unknown reason'}), so the old one is back. The restored one is kept in ${where}`;
}

/** Stages and switches. The caller has stopped every server of this data. */
export async function restoreInto(
  config: Config,
  path: string,
  passphrase: string | undefined,
): Promise<RestoreOutcome> {
  const place = findPlace(config);
  using _held = await holdFolder(config);
  // A restore that was interrupted ends first.
  if ((await readJournal(place.dataDir)) !== undefined) {
    const before = await openAfterRestore(place, async () => openContext(config));
    await before.opened[Symbol.asyncDispose]();
  }
  await requireAlone(place);
  const { journal } = await stageRestore({ ...place, path, passphrase });
  await decideRestore(place.dataDir, journal);
  const { opened, outcome } = await openAfterRestore(place, async () => openContext(config));
  await opened[Symbol.asyncDispose]();
  if (outcome === undefined) throw new Error('The restore left no outcome');
  return outcome;
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
  const outcome = await restoreInto(config, path, passphrase);
  console.log(explain(outcome, config));
  if (outcome.state === 'undone') process.exitCode = 1;
}
