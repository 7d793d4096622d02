import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  Backup,
  BackupId,
  BackupList,
  BackupTask,
  BackupUpload,
  BackupUploadBegun,
  BackupUploadEnd,
  BackupUploadNew,
  MAX_BACKUP_PART_BYTES,
  RestorePreview,
  RestoreRequest,
} from '../models/backup.ts';
import { CurrentPassword } from '../models/user.ts';

const params = z.object({ id: BackupId });
const admin = { tag: 'Backups', permission: ['SystemAdmin'] } as const;

export const backups = {
  listBackups: endpoint({
    ...admin,
    summary: 'Backups of this server, newest first, and whether the last backup and drill are recent',
    answer: 'json',
    response: BackupList,
  }),
  createBackup: endpoint({
    ...admin,
    summary: 'Queues a backup; one that waits is used instead',
    answer: 'json',
    status: 202,
    response: BackupTask,
  }),
  getBackup: endpoint({
    ...admin,
    summary: 'One backup',
    params,
    answer: 'json',
    response: Backup,
    errors: ['NotFound'],
  }),
  deleteBackup: endpoint({
    ...admin,
    summary: 'Deletes a backup that this server made',
    params,
    answer: 'none',
    status: 204,
    errors: ['NotFound'],
  }),
  verifyBackup: endpoint({
    ...admin,
    summary: 'Queues a check that reads every entry of a backup and compares it with its checksum',
    params,
    answer: 'json',
    status: 202,
    response: BackupTask,
    errors: ['NotFound'],
  }),
  downloadBackup: endpoint({
    ...admin,
    summary:
      'The file of a backup. It holds the secrets of the server: a session older than five minutes sends the password',
    params,
    body: z.object({ currentPassword: CurrentPassword.optional() }),
    bodyOptional: true,
    answer: 'bytes',
    errors: ['NotFound'],
  }),
  previewRestore: endpoint({
    ...admin,
    summary: 'What a backup holds beside what the server holds now, and whether it can be restored',
    params,
    answer: 'json',
    response: RestorePreview,
    errors: ['NotFound'],
  }),
  beginBackupUpload: endpoint({
    ...admin,
    summary:
      'Begins to add a backup file from elsewhere, which is sent in parts. One that is not finished is deleted after a day',
    body: BackupUploadNew,
    answer: 'json',
    status: 201,
    response: BackupUploadBegun,
    errors: ['Conflict'],
  }),
  sendBackupPart: endpoint({
    ...admin,
    summary: 'Adds a part to a backup file that is being added, at most 8 MiB. The same part may be sent again',
    params,
    query: z.object({
      /** Place of the part in the file; at most the number of bytes that the server has. */
      offset: z.coerce
        .number()
        .int()
        .min(0)
        .max(Number.MAX_SAFE_INTEGER - MAX_BACKUP_PART_BYTES),
    }),
    upload: { accept: 'application/*', fields: ['file'], maxBytes: MAX_BACKUP_PART_BYTES },
    answer: 'json',
    response: BackupUpload,
    errors: ['NotFound', 'Conflict', 'PayloadTooLarge', 'UnsupportedMediaType'],
  }),
  finishBackupUpload: endpoint({
    ...admin,
    summary: 'Queues the check of an added backup file; a good one becomes a backup of this server',
    params,
    body: BackupUploadEnd,
    bodyOptional: true,
    answer: 'json',
    status: 202,
    response: BackupTask,
    errors: ['NotFound'],
  }),
  restoreBackup: endpoint({
    ...admin,
    summary:
      'Queues a restore. It checks and loads the backup, then restarts the server with it. The present state is kept. A session older than five minutes sends the password',
    params,
    body: RestoreRequest,
    bodyOptional: true,
    answer: 'json',
    status: 202,
    response: BackupTask,
    errors: ['NotFound', 'Conflict'],
  }),
} as const;
