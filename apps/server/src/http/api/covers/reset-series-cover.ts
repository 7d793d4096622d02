import type { api } from '@lectern/contract';
import { getCoverOwner } from '#core/covers/change-covers.ts';
import { resetCover } from '#core/covers/choose-cover.ts';
import type { Handler } from '../../handler.ts';

export const handleResetSeriesCover: Handler<typeof api.resetSeriesCover> = async (ctx, { viewer, params }) => {
  await resetCover(ctx, await getCoverOwner(ctx, viewer, 'series', params.id));
  return undefined;
};
