import type { api } from '@lectern/contract';
import { createCollection } from '#core/collections/collections.ts';
import type { Handler } from '../../handler.ts';

export const handleCreateCollection: Handler<typeof api.createCollection> = async (ctx, { viewer, body }) =>
  createCollection(ctx, viewer, body);
