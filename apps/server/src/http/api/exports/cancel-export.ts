import type { api } from '@lectern/contract';
import { cancelExport } from '#core/exports/exports.ts';
import type { Handler } from '../../handler.ts';

export const handleCancelExport: Handler<typeof api.cancelExport> = async (ctx, { viewer, params }) =>
  cancelExport(ctx, viewer, params.id);
