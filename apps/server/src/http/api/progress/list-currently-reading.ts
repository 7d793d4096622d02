import type { api } from '@lectern/contract';
import { listBooksInProgress } from '#core/catalog/derived-lists.ts';
import type { Handler } from '../../handler.ts';
import { bookPage } from '../full-pages.ts';

export const handleListCurrentlyReading: Handler<typeof api.listCurrentlyReading> = async (ctx, request) => {
  return bookPage(ctx, request, await listBooksInProgress(ctx, request.viewer, request.query));
};
