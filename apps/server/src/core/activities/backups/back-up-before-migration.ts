import type { Config } from '#config/schema.ts';
import { AppError } from '#core/errors.ts';
import { listNotes, removeBackup } from '#files/backups/backup-folder.ts';
import { createFolder } from '#files/data/create-folder.ts';
import { findPlace, getBackupFolder } from './find-place.ts';
import { makeBackup } from './make-backup.ts';

/** Older ones are of releases that no admin goes back to. */
const KEPT = 3;

/**
 * Makes a backup of tables that this release is about to change, so that `lectern migrate --back` can undo it.
 * @throws {AppError} the backup cannot be made
 */
export async function backUpBeforeMigration(config: Config, version: string): Promise<void> {
  const folder = getBackupFolder(config);
  try {
    await createFolder(folder);
    const { passphrase } = config.backups;
    await makeBackup({ ...findPlace(config), folder, reason: 'migration', passphrase, version });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `The backup before the migration could not be made in ${folder}: ${reason}. Nothing has been changed`;
    throw new AppError('ServiceUnavailable', message, { cause });
  }
  const made = (await listNotes(folder)).filter(({ reason }) => reason === 'migration');
  for (const { id } of made.slice(KEPT)) await removeBackup(folder, id);
}
