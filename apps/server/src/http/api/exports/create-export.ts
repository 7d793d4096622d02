import type { api } from '@lectern/contract';
import { createExport } from '#core/exports/exports.ts';
import type { Handler } from '../../handler.ts';

export const handleCreateExport: Handler<typeof api.createExport> = async (ctx, { viewer, body }) =>
  createExport(ctx, viewer, body);
