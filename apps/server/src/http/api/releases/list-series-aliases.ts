import type { api } from '@lectern/contract';
import { listSeriesAliases } from '#core/releases/aliases.ts';
import type { Handler } from '../../handler.ts';

export const handleListSeriesAliases: Handler<typeof api.listSeriesAliases> = async (ctx, { viewer, params }) => ({
  aliases: await listSeriesAliases(ctx, viewer, params.id),
});
