import { removeList } from '#core/catalog/lists/change-list.ts';
import { addMembers, orderMembers, removeMember } from '#core/catalog/lists/change-members.ts';
import { createCollection, listCollectionSeries, updateCollection } from '#core/catalog/lists/collections.ts';
import { getListCover } from '#core/catalog/lists/list-cover.ts';
import { getSharedList, listShared, listSharedWith } from '#core/catalog/lists/show-lists.ts';
import { toPage } from '../answers/to-page.ts';
import type { Handlers } from '../requests/handler.ts';
import { seriesPage } from './full-pages.ts';

export const collectionHandlers = {
  listCollections: async (ctx, request) =>
    toPage(request, await listShared(ctx, request.viewer, 'collection', request.query)),
  createCollection: async (ctx, { viewer, body }) => createCollection(ctx, viewer, body),
  getCollection: async (ctx, { viewer, params: { id } }) => getSharedList(ctx, viewer, { kind: 'collection', id }),
  updateCollection: async (ctx, { viewer, params, body }) => updateCollection(ctx, viewer, params.id, body),
  deleteCollection: async (ctx, { viewer, params }) => removeList(ctx, viewer, { kind: 'collection', id: params.id }),
  listCollectionSeries: async (ctx, request) => {
    const { viewer, params, query } = request;
    return seriesPage(ctx, request, await listCollectionSeries(ctx, viewer, params.id, query));
  },
  addCollectionSeries: async (ctx, { viewer, params: { id }, body }) => {
    await addMembers(ctx, viewer, { kind: 'collection', id }, body.seriesIds);
    return getSharedList(ctx, viewer, { kind: 'collection', id });
  },
  orderCollectionSeries: async (ctx, { viewer, params, body }) =>
    orderMembers(ctx, viewer, { kind: 'collection', id: params.id }, body.seriesIds),
  removeCollectionSeries: async (ctx, { viewer, params }) =>
    removeMember(ctx, viewer, { kind: 'collection', id: params.id }, params.seriesId),
  getCollectionThumbnail: async (ctx, { viewer, params: { id }, query }) =>
    getListCover(ctx, viewer, { kind: 'collection', id }, query),
  listSeriesCollections: async (ctx, request) => {
    const { viewer, params, query } = request;
    const holding = { kind: 'collection', id: params.id } as const;
    return toPage(request, await listSharedWith(ctx, viewer, holding, query));
  },
} satisfies Partial<Handlers>;
