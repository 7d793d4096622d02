import type { api } from '@lectern/contract';
import { orderCollectionSeries } from '#core/collections/collections.ts';
import type { Handler } from '../../handler.ts';

export const handleOrderCollectionSeries: Handler<typeof api.orderCollectionSeries> = async (
  ctx,
  { viewer, params, body },
) => {
  await orderCollectionSeries(ctx, viewer, params.id, body.seriesIds);
  return undefined;
};
