import type { api } from '@lectern/contract';
import { listSeriesCollections } from '#core/collections/collections.ts';
import type { Handler } from '../../handler.ts';
import { pageOf } from '../../answers/page-of.ts';

export const handleListSeriesCollections: Handler<typeof api.listSeriesCollections> = async (ctx, request) => {
  const { rows, total } = await listSeriesCollections(ctx, request.viewer, request.params.id, request.query);
  return pageOf(request, rows, total);
};
