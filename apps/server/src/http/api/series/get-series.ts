import type { api } from '@lectern/contract';
import { getSeries } from '#core/catalog/get-series.ts';
import type { Handler } from '../../handler.ts';

export const handleGetSeries: Handler<typeof api.getSeries> = async (ctx, { viewer, params }) =>
  getSeries(ctx, viewer, params.id);
