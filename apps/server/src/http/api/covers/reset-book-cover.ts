import type { api } from '@lectern/contract';
import { getCoverOwner } from '#core/covers/change-covers.ts';
import { resetCover } from '#core/covers/choose-cover.ts';
import type { Handler } from '../../handler.ts';

export const handleResetBookCover: Handler<typeof api.resetBookCover> = async (ctx, { viewer, params }) => {
  await resetCover(ctx, await getCoverOwner(ctx, viewer, 'book', params.id));
  return undefined;
};
