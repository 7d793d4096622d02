import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectRefusal, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { openEventStream } from '../_harness/event-stream.ts';
import { lookAt, newPicture, sendPicture } from '../_harness/pictures.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer } from '../_harness/start-server.ts';

const SMALL = { width: 60, height: 90 };
const UNKNOWN = '0192f0c1-0000-7000-8000-000000000001';
const RED = [4, 0, 0];
const BLUE = [0, 0, 4];

/** An event, as far as it tells of a list. */
const Told = z.object({
  collection_id: z.string().optional(),
  read_list_id: z.string().optional(),
  cover_changed: z.literal(true).optional(),
});

/** The routes of one kind of list. */
const KINDS = [
  {
    root: 'collections',
    getList: 'getCollection',
    list: 'listCollectionCovers',
    select: 'selectCollectionCover',
    reset: 'resetCollectionCover',
    remove: 'deleteCollectionCover',
  },
  {
    root: 'readlists',
    getList: 'getReadList',
    list: 'listReadListCovers',
    select: 'selectReadListCover',
    reset: 'resetReadListCover',
    remove: 'deleteReadListCover',
  },
] as const;

describe.each(databases)('pictures of lists on %s', (kind) => {
  it('are sent, listed, chosen, taken back and deleted', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const shelf = await newShelf(server);
    const seriesId = await shelf.addSeries('Saga');
    const bookId = await shelf.addBook(seriesId, '1');
    const lists = {
      collections: await admin.call('createCollection', { body: { name: 'Best', seriesIds: [seriesId] } }),
      readlists: await admin.call('createReadList', { body: { name: 'Order', bookIds: [bookId] } }),
    };
    const empty = {
      collections: await admin.call('createCollection', { body: { name: 'Nothing' } }),
      readlists: await admin.call('createReadList', { body: { name: 'Nothing' } }),
    };
    await admin.call('createUser', { body: { username: 'ada', password: 'the same for all', role: 'reader' } });
    const reader = await signIn(server, { username: 'ada', password: 'the same for all' });
    for (const { root, getList, list, select, reset, remove } of KINDS) {
      const { id } = lists[root];
      const params = { id };
      const thumbnail = `/api/v1/${root}/${id}/thumbnail`;
      const send = async (colour: string) =>
        sendPicture(admin, `/api/v1/${root}/${id}/cover`, await newPicture('png', colour, SMALL), { field: 'file' });
      expect(await admin.call(list, { params })).toEqual({ covers: [] });
      expect((await admin.call(getList, { params })).coverVersion).toBeNull();
      const plain = await lookAt(admin, thumbnail);

      const first = await send('red');
      const red = (await first.json()) as { readonly id: string; readonly path: string };
      expect([first.status, red]).toMatchObject([201, { source: 'upload', isSelected: true, ...SMALL }]);
      expect((await lookAt(admin, thumbnail)).rgb).toEqual(RED);
      const { coverVersion, updatedAt } = await admin.call(getList, { params });
      expect(updatedAt > lists[root].updatedAt).toBe(true);
      const kept = await lookAt(admin, `${thumbnail}?v=${String(coverVersion)}&width=240`);
      expect(kept).toMatchObject({ rgb: RED, cacheControl: 'private, max-age=31536000, immutable' });
      expect((await lookAt(admin, `${thumbnail}?source=automatic`)).etag).toBe(plain.etag);

      const blue = (await (await send('blue')).json()) as { readonly id: string; readonly path: string };
      expect((await send('red')).status).toBe(400);
      const { covers } = await admin.call(list, { params });
      expect(covers.map((cover) => [cover.id, cover.isSelected])).toEqual([
        [blue.id, true],
        [red.id, false],
      ]);
      expect([await lookAt(admin, red.path), await lookAt(admin, blue.path)]).toMatchObject([
        { rgb: RED },
        { rgb: BLUE },
      ]);
      expect(await admin.call(select, { params: { id, coverId: red.id } })).toMatchObject({ id: red.id });
      expect((await lookAt(admin, thumbnail)).rgb).toEqual(RED);
      expect((await expectRefusal(admin.call(select, { params: { id, coverId: UNKNOWN } }))).status).toBe(404);
      await admin.call(reset, { params });
      expect((await admin.call(getList, { params })).coverVersion).toBeNull();
      expect((await lookAt(admin, thumbnail)).etag).toBe(plain.etag);
      await admin.call(select, { params: { id, coverId: blue.id } });
      await admin.call(remove, { params: { id, coverId: blue.id } });
      expect((await admin.call(list, { params })).covers.map((cover) => [cover.id, cover.isSelected])).toEqual([
        [red.id, false],
      ]);
      expect((await lookAt(admin, thumbnail)).etag).toBe(plain.etag);
      expect((await expectRefusal(admin.call(remove, { params: { id, coverId: blue.id } }))).status).toBe(404);

      // What a list has, another one has not.
      const other = { id: empty[root].id, coverId: red.id };
      expect((await expectRefusal(admin.call(select, { params: other }))).status).toBe(404);
      expect((await admin.fetch(`/api/v1/${root}/${other.id}/covers/${red.id}/image`)).status).toBe(404);
      // A list without members shows nothing but a picture of its own.
      expect((await admin.fetch(`/api/v1/${root}/${other.id}/thumbnail`)).status).toBe(404);
      await sendPicture(admin, `/api/v1/${root}/${other.id}/cover`, await newPicture('png', 'red', SMALL));
      expect((await lookAt(admin, `/api/v1/${root}/${other.id}/thumbnail`)).rgb).toEqual(RED);

      expect((await reader.call(list, { params })).covers).toHaveLength(1);
      expect((await expectRefusal(reader.call(select, { params: { id, coverId: red.id } }))).status).toBe(403);
      expect((await expectRefusal(reader.call(reset, { params }))).status).toBe(403);
      const wrong = await sendPicture(admin, `/api/v1/${root}/${id}/cover`, Buffer.from('no picture'));
      expect(wrong.status).toBe(400);
    }
    const { total } = await admin.call('listCollections', {});
    expect(total).toBe(2);
  });

  it('are told of in the stream of changes, apart from everything else that changes of a list', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const { id: collectionId } = await admin.call('createCollection', { body: { name: 'Best' } });
    const { id: readListId } = await admin.call('createReadList', { body: { name: 'Order' } });
    const stream = await openEventStream(admin, '/api/v1/events/stream');
    const picture = await newPicture('png', 'red', SMALL);
    for (const [root, id] of [
      ['collections', collectionId],
      ['readlists', readListId],
    ] as const) {
      await sendPicture(admin, `/api/v1/${root}/${id}/cover`, picture, { field: 'file' });
    }
    await admin.call('updateReadList', { params: { id: readListId }, body: { name: 'Other order' } });
    await admin.call('resetReadListCover', { params: { id: readListId } });
    await admin.call('deleteReadList', { params: { id: readListId } });

    const told = await stream.until('event: read_list_deleted');
    const events = [...told.matchAll(/^event: (\w+)\n(?:id: .+\n)?data: (.+)$/gm)].map(([, name, json]) => {
      const {
        cover_changed: isCover,
        read_list_id: list,
        collection_id: collection,
      } = Told.parse(JSON.parse(json ?? ''));
      return [name, list ?? collection, isCover];
    });
    // On PostgreSQL a stream may still hear what was done just before it was opened.
    expect(events.filter(([name]) => name === 'collection_updated' || name === 'read_list_updated')).toEqual([
      ['collection_updated', collectionId, true],
      ['read_list_updated', readListId, true],
      ['read_list_updated', readListId, undefined],
      ['read_list_updated', readListId, true],
    ]);
    await stream.close();
  });
});
