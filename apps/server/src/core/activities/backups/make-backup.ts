import { AppError } from '#core/errors.ts';
import {
  type BackupNote,
  type BackupReason,
  getBackupPath,
  newBackupId,
  writeNote,
} from '#files/backups/backup-folder.ts';
import { findFileSize, measureDiskSpace } from '#files/data/disk-space.ts';
import { say } from '#words/say.ts';
import type { DataPlace } from './find-place.ts';
import { type Manifest, sumEntries } from './manifest.ts';
import { checkBackup } from './read-backup.ts';
import { formatStamp } from './stage-restore.ts';
import { type ReportStep, writeBackup } from './write-backup.ts';

/** A backup to make in a folder of backups. */
export interface FolderOrder extends DataPlace {
  readonly folder: string;
  readonly reason: BackupReason;
  readonly passphrase?: string | undefined;
  readonly version: string;
}

/** Room that a new backup leaves on the disk. */
export const LEAST_FREE_BYTES = 67_108_864;

/** What `describeManifest` finds. */
export type CheckedBackup = ReturnType<typeof describeManifest>;

/** What a note says of a manifest. */
export function describeManifest(manifest: Manifest) {
  const count = (table: string): number => manifest.tables.find(({ name }) => name === table)?.rows ?? 0;
  return {
    createdAt: manifest.createdAt,
    version: manifest.version,
    databaseKind: manifest.databaseKind,
    migration: manifest.migrations.at(-1) ?? '',
    rowCount: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
    bookCount: count('book'),
    userCount: count('user'),
    unpackedBytes: sumEntries(manifest),
  };
}

/** Makes a backup in a folder, and reads it again: one that cannot be read is none. */
export async function makeBackup(order: FolderOrder, report: ReportStep = () => undefined): Promise<BackupNote> {
  const { folder, reason, ...what } = order;
  const space = await measureDiskSpace(folder);
  if (space !== undefined && space.freeBytes < LEAST_FREE_BYTES) {
    throw new AppError('ServiceUnavailable', say('The disk of the folder "{folder}" is full', { folder }));
  }
  const id = newBackupId(formatStamp(Date.now()));
  const path = getBackupPath(folder, id);
  await writeBackup({ ...what, path }, report);
  const manifest = await checkBackup(path, order.passphrase);
  const note: BackupNote = {
    ...{ id, reason, isEncrypted: order.passphrase !== undefined },
    ...describeManifest(manifest),
    ...{ sizeBytes: await findFileSize(path), verifiedAt: Date.now(), drilledAt: null, fault: null },
  };
  await writeNote(folder, note);
  return note;
}
