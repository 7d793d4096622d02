import type { api } from '@lectern/contract';
import { getSeries } from '#core/catalog/get-series.ts';
import { getFullSeries } from '#core/metadata/full-series.ts';
import type { Handler } from '../../handler.ts';

export const handleGetSeries: Handler<typeof api.getSeries> = async (ctx, { viewer, params, query }) =>
  query.full ? getFullSeries(ctx.db.read, viewer, params.id) : getSeries(ctx, viewer, params.id);
