import type { api } from '@lectern/contract';
import { getCoverOwner } from '#core/covers/change-covers.ts';
import { chooseBookSource } from '#core/covers/choose-cover.ts';
import { readBookCovers } from '#core/covers/to-cover.ts';
import type { Handler } from '../../handler.ts';

export const handleSelectBookCoverSource: Handler<typeof api.selectBookCoverSource> = async (
  ctx,
  { viewer, params, body },
) => {
  const owner = await getCoverOwner(ctx, viewer, 'book', params.id);
  await chooseBookSource(ctx, viewer, owner, body.source);
  return readBookCovers(ctx.db, owner);
};
