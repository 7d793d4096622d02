import type { api } from '@lectern/contract';
import { listSeriesReleases } from '#core/releases/list-releases.ts';
import type { Handler } from '../../handler.ts';
import { pageOf } from '../../answers/page-of.ts';

export const handleListSeriesReleases: Handler<typeof api.listSeriesReleases> = async (ctx, request) => {
  const { viewer, params, query } = request;
  const { releases, total } = await listSeriesReleases(ctx, viewer, params.id, query);
  const { data: entries, ...page } = pageOf(request, releases, total);
  return { entries, ...page };
};
