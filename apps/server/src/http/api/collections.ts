import { orderMembers, removeList, removeMember } from '#core/catalog/lists/change-list.ts';
import {
  addCollectionSeries,
  createCollection,
  getCollection,
  listCollections,
  listCollectionSeries,
  listSeriesCollections,
  updateCollection,
} from '#core/catalog/lists/collections.ts';
import { getCollectionCover } from '#core/catalog/lists/list-cover.ts';
import { pageOf } from '../answers/page-of.ts';
import type { Handlers } from '../requests/handler.ts';
import { seriesPage } from './full-pages.ts';

export const collectionHandlers = {
  listCollections: async (ctx, request) => pageOf(request, await listCollections(ctx, request.viewer, request.query)),
  createCollection: async (ctx, { viewer, body }) => createCollection(ctx, viewer, body),
  getCollection: async (ctx, { viewer, params: { id } }) => getSharedList(ctx, viewer, { kind: 'collection', id }),
  updateCollection: async (ctx, { viewer, params, body }) => updateCollection(ctx, viewer, params.id, body),
  deleteCollection: async (ctx, { viewer, params }) => removeList(ctx, viewer, { kind: 'collection', id: params.id }),
  listCollectionSeries: async (ctx, request) => {
    const { viewer, params, query } = request;
    return seriesPage(ctx, request, await listCollectionSeries(ctx, viewer, params.id, query));
  },
  addCollectionSeries: async (ctx, { viewer, params, body }) =>
    addCollectionSeries(ctx, viewer, params.id, body.seriesIds),
  orderCollectionSeries: async (ctx, { viewer, params, body }) =>
    orderMembers(ctx, viewer, { kind: 'collection', id: params.id }, body.seriesIds),
  removeCollectionSeries: async (ctx, { viewer, params }) =>
    removeMember(ctx, viewer, { kind: 'collection', id: params.id }, params.seriesId),
  getCollectionThumbnail: async (ctx, { viewer, params, query }) => getCollectionCover(ctx, viewer, params.id, query),
  listSeriesCollections: async (ctx, request) => {
    const { viewer, params, query } = request;
    return pageOf(request, await listSeriesCollections(ctx, viewer, params.id, query));
  },
} satisfies Partial<Handlers>;
