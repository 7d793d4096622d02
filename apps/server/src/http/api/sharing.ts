import {
  addSeriesTag,
  listSeriesTags,
  removeSeriesTag,
  replaceSeriesTags,
} from '#core/catalog/metadata/series-tags.ts';
import { listGrants, removeGrant, setGrant } from '#core/people/grants.ts';
import {
  createSharingTag,
  deleteSharingTag,
  getSharingTag,
  listSharingTags,
  updateSharingTag,
} from '#core/people/sharing-tags.ts';
import { toPage } from '../answers/to-page.ts';
import type { Handlers } from '../requests/handler.ts';

export const sharingHandlers = {
  listSharingTags: async (ctx, request) => toPage(request, await listSharingTags(ctx, request.query)),
  createSharingTag: async (ctx, { viewer, body }) => createSharingTag(ctx, viewer, body),
  getSharingTag: async (ctx, { params }) => getSharingTag(ctx, params.id),
  updateSharingTag: async (ctx, { viewer, params, body }) => updateSharingTag(ctx, viewer, params.id, body),
  deleteSharingTag: async (ctx, { viewer, params }) => deleteSharingTag(ctx, viewer, params.id),
  listSeriesSharingTags: async (ctx, { viewer, params }) => listSeriesTags(ctx, viewer, params.id),
  replaceSeriesSharingTags: async (ctx, { viewer, params, body }) =>
    replaceSeriesTags(ctx, viewer, params.id, body.sharingTagIds),
  addSeriesSharingTag: async (ctx, { viewer, params, body }) => addSeriesTag(ctx, viewer, params.id, body.sharingTagId),
  removeSeriesSharingTag: async (ctx, { viewer, params }) => removeSeriesTag(ctx, viewer, params.id, params.tagId),
  listUserSharingTags: async (ctx, { params }) => listGrants(ctx, params.id),
  setUserSharingTag: async (ctx, { viewer, params, body }) => setGrant(ctx, viewer, params.id, body),
  removeUserSharingTag: async (ctx, { viewer, params }) => removeGrant(ctx, viewer, params.id, params.tagId),
  listOwnSharingTags: async (ctx, { viewer }) => listGrants(ctx, viewer.userId),
} satisfies Partial<Handlers>;
