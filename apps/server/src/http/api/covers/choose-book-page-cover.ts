import type { api } from '@lectern/contract';
import { getCoverOwner } from '#core/covers/change-covers.ts';
import { choosePage } from '#core/covers/choose-page.ts';
import { toBookCover } from '#core/covers/to-cover.ts';
import type { Handler } from '../../handler.ts';

export const handleChooseBookPageCover: Handler<typeof api.chooseBookPageCover> = async (
  ctx,
  { viewer, params, body },
) => {
  const owner = await getCoverOwner(ctx, viewer, 'book', params.id);
  return toBookCover(owner.id, await choosePage(ctx, viewer, owner, body.page));
};
