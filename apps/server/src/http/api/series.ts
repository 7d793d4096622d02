import { getSeries, listSeriesBooks } from '#core/catalog/browse/get-series.ts';
import { listSeries, listSeriesInProgress, listSortedSeries } from '#core/catalog/browse/list-series.ts';
import { getFullSeries } from '#core/catalog/metadata/full-series.ts';
import type { Handlers } from '../requests/handler.ts';
import { bookPage, seriesPage } from './full-pages.ts';

export const seriesHandlers = {
  listSeries: async (ctx, request) => {
    const { rows, total } = await listSeries(ctx, request.viewer, request.query);
    return seriesPage(ctx, request, { rows, total });
  },
  listSeriesInProgress: async (ctx, request) => {
    const { rows, total } = await listSeriesInProgress(ctx, request.viewer, request.query);
    return seriesPage(ctx, request, { rows, total });
  },
  listRecentlyAddedSeries: async (ctx, request) => {
    const sorting = { field: 'createdAt', direction: 'desc' } as const;
    const { rows, total } = await listSortedSeries(ctx, request.viewer, request.query, sorting);
    return seriesPage(ctx, request, { rows, total });
  },
  listRecentlyUpdatedSeries: async (ctx, request) => {
    const sorting = { field: 'updatedAt', direction: 'desc' } as const;
    const { rows, total } = await listSortedSeries(ctx, request.viewer, request.query, sorting);
    return seriesPage(ctx, request, { rows, total });
  },
  getSeries: async (ctx, { viewer, params, query }) =>
    query.full ? getFullSeries(ctx.db.read, viewer, params.id) : getSeries(ctx, viewer, params.id),
  listSeriesBooks: async (ctx, request) => {
    const { rows, total } = await listSeriesBooks(ctx, request.viewer, {
      ...request.query,
      seriesId: request.params.id,
    });
    return bookPage(ctx, request, { rows, total });
  },
} satisfies Partial<Handlers>;
