import type { api } from '@lectern/contract';
import { listRecentlyReadBooks } from '#core/catalog/derived-lists.ts';
import type { Handler } from '../../handler.ts';
import { bookPage } from '../full-pages.ts';

export const handleListRecentlyReadBooks: Handler<typeof api.listRecentlyReadBooks> = async (ctx, request) => {
  const { rows, total } = await listRecentlyReadBooks(ctx, request.viewer, request.query);
  return bookPage(ctx, request, { rows, total });
};
