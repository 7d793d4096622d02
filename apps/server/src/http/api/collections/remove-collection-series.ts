import type { api } from '@lectern/contract';
import { removeMember } from '#core/lists/change-list.ts';
import type { Handler } from '../../handler.ts';

export const handleRemoveCollectionSeries: Handler<typeof api.removeCollectionSeries> = async (
  ctx,
  { viewer, params },
) => {
  await removeMember(ctx, viewer, { kind: 'collection', id: params.id }, params.seriesId);
  return undefined;
};
