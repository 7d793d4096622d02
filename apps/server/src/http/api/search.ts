import { listSeries } from '#core/catalog/browse/list-series.ts';
import { searchAll } from '#core/catalog/lists/search-all.ts';
import { toFullSeries } from '#core/catalog/metadata/full-series.ts';
import { toPage } from '../answers/to-page.ts';
import type { Handlers } from '../requests/handler.ts';

export const searchHandlers = {
  search: async (ctx, { viewer, query }) => searchAll(ctx, viewer, query),
  searchSeries: async (ctx, request) => {
    const { query, libraryId, full } = request.body;
    const wanted = { ...request.query, fullTextSearch: query, libraryId: libraryId ?? undefined };
    const { rows, total } = await listSeries(ctx, request.viewer, wanted);
    if (full === true) {
      return toPage(request, { rows: await toFullSeries(ctx.db.read, request.viewer, rows), total });
    }
    return toPage(request, { rows, total });
  },
} satisfies Partial<Handlers>;
