import type { api } from '@lectern/contract';
import { removeWanted } from '#core/want-to-read/want-to-read.ts';
import type { Handler } from '../../handler.ts';

export const handleRemoveWantedBook: Handler<typeof api.removeWantedBook> = async (ctx, { viewer, params }) => {
  await removeWanted(ctx, viewer, { seriesId: null, bookId: params.id });
  return undefined;
};
