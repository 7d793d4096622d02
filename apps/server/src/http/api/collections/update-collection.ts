import type { api } from '@lectern/contract';
import { updateCollection } from '#core/collections/collections.ts';
import type { Handler } from '../../handler.ts';

export const handleUpdateCollection: Handler<typeof api.updateCollection> = async (ctx, { viewer, params, body }) =>
  updateCollection(ctx, viewer, params.id, body);
