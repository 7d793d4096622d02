import type { api } from '@lectern/contract';
import { getCoverOwner } from '#core/covers/change-covers.ts';
import { chooseCover } from '#core/covers/choose-cover.ts';
import { toSeriesCover } from '#core/covers/to-cover.ts';
import type { Handler } from '../../handler.ts';

export const handleSelectSeriesCover: Handler<typeof api.selectSeriesCover> = async (ctx, { viewer, params }) => {
  const owner = await getCoverOwner(ctx, viewer, 'series', params.id);
  return toSeriesCover(owner.id, await chooseCover(ctx, owner, params.coverId));
};
