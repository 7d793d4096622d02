import type { api } from '@lectern/contract';
import { removeList } from '#core/lists/change-list.ts';
import type { Handler } from '../../handler.ts';

export const handleDeleteCollection: Handler<typeof api.deleteCollection> = async (ctx, { viewer, params }) => {
  await removeList(ctx, viewer, { kind: 'collection', id: params.id });
  return undefined;
};
