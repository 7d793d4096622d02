import { downloadExport } from '#core/activities/exports/download-export.ts';
import { listExportFields } from '#core/activities/exports/export-fields.ts';
import { cancelExport, deleteExport, getExport, listExports } from '#core/activities/exports/exports.ts';
import { createExport } from '#core/activities/exports/create-export.ts';
import type { Handlers } from '../requests/handler.ts';

export const exportHandlers = {
  createExport: async (ctx, { viewer, body }) => createExport(ctx, viewer, body),
  listExports: async (ctx, { viewer }) => ({ exports: await listExports(ctx, viewer) }),
  listExportFields: async () => listExportFields(),
  getExport: async (ctx, { viewer, params }) => getExport(ctx, viewer, params.id),
  cancelExport: async (ctx, { viewer, params }) => cancelExport(ctx, viewer, params.id),
  deleteExport: async (ctx, { viewer, params }) => deleteExport(ctx, viewer, params.id),
  downloadExport: async (ctx, { viewer, params }) => downloadExport(ctx, viewer, params.id),
} satisfies Partial<Handlers>;
