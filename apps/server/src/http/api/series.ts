import { getSeries, listSeriesBooks } from '#core/catalog/browse/get-series.ts';
import { getSeriesOutline } from '#core/catalog/browse/get-series-outline.ts';
import { listSeries, listSeriesInProgress, listSortedSeries } from '#core/catalog/browse/list-series.ts';
import { getFullSeries } from '#core/catalog/metadata/full-series.ts';
import type { Handlers } from '../requests/handler.ts';
import { bookPage, seriesPage } from './full-pages.ts';

export const seriesHandlers = {
  listSeries: async (ctx, request) => seriesPage(ctx, request, await listSeries(ctx, request.viewer, request.query)),
  listSeriesInProgress: async (ctx, request) =>
    seriesPage(ctx, request, await listSeriesInProgress(ctx, request.viewer, request.query)),
  listRecentlyAddedSeries: async (ctx, request) => {
    const sorting = { field: 'createdAt', direction: 'desc' } as const;
    return seriesPage(ctx, request, await listSortedSeries(ctx, request.viewer, request.query, sorting));
  },
  listRecentlyUpdatedSeries: async (ctx, request) => {
    const sorting = { field: 'updatedAt', direction: 'desc' } as const;
    return seriesPage(ctx, request, await listSortedSeries(ctx, request.viewer, request.query, sorting));
  },
  getSeries: async (ctx, { viewer, params, query }) =>
    query.full ? getFullSeries(ctx.db.read, viewer, params.id) : getSeries(ctx, viewer, params.id),
  getSeriesOutline: async (ctx, { viewer, params }) => getSeriesOutline(ctx, viewer, params.id),
  listSeriesBooks: async (ctx, request) => {
    const wanted = { ...request.query, seriesId: request.params.id };
    return bookPage(ctx, request, await listSeriesBooks(ctx, request.viewer, wanted));
  },
} satisfies Partial<Handlers>;
