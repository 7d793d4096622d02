import type { api } from '@lectern/contract';
import { purgeSeries } from '#core/scan/removals/purge-deleted.ts';
import type { Handler } from '../../handler.ts';

export const handlePurgeSeries: Handler<typeof api.purgeSeries> = async (ctx, { viewer, params, signal }) =>
  purgeSeries(ctx, viewer, params.id, signal);
