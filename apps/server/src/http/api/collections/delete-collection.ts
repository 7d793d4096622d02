import type { api } from '@lectern/contract';
import { deleteCollection } from '#core/collections/collections.ts';
import type { Handler } from '../../handler.ts';

export const handleDeleteCollection: Handler<typeof api.deleteCollection> = async (ctx, { viewer, params }) => {
  await deleteCollection(ctx, viewer, params.id);
  return undefined;
};
