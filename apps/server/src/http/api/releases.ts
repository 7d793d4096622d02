import {
  changeReleases,
  chooseReleaseSeries,
  deleteRelease,
  purgeReleases,
  setState,
} from '#core/activities/releases/change-releases.ts';
import { getFacets, listReleases, listSeriesReleases } from '#core/activities/releases/list-releases.ts';
import {
  addAlias,
  getTracking,
  listSeriesAliases,
  removeAlias,
  trackMany,
  updateTracking,
} from '#core/activities/releases/tracking.ts';
import { toPage } from '../answers/to-page.ts';
import type { Handlers } from '../requests/handler.ts';

/** A page whose rows are called `entries`. */
function entriesPage<Row>(
  request: Parameters<typeof toPage>[0],
  { releases: rows, total }: { readonly releases: Row[]; readonly total: number },
) {
  const { data: entries, ...page } = toPage(request, { rows, total });
  return { entries, ...page };
}

export const releaseHandlers = {
  listReleases: async (ctx, request) => entriesPage(request, await listReleases(ctx, request.viewer, request.query)),
  getReleaseFacets: async (ctx, { viewer, query }) => getFacets(ctx, viewer, query),
  updateRelease: async (ctx, { viewer, params, body }) => setState(ctx, viewer, params.id, body.state),
  deleteRelease: async (ctx, { viewer, params }) => {
    await deleteRelease(ctx, viewer, params.id);
    return { deleted: true };
  },
  dismissRelease: async (ctx, { viewer, params }) => setState(ctx, viewer, params.id, 'dismissed'),
  acquireRelease: async (ctx, { viewer, params }) => setState(ctx, viewer, params.id, 'marked_acquired'),
  changeReleases: async (ctx, { viewer, body }) => {
    const { action } = body;
    return { affected: await changeReleases(ctx, viewer, body, action), action };
  },
  chooseReleaseSeries: async (ctx, { viewer, params, body }) => chooseReleaseSeries(ctx, viewer, params.id, body),
  purgeReleases: async (ctx, { query }) => ({ deleted: await purgeReleases(ctx, query.days) }),
  listSeriesReleases: async (ctx, request) => {
    const { viewer, params, query } = request;
    return entriesPage(request, await listSeriesReleases(ctx, viewer, params.id, query));
  },
  getSeriesTracking: async (ctx, { viewer, params }) => getTracking(ctx, viewer, params.id),
  updateSeriesTracking: async (ctx, { viewer, params, body }) => updateTracking(ctx, viewer, params.id, body),
  trackManySeries: async (ctx, { viewer, body }) => trackMany(ctx, viewer, body.seriesIds, true),
  untrackManySeries: async (ctx, { viewer, body }) => trackMany(ctx, viewer, body.seriesIds, false),
  listSeriesAliases: async (ctx, { viewer, params }) => ({ aliases: await listSeriesAliases(ctx, viewer, params.id) }),
  addSeriesAlias: async (ctx, { viewer, params, body, reply }) => {
    const { alias, isNew } = await addAlias(ctx, viewer, params.id, body.alias);
    if (!isNew) reply.status(200);
    return alias;
  },
  deleteSeriesAlias: async (ctx, { viewer, params }) => removeAlias(ctx, viewer, params.id, params.aliasId),
} satisfies Partial<Handlers>;
