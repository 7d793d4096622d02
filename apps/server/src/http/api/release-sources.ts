import { pushReleases } from '#core/activities/releases/push-releases.ts';
import {
  changeSource,
  createSource,
  findApplicability,
  forgetAllSources,
  forgetSource,
  getSource,
  listSources,
  removeSource,
} from '#core/activities/releases/sources.ts';
import { requestAllPolls, requestPoll } from '#core/activities/releases/request-polls.ts';
import { toPage } from '../answers/to-page.ts';
import type { Handlers } from '../requests/handler.ts';

export const releaseSourceHandlers = {
  listReleaseSources: async (ctx, request) => {
    const { sources: rows, total } = await listSources(ctx, request.query);
    return toPage(request, { rows, total });
  },
  createReleaseSource: async (ctx, { viewer, body }) => createSource(ctx, viewer, body),
  getApplicability: async (ctx, { viewer, query }) => findApplicability(ctx, viewer, query.libraryId),
  pollAllReleaseSources: async (ctx) => requestAllPolls(ctx),
  resetAllReleaseSources: async (ctx) => forgetAllSources(ctx),
  getReleaseSource: async (ctx, { params }) => getSource(ctx, params.id),
  updateReleaseSource: async (ctx, { viewer, params, body }) => changeSource(ctx, viewer, params.id, body),
  deleteReleaseSource: async (ctx, { params }) => removeSource(ctx, params.id),
  pollReleaseSource: async (ctx, { params }) => requestPoll(ctx, params.id),
  resetReleaseSource: async (ctx, { params }) => ({ deletedLedgerEntries: await forgetSource(ctx, params.id) }),
  pushReleases: async (ctx, { viewer, params, body }) => ({
    results: await pushReleases(ctx, viewer, params.id, body.releases),
  }),
} satisfies Partial<Handlers>;
