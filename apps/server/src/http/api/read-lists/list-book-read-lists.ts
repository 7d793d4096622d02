import type { api } from '@lectern/contract';
import { listBookReadLists } from '#core/reading-lists/read-lists.ts';
import type { Handler } from '../../handler.ts';
import { pageOf } from '../../answers/page-of.ts';

export const handleListBookReadLists: Handler<typeof api.listBookReadLists> = async (ctx, request) => {
  const { rows, total } = await listBookReadLists(ctx, request.viewer, request.params.id, request.query);
  return pageOf(request, rows, total);
};
