import {
  addCollectionSeries,
  createCollection,
  getCollection,
  listCollections,
  listCollectionSeries,
  listSeriesCollections,
  updateCollection,
} from '#core/catalog/lists/collections.ts';
import { orderMembers, removeList, removeMember } from '#core/catalog/lists/change-list.ts';
import { getCollectionCover } from '#core/catalog/lists/list-cover.ts';
import {
  chooseListCover,
  getListCoverImage,
  listPicturesOf,
  removeListCover,
  resetListCover,
  toCollectionCover,
  uploadListCover,
} from '#core/catalog/lists/list-covers.ts';
import { pageOf } from '../answers/page-of.ts';
import type { Handlers } from '../requests/handler.ts';
import { seriesPage } from './full-pages.ts';

export const collectionHandlers = {
  listCollections: async (ctx, request) => {
    const { rows, total } = await listCollections(ctx, request.viewer, request.query);
    return pageOf(request, rows, total);
  },
  createCollection: async (ctx, { viewer, body }) => createCollection(ctx, viewer, body),
  getCollection: async (ctx, { viewer, params }) => getCollection(ctx, viewer, params.id),
  updateCollection: async (ctx, { viewer, params, body }) => updateCollection(ctx, viewer, params.id, body),
  deleteCollection: async (ctx, { viewer, params }) => {
    await removeList(ctx, viewer, { kind: 'collection', id: params.id });
    return undefined;
  },
  listCollectionSeries: async (ctx, request) => {
    const { rows, total } = await listCollectionSeries(ctx, request.viewer, request.params.id, request.query);
    return seriesPage(ctx, request, { rows, total });
  },
  addCollectionSeries: async (ctx, { viewer, params, body }) =>
    addCollectionSeries(ctx, viewer, params.id, body.seriesIds),
  orderCollectionSeries: async (ctx, { viewer, params, body }) => {
    await orderMembers(ctx, viewer, { kind: 'collection', id: params.id }, body.seriesIds);
    return undefined;
  },
  removeCollectionSeries: async (ctx, { viewer, params }) => {
    await removeMember(ctx, viewer, { kind: 'collection', id: params.id }, params.seriesId);
    return undefined;
  },
  getCollectionThumbnail: async (ctx, { viewer, params, query }) => getCollectionCover(ctx, viewer, params.id, query),
  listSeriesCollections: async (ctx, request) => {
    const { rows, total } = await listSeriesCollections(ctx, request.viewer, request.params.id, request.query);
    return pageOf(request, rows, total);
  },
  uploadCollectionCover: async (ctx, { viewer, params: { id }, body }) => {
    const at = { kind: 'collection', id } as const;
    return toCollectionCover(id, await uploadListCover(ctx, viewer, at, { picture: body, isChosen: true }));
  },
  listCollectionCovers: async (ctx, { viewer, params: { id } }) => {
    const rows = await listPicturesOf(ctx, viewer, { kind: 'collection', id });
    return { covers: rows.map((row) => toCollectionCover(id, row)) };
  },
  selectCollectionCover: async (ctx, { viewer, params: { id, coverId } }) =>
    toCollectionCover(id, await chooseListCover(ctx, viewer, { kind: 'collection', id }, coverId)),
  resetCollectionCover: async (ctx, { viewer, params: { id } }) => {
    await resetListCover(ctx, viewer, { kind: 'collection', id });
  },
  deleteCollectionCover: async (ctx, { viewer, params: { id, coverId } }) => {
    await removeListCover(ctx, viewer, { kind: 'collection', id }, coverId);
  },
  getCollectionCoverImage: async (ctx, { viewer, params, query }) =>
    getListCoverImage(ctx, viewer, { kind: 'collection', ...params }, query),
} satisfies Partial<Handlers>;
