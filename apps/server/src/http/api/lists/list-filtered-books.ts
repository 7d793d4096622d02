import type { api } from '@lectern/contract';
import { listBooks } from '#core/catalog/list-books.ts';
import type { Handler } from '../../handler.ts';
import { pageOf } from '../../page-of.ts';

export const handleListFilteredBooks: Handler<typeof api.listFilteredBooks> = async (ctx, request) => {
  const { rows, total } = await listBooks(ctx, request.viewer, { ...request.body, ...request.query });
  return pageOf(request, rows, total);
};
