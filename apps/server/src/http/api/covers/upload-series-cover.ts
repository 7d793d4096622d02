import type { api } from '@lectern/contract';
import { getCoverOwner } from '#core/covers/change-covers.ts';
import { toSeriesCover } from '#core/covers/to-cover.ts';
import { uploadCover } from '#core/covers/upload-cover.ts';
import type { Handler } from '../../handler.ts';

export const handleUploadSeriesCover: Handler<typeof api.uploadSeriesCover> = async (ctx, { viewer, params, body }) => {
  const owner = await getCoverOwner(ctx, viewer, 'series', params.id);
  return toSeriesCover(owner.id, await uploadCover(ctx, owner, body));
};
