import type { api } from '@lectern/contract';
import { listRecentlyReadBooks } from '#core/catalog/derived-lists.ts';
import type { Handler } from '../../handler.ts';
import { pageOf } from '../../page-of.ts';

export const handleListRecentlyReadBooks: Handler<typeof api.listRecentlyReadBooks> = async (ctx, request) => {
  const { rows, total } = await listRecentlyReadBooks(ctx, request.viewer, request.query);
  return pageOf(request, rows, total);
};
