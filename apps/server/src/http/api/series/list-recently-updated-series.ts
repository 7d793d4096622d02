import type { api } from '@lectern/contract';
import { listSortedSeries } from '#core/catalog/list-series.ts';
import type { Handler } from '../../handler.ts';
import { seriesPage } from '../full-pages.ts';

export const handleListRecentlyUpdatedSeries: Handler<typeof api.listRecentlyUpdatedSeries> = async (ctx, request) => {
  const sorting = { field: 'updatedAt', direction: 'desc' } as const;
  const { rows, total } = await listSortedSeries(ctx, request.viewer, request.query, sorting);
  return seriesPage(ctx, request, { rows, total });
};
