import type { api } from '@lectern/contract';
import { deleteReadList } from '#core/reading-lists/read-lists.ts';
import type { Handler } from '../../handler.ts';

export const handleDeleteReadList: Handler<typeof api.deleteReadList> = async (ctx, { viewer, params }) => {
  await deleteReadList(ctx, viewer, params.id);
  return undefined;
};
