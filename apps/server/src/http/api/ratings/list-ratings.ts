import type { api } from '@lectern/contract';
import { listRatings } from '#core/ratings/ratings.ts';
import type { Handler } from '../../handler.ts';
import { pageOf } from '../../answers/page-of.ts';

export const handleListRatings: Handler<typeof api.listRatings> = async (ctx, request) => {
  const { rows, total } = await listRatings(ctx, request.viewer, request.query);
  return pageOf(request, rows, total);
};
