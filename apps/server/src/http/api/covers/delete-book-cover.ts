import type { api } from '@lectern/contract';
import { getCoverOwner } from '#core/covers/change-covers.ts';
import { removeCover } from '#core/covers/choose-cover.ts';
import type { Handler } from '../../handler.ts';

export const handleDeleteBookCover: Handler<typeof api.deleteBookCover> = async (ctx, { viewer, params }) => {
  await removeCover(ctx, await getCoverOwner(ctx, viewer, 'book', params.id), params.coverId);
  return undefined;
};
