import type { api } from '@lectern/contract';
import { listRemovals } from '#core/scan/removals/list-removals.ts';
import type { Handler } from '../../handler.ts';
import { pageOf } from '../../answers/page-of.ts';

export const handleListRemovals: Handler<typeof api.listRemovals> = async (ctx, request) => {
  const { rows, total } = await listRemovals(ctx, request.viewer, { libraryId: request.params.id, ...request.query });
  return pageOf(request, rows, total);
};
