import type { api } from '@lectern/contract';
import { readPage } from '#core/pages/read-page.ts';
import type { Handler } from '../../handler.ts';

export const handleGetBookPage: Handler<typeof api.getBookPage> = async (ctx, { viewer, params, query, client }) => {
  const { accept, acceptsGzip } = client;
  return readPage(ctx, viewer, params.bookId, { ...query, page: params.pageNumber, accept, acceptsGzip });
};
