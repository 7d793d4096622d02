import type { api } from '@lectern/contract';
import { listPicturesOf } from '#core/lists/list-covers.ts';
import { toReadListCover } from '#core/lists/to-list-cover.ts';
import type { Handler } from '../../handler.ts';

export const handleListReadListCovers: Handler<typeof api.listReadListCovers> = async (
  ctx,
  { viewer, params: { id } },
) => {
  const rows = await listPicturesOf(ctx, viewer, { kind: 'readList', id });
  return { covers: rows.map((row) => toReadListCover(id, row)) };
};
