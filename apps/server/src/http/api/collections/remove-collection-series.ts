import type { api } from '@lectern/contract';
import { removeCollectionSeries } from '#core/collections/collections.ts';
import type { Handler } from '../../handler.ts';

export const handleRemoveCollectionSeries: Handler<typeof api.removeCollectionSeries> = async (
  ctx,
  { viewer, params },
) => {
  await removeCollectionSeries(ctx, viewer, params.id, params.seriesId);
  return undefined;
};
