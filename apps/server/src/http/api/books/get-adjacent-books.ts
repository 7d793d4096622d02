import type { api } from '@lectern/contract';
import { getAdjacentBooks } from '#core/catalog/get-book.ts';
import type { Handler } from '../../handler.ts';

export const handleGetAdjacentBooks: Handler<typeof api.getAdjacentBooks> = async (ctx, { viewer, params }) =>
  getAdjacentBooks(ctx, viewer, params.id);
