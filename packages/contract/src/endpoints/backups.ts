import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Backup, BackupId, BackupList, BackupTask, RestorePreview, RestoreRequest } from '../models/backup.ts';
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
