import type { api } from '@lectern/contract';
import { listReadLists } from '#core/reading-lists/read-lists.ts';
import type { Handler } from '../../handler.ts';
import { pageOf } from '../../answers/page-of.ts';

export const handleListReadLists: Handler<typeof api.listReadLists> = async (ctx, request) => {
  const { rows, total } = await listReadLists(ctx, request.viewer, request.query);
  return pageOf(request, rows, total);
};
