import type { api } from '@lectern/contract';
import { getCoverOwner } from '#core/covers/change-covers.ts';
import { chooseCover } from '#core/covers/choose-cover.ts';
import { toBookCover } from '#core/covers/to-cover.ts';
import type { Handler } from '../../handler.ts';

export const handleSelectBookCover: Handler<typeof api.selectBookCover> = async (ctx, { viewer, params }) => {
  const owner = await getCoverOwner(ctx, viewer, 'book', params.id);
  return toBookCover(owner.id, await chooseCover(ctx, owner, params.coverId));
};
