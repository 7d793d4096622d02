import type { api } from '@lectern/contract';
import { deleteExport } from '#core/exports/exports.ts';
import type { Handler } from '../../handler.ts';

export const handleDeleteExport: Handler<typeof api.deleteExport> = async (ctx, { viewer, params }) => {
  await deleteExport(ctx, viewer, params.id);
  return undefined;
};
