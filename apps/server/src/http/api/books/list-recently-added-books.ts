import type { api } from '@lectern/contract';
import { listBooks } from '#core/catalog/list-books.ts';
import type { Handler } from '../../handler.ts';
import { bookPage } from '../full-pages.ts';

export const handleListRecentlyAddedBooks: Handler<typeof api.listRecentlyAddedBooks> = async (ctx, request) => {
  const { rows, total } = await listBooks(ctx, request.viewer, { ...request.query, sort: 'created_at,desc' });
  return bookPage(ctx, request, { rows, total });
};
