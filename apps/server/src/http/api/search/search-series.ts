import type { api } from '@lectern/contract';
import { listSeries } from '#core/catalog/list-series.ts';
import type { Handler } from '../../handler.ts';
import { pageOf } from '../../page-of.ts';

export const handleSearchSeries: Handler<typeof api.searchSeries> = async (ctx, request) => {
  const { query, libraryId } = request.body;
  const wanted = { ...request.query, fullTextSearch: query, libraryId: libraryId ?? undefined };
  const { rows, total } = await listSeries(ctx, request.viewer, wanted);
  return pageOf(request, rows, total);
};
