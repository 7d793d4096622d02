import type { api } from '@lectern/contract';
import { listSeriesBooks } from '#core/catalog/get-series.ts';
import type { Handler } from '../../handler.ts';
import { bookPage } from '../full-pages.ts';

export const handleListSeriesBooks: Handler<typeof api.listSeriesBooks> = async (ctx, request) => {
  const { rows, total } = await listSeriesBooks(ctx, request.viewer, { ...request.query, seriesId: request.params.id });
  return bookPage(ctx, request, { rows, total });
};
