import type { api } from '@lectern/contract';
import { listReleases } from '#core/releases/list-releases.ts';
import type { Handler } from '../../handler.ts';
import { pageOf } from '../../answers/page-of.ts';

export const handleListReleases: Handler<typeof api.listReleases> = async (ctx, request) => {
  const { releases, total } = await listReleases(ctx, request.viewer, request.query);
  const { data: entries, ...page } = pageOf(request, releases, total);
  return { entries, ...page };
};
