import { createCollection, listCollectionSeries, updateCollection } from '#core/catalog/lists/collections.ts';
import { removeList } from '#core/catalog/lists/change-list.ts';
import { addMembers, orderMembers, removeMember } from '#core/catalog/lists/change-members.ts';
import { getListCover } from '#core/catalog/lists/list-cover.ts';
import {
  chooseListCover,
  getListCoverImage,
  listPicturesOf,
  removeListCover,
  resetListCover,
  toCollectionCover,
  uploadListCover,
} from '#core/catalog/lists/list-covers.ts';
import { getSharedList, listShared, listSharedWith } from '#core/catalog/lists/show-lists.ts';
import { pageOf } from '../answers/page-of.ts';
import type { Handlers } from '../requests/handler.ts';
import { seriesPage } from './full-pages.ts';

export const collectionHandlers = {
  listCollections: async (ctx, request) => {
    const { rows, total } = await listShared(ctx, request.viewer, 'collection', request.query);
    return pageOf(request, rows, total);
  },
  createCollection: async (ctx, { viewer, body }) => createCollection(ctx, viewer, body),
  getCollection: async (ctx, { viewer, params: { id } }) => getSharedList(ctx, viewer, { kind: 'collection', id }),
  updateCollection: async (ctx, { viewer, params, body }) => updateCollection(ctx, viewer, params.id, body),
  deleteCollection: async (ctx, { viewer, params }) => {
    await removeList(ctx, viewer, { kind: 'collection', id: params.id });
    return undefined;
  },
  listCollectionSeries: async (ctx, request) => {
    const { rows, total } = await listCollectionSeries(ctx, request.viewer, request.params.id, request.query);
    return seriesPage(ctx, request, { rows, total });
  },
  addCollectionSeries: async (ctx, { viewer, params: { id }, body }) => {
    await addMembers(ctx, viewer, { kind: 'collection', id }, body.seriesIds);
    return getSharedList(ctx, viewer, { kind: 'collection', id });
  },
  orderCollectionSeries: async (ctx, { viewer, params, body }) => {
    await orderMembers(ctx, viewer, { kind: 'collection', id: params.id }, body.seriesIds);
    return undefined;
  },
  removeCollectionSeries: async (ctx, { viewer, params }) => {
    await removeMember(ctx, viewer, { kind: 'collection', id: params.id }, params.seriesId);
    return undefined;
  },
  getCollectionThumbnail: async (ctx, { viewer, params: { id }, query }) =>
    getListCover(ctx, viewer, { kind: 'collection', id }, query),
  listSeriesCollections: async (ctx, request) => {
    const holding = { kind: 'collection', id: request.params.id } as const;
    const { rows, total } = await listSharedWith(ctx, request.viewer, holding, request.query);
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
