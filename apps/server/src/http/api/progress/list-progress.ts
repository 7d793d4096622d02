import type { api } from '@lectern/contract';
import { listProgress } from '#core/reading/get-progress.ts';
import type { Handler } from '../../handler.ts';
import { pageOf } from '../../answers/page-of.ts';

export const handleListProgress: Handler<typeof api.listProgress> = async (ctx, request) => {
  const { rows, total } = await listProgress(ctx, request.viewer, request.query);
  return pageOf(request, rows, total);
};
