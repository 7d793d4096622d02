import { api, CollectionNew, CollectionUpdate, ReadListNew, ReadListUpdate } from '@lectern/contract';
import { z } from 'zod';
import { createCollection, updateCollection } from '#core/collections/collections.ts';
import { removeList } from '#core/lists/change-list.ts';
import { createReadList, updateReadList } from '#core/reading-lists/read-lists.ts';
import { type DoorRoute, viewerOf } from '../door.ts';
import { json } from './answer.ts';
import { toCollection, toReadList } from './list-object.ts';
import { byId, idOf, knownId } from './paths.ts';

/** Members of one list. */
const Ids = z.array(z.string().max(200)).max(10_000);

const NewCollection = CollectionNew.pick({ name: true, ordered: true }).extend({ seriesIds: Ids });
const CollectionPatch = CollectionUpdate.pick({ name: true, ordered: true }).extend({ seriesIds: Ids.optional() });
const NewReadList = ReadListNew.pick({ name: true, summary: true, ordered: true }).extend({ bookIds: Ids });
const ReadListPatch = ReadListUpdate.pick({ name: true, summary: true, ordered: true }).extend({
  bookIds: Ids.optional(),
});

/** Changes of collections and read lists, which are everybody's who may see what is in them. */
export const changeListRoutes: readonly DoorRoute[] = [
  {
    method: 'POST',
    path: '/api/v1/collections',
    endpoint: { permission: api.createCollection.permission, body: NewCollection },
    answer: async (ctx, request) => {
      const viewer = viewerOf(request);
      const { seriesIds, ...wanted } = NewCollection.parse(request.body);
      const made = await createCollection(ctx, viewer, { ...wanted, seriesIds: seriesIds.map(knownId) });
      return json(await toCollection(ctx, viewer, made));
    },
  },
  {
    method: 'PATCH',
    path: '/api/v1/collections/{id}',
    endpoint: { permission: api.updateCollection.permission, params: byId, body: CollectionPatch },
    answer: async (ctx, request) => {
      const { seriesIds, ...update } = CollectionPatch.parse(request.body);
      const members = { seriesIds: seriesIds?.map(knownId) };
      await updateCollection(ctx, viewerOf(request), idOf(request), { ...update, ...members });
      return undefined;
    },
  },
  {
    method: 'DELETE',
    path: '/api/v1/collections/{id}',
    endpoint: { permission: api.deleteCollection.permission, params: byId },
    answer: async (ctx, request) => {
      await removeList(ctx, viewerOf(request), { kind: 'collection', id: idOf(request) });
      return undefined;
    },
  },
  {
    method: 'POST',
    path: '/api/v1/readlists',
    endpoint: { permission: api.createReadList.permission, body: NewReadList },
    answer: async (ctx, request) => {
      const viewer = viewerOf(request);
      const { bookIds, ...wanted } = NewReadList.parse(request.body);
      const made = await createReadList(ctx, viewer, { ...wanted, bookIds: bookIds.map(knownId) });
      return json(await toReadList(ctx, viewer, made));
    },
  },
  {
    method: 'PATCH',
    path: '/api/v1/readlists/{id}',
    endpoint: { permission: api.updateReadList.permission, params: byId, body: ReadListPatch },
    answer: async (ctx, request) => {
      const { bookIds, ...update } = ReadListPatch.parse(request.body);
      const members = { bookIds: bookIds?.map(knownId) };
      await updateReadList(ctx, viewerOf(request), idOf(request), { ...update, ...members });
      return undefined;
    },
  },
  {
    method: 'DELETE',
    path: '/api/v1/readlists/{id}',
    endpoint: { permission: api.deleteReadList.permission, params: byId },
    answer: async (ctx, request) => {
      await removeList(ctx, viewerOf(request), { kind: 'readList', id: idOf(request) });
      return undefined;
    },
  },
];
