import type { api } from '@lectern/contract';
import { uploadListCover } from '#core/lists/list-covers.ts';
import { toCollectionCover } from '#core/lists/to-list-cover.ts';
import type { Handler } from '../../handler.ts';

export const handleUploadCollectionCover: Handler<typeof api.uploadCollectionCover> = async (
  ctx,
  { viewer, params: { id }, body },
) => {
  const at = { kind: 'collection', id } as const;
  return toCollectionCover(id, await uploadListCover(ctx, viewer, at, { picture: body, isChosen: true }));
};
