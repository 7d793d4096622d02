import type { api } from '@lectern/contract';
import { listReadListBooks } from '#core/reading-lists/read-lists.ts';
import type { Handler } from '../../handler.ts';
import { bookPage } from '../full-pages.ts';

export const handleListReadListBooks: Handler<typeof api.listReadListBooks> = async (ctx, request) => {
  const { rows, total } = await listReadListBooks(ctx, request.viewer, request.params.id, request.query);
  return bookPage(ctx, request, { rows, total });
};
