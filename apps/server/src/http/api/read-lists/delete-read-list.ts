import type { api } from '@lectern/contract';
import { removeList } from '#core/lists/change-list.ts';
import type { Handler } from '../../handler.ts';

export const handleDeleteReadList: Handler<typeof api.deleteReadList> = async (ctx, { viewer, params }) => {
  await removeList(ctx, viewer, { kind: 'readList', id: params.id });
  return undefined;
};
