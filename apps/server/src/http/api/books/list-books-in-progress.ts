import type { api } from '@lectern/contract';
import { listBooksInProgress } from '#core/catalog/derived-lists.ts';
import type { Handler } from '../../handler.ts';
import { bookPage } from '../full-pages.ts';

export const handleListBooksInProgress: Handler<typeof api.listBooksInProgress> = async (ctx, request) => {
  const { rows, total } = await listBooksInProgress(ctx, request.viewer, request.query);
  return bookPage(ctx, request, { rows, total });
};
