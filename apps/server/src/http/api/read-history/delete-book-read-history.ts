import type { api } from '@lectern/contract';
import { deleteReadHistory } from '#core/reading/read-history.ts';
import type { Handler } from '../../handler.ts';

export const handleDeleteBookReadHistory: Handler<typeof api.deleteBookReadHistory> = async (
  ctx,
  { viewer, params },
) => {
  await deleteReadHistory(ctx, viewer, params.id);
  return undefined;
};
