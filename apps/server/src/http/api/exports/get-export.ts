import type { api } from '@lectern/contract';
import { getExport } from '#core/exports/exports.ts';
import type { Handler } from '../../handler.ts';

export const handleGetExport: Handler<typeof api.getExport> = async (ctx, { viewer, params }) =>
  getExport(ctx, viewer, params.id);
