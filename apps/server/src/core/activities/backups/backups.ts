import { type Backup, type BackupList, toTimestamp } from '@lectern/contract';
import type { Config } from '#config/schema.ts';
import { type AuditContext, recordAudit } from '#core/audit/write-audit.ts';
import { AppError } from '#core/errors.ts';
import type { FileAnswer } from '#core/file-answer.ts';
import { requirePresence } from '#core/people/require-password.ts';
import { requirePerson } from '#core/people/sessions.ts';
import type { UsersContext } from '#core/people/sign-in.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { type BackupNote, getBackupPath, listNotes, readNote, removeBackup } from '#files/backups/backup-folder.ts';
import type { OutgoingFiles } from '#files/sending/outgoing-files.ts';
import { streamFile } from '#files/sending/outgoing-streams.ts';
import type { Queue } from '#jobs/queue.ts';
import { say } from '#words/say.ts';
import { sayStoredOrNull } from '#words/stored-message.ts';
import { findLastRestore } from './find-last-restore.ts';
import { findBackupState } from './find-backup-state.ts';
import { getBackupFolder } from './find-place.ts';

/** Tools of use cases on backups. */
export interface BackupsContext {
  readonly db: Database;
  readonly config: Config;
  readonly queue: Queue;
}

/** A backup as the API shows it. */
export function toBackup({ unpackedBytes: _size, ...note }: BackupNote): Backup {
  return {
    ...note,
    fault: sayStoredOrNull(note.fault),
    createdAt: new Date(note.createdAt).toISOString(),
    verifiedAt: toTimestamp(note.verifiedAt),
    drilledAt: toTimestamp(note.drilledAt),
  };
}

/** The note of a backup. @throws {AppError} `NotFound` */
export async function getNote({ config }: Pick<BackupsContext, 'config'>, id: string): Promise<BackupNote> {
  const note = await readNote(getBackupFolder(config), id);
  if (note === undefined) throw new AppError('NotFound', `Backup ${id} not found`);
  return note;
}

/** Every backup, newest first, with the state of backups in words. */
export async function listBackups(ctx: Pick<BackupsContext, 'config'>): Promise<BackupList> {
  const folder = getBackupFolder(ctx.config);
  const findings = (await findBackupState(ctx)).map(({ state, message, advice }) => ({ state, message, advice }));
  return {
    folder,
    backups: (await listNotes(folder)).map(toBackup),
    findings,
    lastRestore: await findLastRestore(ctx),
  };
}

/** One backup. @throws {AppError} `NotFound` */
export async function getBackup(ctx: Pick<BackupsContext, 'config'>, id: string): Promise<Backup> {
  return toBackup(await getNote(ctx, id));
}

/** Queues a backup. */
export async function requestBackup({ db, queue }: BackupsContext): Promise<{ readonly taskId: string }> {
  return { taskId: await db.transaction(async (tx) => queue.enqueue(tx, 'create_backup', { reason: 'manual' })) };
}

/** Queues a check of a backup. @throws {AppError} `NotFound` */
export async function requestCheck(ctx: BackupsContext, id: string): Promise<{ readonly taskId: string }> {
  await getNote(ctx, id);
  return { taskId: await ctx.db.transaction(async (tx) => ctx.queue.enqueue(tx, 'check_backup', { backupId: id })) };
}

/** Deletes a backup. @throws {AppError} `NotFound`, or `Forbidden` for a key with permissions of its own */
export async function deleteBackup(
  ctx: Pick<BackupsContext, 'config' | 'db'> & AuditContext,
  viewer: Viewer,
  id: string,
): Promise<void> {
  requirePerson(viewer);
  await getNote(ctx, id);
  await removeBackup(getBackupFolder(ctx.config), id);
  await recordAudit(ctx, { action: 'backup_deleted', actor: viewer, target: { kind: 'backup', id, name: id } });
}

/** A request for the file of a backup. */
interface Wanted {
  readonly id: string;
  readonly currentPassword: string | undefined;
  readonly ip: string;
}

/**
 * The file of a backup, for an admin who has just shown the password.
 * @throws {AppError} `NotFound`, `Forbidden` for an API key, or as `requirePresence`
 */
export async function downloadBackup(
  ctx: UsersContext & AuditContext & Pick<BackupsContext, 'config'> & { readonly outgoing: OutgoingFiles },
  viewer: Viewer,
  { id, currentPassword, ip }: Wanted,
): Promise<FileAnswer> {
  if (viewer.apiKey !== undefined)
    throw new AppError('Forbidden', say('An API key cannot download a backup. Sign in instead'));
  await requirePresence(ctx, viewer, currentPassword, ip);
  await getNote(ctx, id);
  const path = getBackupPath(getBackupFolder(ctx.config), id);
  const state = await ctx.outgoing.look(path);
  await recordAudit(ctx, { action: 'backup_downloaded', actor: viewer, target: { kind: 'backup', id, name: id } });
  return {
    kind: 'file',
    contentType: 'application/octet-stream',
    etag: id,
    isSecret: true,
    fileName: `${id}.lectern`,
    length: state.size,
    open: async () => ({ body: streamFile(await ctx.outgoing.open(path, state), 0, state.size), length: state.size }),
  };
}
