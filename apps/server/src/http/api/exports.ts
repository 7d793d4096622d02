import { downloadExport } from '#core/exports/download-export.ts';
import { listExportFields } from '#core/exports/export-fields.ts';
import { cancelExport, createExport, deleteExport, getExport, listExports } from '#core/exports/exports.ts';
import type { Handlers } from '../handler.ts';

export const exportHandlers = {
  createExport: async (ctx, { viewer, body }) => createExport(ctx, viewer, body),
  listExports: async (ctx, { viewer }) => ({
    exports: await listExports(ctx, viewer),
  }),
  listExportFields: async () => listExportFields(),
  getExport: async (ctx, { viewer, params }) => getExport(ctx, viewer, params.id),
  cancelExport: async (ctx, { viewer, params }) => cancelExport(ctx, viewer, params.id),
  deleteExport: async (ctx, { viewer, params }) => {
    await deleteExport(ctx, viewer, params.id);
    return undefined;
  },
  downloadExport: async (ctx, { viewer, params }) => downloadExport(ctx, viewer, params.id),
} satisfies Partial<Handlers>;
