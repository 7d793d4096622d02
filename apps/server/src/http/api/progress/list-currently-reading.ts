import type { api } from '@lectern/contract';
import { listBooksInProgress } from '#core/catalog/derived-lists.ts';
import type { Handler } from '../../handler.ts';
import { pageOf } from '../../page-of.ts';

export const handleListCurrentlyReading: Handler<typeof api.listCurrentlyReading> = async (ctx, request) => {
  const { rows, total } = await listBooksInProgress(ctx, request.viewer, request.query);
  return pageOf(request, rows, total);
};
