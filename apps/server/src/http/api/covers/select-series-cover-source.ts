import type { api } from '@lectern/contract';
import { getCoverOwner } from '#core/covers/change-covers.ts';
import { chooseSeriesSource } from '#core/covers/choose-cover.ts';
import { readSeriesCovers } from '#core/covers/to-cover.ts';
import type { Handler } from '../../handler.ts';

export const handleSelectSeriesCoverSource: Handler<typeof api.selectSeriesCoverSource> = async (
  ctx,
  { viewer, params, body },
) => {
  const owner = await getCoverOwner(ctx, viewer, 'series', params.id);
  await chooseSeriesSource(ctx, viewer, owner, body.source);
  return readSeriesCovers(ctx.db, owner);
};
