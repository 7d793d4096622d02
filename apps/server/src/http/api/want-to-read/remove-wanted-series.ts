import type { api } from '@lectern/contract';
import { removeWanted } from '#core/want-to-read/want-to-read.ts';
import type { Handler } from '../../handler.ts';

export const handleRemoveWantedSeries: Handler<typeof api.removeWantedSeries> = async (ctx, { viewer, params }) => {
  await removeWanted(ctx, viewer, { seriesId: params.id, bookId: null });
  return undefined;
};
