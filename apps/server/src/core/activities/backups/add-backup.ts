import { MAX_BACKUP_PART_BYTES } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import { requirePerson } from '#core/people/sessions.ts';
import type { Viewer } from '#core/viewer.ts';
import { type BackupNote, newBackupId, readNote, removeUnfinished } from '#files/backups/backup-folder.ts';
import {
  createUpload,
  findUploadSize,
  getUploadPath,
  keepUpload,
  writeBackupPart,
} from '#files/backups/backup-uploads.ts';
import { isEncrypted } from '#files/backups/read-archive.ts';
import { createFolder } from '#files/data/create-folder.ts';
import { measureDiskSpace } from '#files/data/disk-space.ts';
import { TaskFailure, type TaskOutcome, type TaskRun } from '#jobs/handler.ts';
import { say } from '#words/say.ts';
import type { BackupsContext } from './backups.ts';
import { getBackupFolder } from './find-place.ts';
import { type CheckedBackup, LEAST_FREE_BYTES } from './make-backup.ts';
import type { Restores } from './restores.ts';
import { runInThread } from './run-in-thread.ts';
import { formatStamp } from './stage-restore.ts';

/** An unfinished file that nothing was added to for so long is deleted. */
const STALE_MS = 86_400_000;

/** What the server has of a file that is being added. */
interface Received {
  readonly id: string;
  readonly receivedBytes: number;
}

async function requireSpace(folder: string, bytes: number): Promise<void> {
  const space = await measureDiskSpace(folder);
  if (space === undefined || space.freeBytes >= bytes + LEAST_FREE_BYTES) return;
  throw new AppError('Conflict', say('The disk of the folder "{folder}" is full', { folder }));
}

/** Begins to add a backup file. @throws {AppError} `Forbidden`, or `Conflict` when the disk is too full */
export async function beginUpload(
  { config }: Pick<BackupsContext, 'config'>,
  viewer: Viewer,
  sizeBytes: number,
): Promise<Received & { readonly partBytes: number }> {
  requirePerson(viewer);
  const folder = getBackupFolder(config);
  await removeUnfinished(folder, Date.now() - STALE_MS);
  const id = newBackupId(formatStamp(Date.now()));
  await createFolder(folder);
  await requireSpace(folder, sizeBytes);
  await createUpload(folder, id);
  return { id, receivedBytes: 0, partBytes: MAX_BACKUP_PART_BYTES };
}

/** Adds a part. @throws {AppError} `NotFound`, `Forbidden`, or `Conflict` for a gap or a full disk */
export async function addPart(
  { config }: Pick<BackupsContext, 'config'>,
  viewer: Viewer,
  { id, offset, bytes }: { readonly id: string; readonly offset: number; readonly bytes: Buffer },
): Promise<Received> {
  requirePerson(viewer);
  const folder = getBackupFolder(config);
  await requireSpace(folder, bytes.length);
  const receivedBytes = await writeBackupPart(folder, id, { offset, bytes });
  if (receivedBytes === undefined) throw new AppError('NotFound', `No backup file ${id} is being added`);
  if (receivedBytes < offset) {
    throw new AppError('Conflict', say('The next part must begin at byte {offset}', { offset: receivedBytes }));
  }
  return { id, receivedBytes };
}

/** Queues the check of a complete file. @throws {AppError} `NotFound`, `Forbidden` */
export async function finishUpload(
  ctx: BackupsContext & { readonly restores: Restores },
  viewer: Viewer,
  { id, passphrase }: { readonly id: string; readonly passphrase: string | undefined },
): Promise<{ readonly taskId: string }> {
  requirePerson(viewer);
  if ((await findUploadSize(getBackupFolder(ctx.config), id)) === undefined) {
    throw new AppError('NotFound', `No backup file ${id} is being added`);
  }
  const taskId = await ctx.db.transaction(async (tx) => {
    const queued = await ctx.queue.enqueue(tx, 'add_backup', { backupId: id });
    // A worker may take the task as soon as it is committed.
    ctx.restores.ask({ taskId: queued, passphrase });
    return queued;
  });
  return { taskId };
}

/**
 * Reads every entry of an added file and makes it a backup. A file that is refused stays for a day, so that another passphrase
 * can be tried.
 * @throws {TaskFailure} the file is no backup, or its passphrase is another one
 */
export async function runAddition(
  { config, restores }: Pick<BackupsContext, 'config'> & { readonly restores: Restores },
  id: string,
  run: TaskRun,
): Promise<TaskOutcome> {
  const folder = getBackupFolder(config);
  const passphrase = restores.take(run.taskId)?.passphrase ?? config.backups.passphrase;
  const sizeBytes = await findUploadSize(folder, id);
  if (sizeBytes === undefined) {
    // An earlier run may have ended after the file was kept.
    if ((await readNote(folder, id)) !== undefined) return { result: { backupId: id } };
    throw new TaskFailure(say('The file of backup {id} is gone', { id }));
  }
  run.report({ current: 0, total: 0, message: say('Checking every entry of the backup') });
  const path = getUploadPath(folder, id);
  const checked = (await runInThread({ kind: 'check', order: { path, passphrase } }, run)) as CheckedBackup;
  const note: BackupNote = {
    ...{ id, reason: 'added', isEncrypted: await isEncrypted(path), sizeBytes },
    ...checked,
    ...{ verifiedAt: Date.now(), drilledAt: null, fault: null },
  };
  await keepUpload(folder, note);
  return { result: { backupId: id, sizeBytes } };
}
