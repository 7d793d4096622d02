import type { api } from '@lectern/contract';
import { orderMembers } from '#core/lists/change-list.ts';
import type { Handler } from '../../handler.ts';

export const handleOrderCollectionSeries: Handler<typeof api.orderCollectionSeries> = async (
  ctx,
  { viewer, params, body },
) => {
  await orderMembers(ctx, viewer, { kind: 'collection', id: params.id }, body.seriesIds);
  return undefined;
};
