import { join } from 'node:path';
import { expandPath } from '#config/read-config.ts';
import { findPlace } from '#core/activities/backups/find-place.ts';
import { describeManifest } from '#core/activities/backups/make-backup.ts';
import { checkBackup } from '#core/activities/backups/read-backup.ts';
import { formatStamp, toRefusal } from '#core/activities/backups/stage-restore.ts';
import { writeBackup } from '#core/activities/backups/write-backup.ts';
import { VERSION } from '#context/version.ts';
import { isFolder, readPassphrase } from '#files/backups/read-passphrase.ts';
import { CONFIG_OPTIONS, readCommandConfig, parseArguments, UsageError } from './arguments.ts';

/** `lectern backup`: writes a backup to a file or folder, and reads it again. A server may run meanwhile. */
export async function backup(args: readonly string[]): Promise<void> {
  const { values } = parseArguments(args, {
    ...CONFIG_OPTIONS,
    to: { type: 'string' },
    'passphrase-file': { type: 'string' },
  });
  if (values.to === undefined) throw new UsageError('Where to is missing: --to FILE or --to FOLDER');
  const target = expandPath(values.to);
  const file = values['passphrase-file'];
  const passphrase = file === undefined ? undefined : await readPassphrase(expandPath(file));
  const isInFolder = await isFolder(target);
  const path = isInFolder ? join(target, `lectern-${formatStamp(Date.now())}.lectern`) : target;
  const place = findPlace(readCommandConfig(values));
  try {
    await writeBackup({ ...place, path, passphrase, version: VERSION });
    const { rowCount, bookCount, userCount } = describeManifest(await checkBackup(path, passphrase));
    console.log(`Wrote ${path}`);
    console.log(
      `${String(bookCount)} books, ${String(userCount)} accounts, ${String(rowCount)} rows; every entry was read again`,
    );
  } catch (error) {
    throw toRefusal(error);
  }
}
