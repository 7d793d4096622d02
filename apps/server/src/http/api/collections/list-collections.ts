import type { api } from '@lectern/contract';
import { listCollections } from '#core/collections/collections.ts';
import type { Handler } from '../../handler.ts';
import { pageOf } from '../../answers/page-of.ts';

export const handleListCollections: Handler<typeof api.listCollections> = async (ctx, request) => {
  const { rows, total } = await listCollections(ctx, request.viewer, request.query);
  return pageOf(request, rows, total);
};
