import { api, CollectionNew, CollectionUpdate, ReadListNew, ReadListUpdate } from '@lectern/contract';
import { z } from 'zod';
import { removeList } from '#core/catalog/lists/change-list.ts';
import { createCollection, updateCollection } from '#core/catalog/lists/collections.ts';
import { createReadList, updateReadList } from '#core/catalog/lists/read-lists.ts';
import { type DialectRoute, json, route } from '../requests/dialect-route.ts';
import { byId, knownId, PathId } from './paths.ts';
import { toCollection, toReadList } from './to-list.ts';

const Ids = z.array(PathId).max(10_000);

const NewCollection = CollectionNew.pick({ name: true, ordered: true }).extend({ seriesIds: Ids });
const CollectionPatch = CollectionUpdate.pick({ name: true, ordered: true }).extend({ seriesIds: Ids.optional() });
const NewReadList = ReadListNew.pick({ name: true, summary: true, ordered: true }).extend({ bookIds: Ids });
const ReadListPatch = ReadListUpdate.pick({ name: true, summary: true, ordered: true }).extend({
  bookIds: Ids.optional(),
});

/** Changes of collections and read lists. Each user who may see their members may see them. */
export const changeListRoutes: readonly DialectRoute[] = [
  route.post(
    '/api/v1/collections',
    { permission: api.createCollection.permission, body: NewCollection },
    async (ctx, { viewer, body: { seriesIds, ...wanted } }) => {
      const made = await createCollection(ctx, viewer, { ...wanted, seriesIds: seriesIds.map(knownId) });
      return json(await toCollection(ctx, viewer, made));
    },
  ),
  route.patch(
    '/api/v1/collections/{id}',
    { permission: api.updateCollection.permission, params: byId, body: CollectionPatch },
    async (ctx, { viewer, params, body: { seriesIds, ...update } }) => {
      const members = { seriesIds: seriesIds?.map(knownId) };
      await updateCollection(ctx, viewer, knownId(params.id), { ...update, ...members });
      return undefined;
    },
  ),
  route.delete(
    '/api/v1/collections/{id}',
    { permission: api.deleteCollection.permission, params: byId },
    async (ctx, { viewer, params }) => {
      await removeList(ctx, viewer, { kind: 'collection', id: knownId(params.id) });
      return undefined;
    },
  ),
  route.post(
    '/api/v1/readlists',
    { permission: api.createReadList.permission, body: NewReadList },
    async (ctx, { viewer, body: { bookIds, ...wanted } }) => {
      const made = await createReadList(ctx, viewer, { ...wanted, bookIds: bookIds.map(knownId) });
      return json(await toReadList(ctx, viewer, made));
    },
  ),
  route.patch(
    '/api/v1/readlists/{id}',
    { permission: api.updateReadList.permission, params: byId, body: ReadListPatch },
    async (ctx, { viewer, params, body: { bookIds, ...update } }) => {
      const members = { bookIds: bookIds?.map(knownId) };
      await updateReadList(ctx, viewer, knownId(params.id), { ...update, ...members });
      return undefined;
    },
  ),
  route.delete(
    '/api/v1/readlists/{id}',
    { permission: api.deleteReadList.permission, params: byId },
    async (ctx, { viewer, params }) => {
      await removeList(ctx, viewer, { kind: 'readList', id: knownId(params.id) });
      return undefined;
    },
  ),
];
