import type { api } from '@lectern/contract';
import { listLibraries } from '#core/catalog/list-libraries.ts';
import type { Handler } from '../../handler.ts';
import { pageOf } from '../../answers/page-of.ts';

export const handleListLibraries: Handler<typeof api.listLibraries> = async (ctx, request) => {
  const { rows, total } = await listLibraries(ctx, request.viewer, request.query);
  return pageOf(request, rows, total);
};
