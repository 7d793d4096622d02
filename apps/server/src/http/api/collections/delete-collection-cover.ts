import type { api } from '@lectern/contract';
import { removeListCover } from '#core/lists/list-covers.ts';
import type { Handler } from '../../handler.ts';

export const handleDeleteCollectionCover: Handler<typeof api.deleteCollectionCover> = async (
  ctx,
  { viewer, params: { id, coverId } },
) => {
  await removeListCover(ctx, viewer, { kind: 'collection', id }, coverId);
};
