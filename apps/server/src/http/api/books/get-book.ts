import type { api } from '@lectern/contract';
import { getBookDetail } from '#core/catalog/get-book.ts';
import type { Handler } from '../../handler.ts';

export const handleGetBook: Handler<typeof api.getBook> = async (ctx, { viewer, params }) =>
  getBookDetail(ctx, viewer, params.id);
