import type { api } from '@lectern/contract';
import { listSeries } from '#core/catalog/list-series.ts';
import type { Handler } from '../../handler.ts';
import { seriesPage } from '../full-pages.ts';

export const handleListFilteredSeries: Handler<typeof api.listFilteredSeries> = async (ctx, request) => {
  const { rows, total } = await listSeries(ctx, request.viewer, { ...request.body, ...request.query });
  return seriesPage(ctx, request, { rows, total });
};
