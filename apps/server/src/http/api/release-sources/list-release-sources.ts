import type { api } from '@lectern/contract';
import { listSources } from '#core/releases/sources.ts';
import type { Handler } from '../../handler.ts';
import { pageOf } from '../../answers/page-of.ts';

export const handleListReleaseSources: Handler<typeof api.listReleaseSources> = async (ctx, request) => {
  const { sources, total } = await listSources(ctx, request.query);
  return pageOf(request, sources, total);
};
