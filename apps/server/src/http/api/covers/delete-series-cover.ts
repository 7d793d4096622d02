import type { api } from '@lectern/contract';
import { getCoverOwner } from '#core/covers/change-covers.ts';
import { removeCover } from '#core/covers/choose-cover.ts';
import type { Handler } from '../../handler.ts';

export const handleDeleteSeriesCover: Handler<typeof api.deleteSeriesCover> = async (ctx, { viewer, params }) => {
  await removeCover(ctx, await getCoverOwner(ctx, viewer, 'series', params.id), params.coverId);
  return undefined;
};
