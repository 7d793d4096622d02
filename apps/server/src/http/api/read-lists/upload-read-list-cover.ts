import type { api } from '@lectern/contract';
import { uploadListCover } from '#core/lists/list-covers.ts';
import { toReadListCover } from '#core/lists/to-list-cover.ts';
import type { Handler } from '../../handler.ts';

export const handleUploadReadListCover: Handler<typeof api.uploadReadListCover> = async (
  ctx,
  { viewer, params: { id }, body },
) => {
  const at = { kind: 'readList', id } as const;
  return toReadListCover(id, await uploadListCover(ctx, viewer, at, { picture: body, isChosen: true }));
};
