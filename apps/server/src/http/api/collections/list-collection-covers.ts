import type { api } from '@lectern/contract';
import { listPicturesOf } from '#core/lists/list-covers.ts';
import { toCollectionCover } from '#core/lists/to-list-cover.ts';
import type { Handler } from '../../handler.ts';

export const handleListCollectionCovers: Handler<typeof api.listCollectionCovers> = async (
  ctx,
  { viewer, params: { id } },
) => {
  const rows = await listPicturesOf(ctx, viewer, { kind: 'collection', id });
  return { covers: rows.map((row) => toCollectionCover(id, row)) };
};
