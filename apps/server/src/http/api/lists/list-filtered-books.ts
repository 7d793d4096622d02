import type { api } from '@lectern/contract';
import { listBooks } from '#core/catalog/list-books.ts';
import type { Handler } from '../../handler.ts';
import { bookPage } from '../full-pages.ts';

export const handleListFilteredBooks: Handler<typeof api.listFilteredBooks> = async (ctx, request) => {
  const { rows, total } = await listBooks(ctx, request.viewer, { ...request.body, ...request.query });
  return bookPage(ctx, request, { rows, total });
};
