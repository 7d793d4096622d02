import { addPart, beginUpload, finishUpload } from '#core/activities/backups/add-backup.ts';
import {
  deleteBackup,
  downloadBackup,
  getBackup,
  listBackups,
  requestBackup,
  requestCheck,
} from '#core/activities/backups/backups.ts';
import { previewRestore, requestRestore } from '#core/activities/backups/request-restore.ts';
import type { Handlers } from '../requests/handler.ts';

export const backupHandlers = {
  listBackups: async (ctx) => listBackups(ctx),
  createBackup: async (ctx) => requestBackup(ctx),
  getBackup: async (ctx, { params }) => getBackup(ctx, params.id),
  deleteBackup: async (ctx, { params, viewer }) => deleteBackup(ctx, viewer, params.id),
  verifyBackup: async (ctx, { params }) => requestCheck(ctx, params.id),
  downloadBackup: async (ctx, { viewer, params, body, client }) =>
    downloadBackup(ctx, viewer, { id: params.id, currentPassword: body?.currentPassword, ip: client.ip }),
  beginBackupUpload: async (ctx, { viewer, body }) => beginUpload(ctx, viewer, body.sizeBytes),
  sendBackupPart: async (ctx, { viewer, params, query, body }) =>
    addPart(ctx, viewer, { id: params.id, offset: query.offset, bytes: body }),
  finishBackupUpload: async (ctx, { viewer, params, body }) =>
    finishUpload(ctx, viewer, { id: params.id, passphrase: body?.passphrase }),
  previewRestore: async (ctx, { params }) => previewRestore(ctx, params.id),
  restoreBackup: async (ctx, { viewer, params, body, client }) =>
    requestRestore(ctx, viewer, {
      id: params.id,
      currentPassword: body?.currentPassword,
      passphrase: body?.passphrase,
      ip: client.ip,
    }),
} satisfies Partial<Handlers>;
