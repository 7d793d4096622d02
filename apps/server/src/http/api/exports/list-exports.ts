import type { api } from '@lectern/contract';
import { listExports } from '#core/exports/exports.ts';
import type { Handler } from '../../handler.ts';

export const handleListExports: Handler<typeof api.listExports> = async (ctx, { viewer }) => ({
  exports: await listExports(ctx, viewer),
});
