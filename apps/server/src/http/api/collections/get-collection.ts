import type { api } from '@lectern/contract';
import { getCollection } from '#core/collections/collections.ts';
import type { Handler } from '../../handler.ts';

export const handleGetCollection: Handler<typeof api.getCollection> = async (ctx, { viewer, params }) =>
  getCollection(ctx, viewer, params.id);
