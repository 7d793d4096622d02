import type { api } from '@lectern/contract';
import { getCoverOwner } from '#core/covers/change-covers.ts';
import { toBookCover } from '#core/covers/to-cover.ts';
import { uploadCover } from '#core/covers/upload-cover.ts';
import type { Handler } from '../../handler.ts';

export const handleUploadBookCover: Handler<typeof api.uploadBookCover> = async (ctx, { viewer, params, body }) => {
  const owner = await getCoverOwner(ctx, viewer, 'book', params.id);
  return toBookCover(owner.id, await uploadCover(ctx, owner, body));
};
