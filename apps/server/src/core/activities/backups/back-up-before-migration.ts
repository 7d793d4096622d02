import type { Config } from '#config/schema.ts';
import { listDueMigrations } from '#db/dump/make-tables.ts';
import { listNotes, removeBackup } from '#files/backups/backup-folder.ts';
import { createFolder } from '#files/data/create-folder.ts';
import { findPlace, getBackupFolder } from './find-place.ts';
import { makeBackup } from './make-backup.ts';

/** Older ones are of releases that no admin goes back to. */
const KEPT = 3;

/**
 * Makes a backup when this release would change the tables of an existing database, so that `lectern migrate --back` can
 * undo it.
 * @throws {Error} when the backup cannot be made; the database is then not migrated
 */
export async function backUpBeforeMigration(config: Config, version: string): Promise<void> {
  const place = findPlace(config);
  if ((await listDueMigrations(place.location)).length === 0) return;
  const folder = getBackupFolder(config);
  await createFolder(folder);
  await makeBackup({ ...place, folder, reason: 'migration', passphrase: config.backups.passphrase, version });
  const made = (await listNotes(folder)).filter(({ reason }) => reason === 'migration');
  for (const { id } of made.slice(KEPT)) await removeBackup(folder, id);
}
