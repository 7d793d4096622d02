import type { api } from '@lectern/contract';
import { listSeriesInProgress } from '#core/catalog/list-series.ts';
import type { Handler } from '../../handler.ts';
import { seriesPage } from '../full-pages.ts';

export const handleListSeriesInProgress: Handler<typeof api.listSeriesInProgress> = async (ctx, request) => {
  const { rows, total } = await listSeriesInProgress(ctx, request.viewer, request.query);
  return seriesPage(ctx, request, { rows, total });
};
