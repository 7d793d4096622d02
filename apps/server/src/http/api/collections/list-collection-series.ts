import type { api } from '@lectern/contract';
import { listCollectionSeries } from '#core/collections/collections.ts';
import type { Handler } from '../../handler.ts';
import { seriesPage } from '../full-pages.ts';

export const handleListCollectionSeries: Handler<typeof api.listCollectionSeries> = async (ctx, request) => {
  const { rows, total } = await listCollectionSeries(ctx, request.viewer, request.params.id, request.query);
  return seriesPage(ctx, request, { rows, total });
};
