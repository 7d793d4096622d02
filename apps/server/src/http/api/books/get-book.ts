import type { api } from '@lectern/contract';
import { getBookDetail } from '#core/catalog/get-book.ts';
import { getFullBook } from '#core/metadata/full-books.ts';
import type { Handler } from '../../handler.ts';

export const handleGetBook: Handler<typeof api.getBook> = async (ctx, { viewer, params, query }) =>
  query.full ? getFullBook(ctx.db.read, viewer, params.id) : getBookDetail(ctx, viewer, params.id);
