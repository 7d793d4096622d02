import type { api } from '@lectern/contract';
import { listSeriesBooks } from '#core/catalog/get-series.ts';
import type { Handler } from '../../handler.ts';
import { pageOf } from '../../page-of.ts';

export const handleListSeriesBooks: Handler<typeof api.listSeriesBooks> = async (ctx, request) => {
  const { rows, total } = await listSeriesBooks(ctx, request.viewer, { ...request.query, seriesId: request.params.id });
  return pageOf(request, rows, total);
};
