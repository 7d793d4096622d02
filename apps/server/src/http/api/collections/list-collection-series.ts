import type { api } from '@lectern/contract';
import { listCollectionSeries } from '#core/collections/collections.ts';
import type { Handler } from '../../handler.ts';
import { pageOf } from '../../page-of.ts';

export const handleListCollectionSeries: Handler<typeof api.listCollectionSeries> = async (ctx, request) => {
  const { rows, total } = await listCollectionSeries(ctx, request.viewer, request.params.id, request.query);
  return pageOf(request, rows, total);
};
