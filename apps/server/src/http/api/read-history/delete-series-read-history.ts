import type { api } from '@lectern/contract';
import { deleteSeriesReadHistory } from '#core/reading/read-history.ts';
import type { Handler } from '../../handler.ts';

export const handleDeleteSeriesReadHistory: Handler<typeof api.deleteSeriesReadHistory> = async (
  ctx,
  { viewer, params },
) => {
  await deleteSeriesReadHistory(ctx, viewer, params.id);
  return undefined;
};
