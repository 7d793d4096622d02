import type { api } from '@lectern/contract';
import { removeListCover } from '#core/lists/list-covers.ts';
import type { Handler } from '../../handler.ts';

export const handleDeleteReadListCover: Handler<typeof api.deleteReadListCover> = async (
  ctx,
  { viewer, params: { id, coverId } },
) => {
  await removeListCover(ctx, viewer, { kind: 'readList', id }, coverId);
};
