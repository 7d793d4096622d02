import type { api } from '@lectern/contract';
import { addCollectionSeries } from '#core/collections/collections.ts';
import type { Handler } from '../../handler.ts';

export const handleAddCollectionSeries: Handler<typeof api.addCollectionSeries> = async (
  ctx,
  { viewer, params, body },
) => addCollectionSeries(ctx, viewer, params.id, body.seriesIds);
