import type { api } from '@lectern/contract';
import { deleteWholeReadHistory } from '#core/reading/read-history.ts';
import type { Handler } from '../../handler.ts';

export const handleDeleteReadHistory: Handler<typeof api.deleteReadHistory> = async (ctx, { viewer }) => {
  await deleteWholeReadHistory(ctx, viewer);
  return undefined;
};
