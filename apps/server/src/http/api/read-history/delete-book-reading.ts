import type { api } from '@lectern/contract';
import { deleteReadHistory } from '#core/reading/read-history.ts';
import type { Handler } from '../../handler.ts';

export const handleDeleteBookReading: Handler<typeof api.deleteBookReading> = async (ctx, { viewer, params }) => {
  await deleteReadHistory(ctx, viewer, params.id, params.completionId);
  return undefined;
};
