import { listSeries } from '#core/catalog/list-series.ts';
import { toFullSeries } from '#core/metadata/full-series.ts';
import { searchAll } from '#core/search/search-all.ts';
import { pageOf } from '../answers/page-of.ts';
import type { Handlers } from '../handler.ts';

export const searchHandlers = {
  search: async (ctx, { viewer, query }) => searchAll(ctx, viewer, query),
  searchSeries: async (ctx, request) => {
    const { query, libraryId, full } = request.body;
    const wanted = { ...request.query, fullTextSearch: query, libraryId: libraryId ?? undefined };
    const { rows, total } = await listSeries(ctx, request.viewer, wanted);
    if (full === true) return pageOf(request, await toFullSeries(ctx.db.read, request.viewer, rows), total);
    return pageOf(request, rows, total);
  },
} satisfies Partial<Handlers>;
