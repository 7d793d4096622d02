import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ADMIN, basic, ReaderApp, switchCompatOn } from '../_harness/compat.ts';
import { databases } from '../_harness/databases.ts';
import { newPicture } from '../_harness/pictures.ts';
import { startServer } from '../_harness/start-server.ts';
import { makeTwoLibraries, READER } from '../_harness/two-libraries.ts';

const times = { createdDate: z.string(), lastModifiedDate: z.string(), filtered: z.boolean() };
const Collection = z.strictObject({
  ...{ id: z.string(), name: z.string(), ordered: z.boolean(), seriesIds: z.array(z.string()) },
  ...times,
});
const ReadList = z.strictObject({
  ...{ id: z.string(), name: z.string(), summary: z.string(), ordered: z.boolean(), bookIds: z.array(z.string()) },
  ...times,
});

const Thumbnail = z.strictObject({
  ...{ id: z.string(), collectionId: z.string().optional(), readListId: z.string().optional() },
  ...{ type: z.enum(['GENERATED', 'SIDECAR', 'USER_UPLOADED']), selected: z.boolean(), mediaType: z.string() },
  ...{ fileSize: z.int(), width: z.int(), height: z.int() },
});

/** A form with a picture, as apps send it. */
async function makeForm(color: string): Promise<FormData> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(await newPicture('png', color))], { type: 'image/png' }), 'cover.png');
  return form;
}

describe.each(databases)('lists that apps change on %s', (kind) => {
  it('are made, refilled and deleted, and keep hidden members', async () => {
    await using server = await startServer(kind);
    using scene = await makeTwoLibraries(server);
    const { admin, shown, hidden } = scene;
    await switchCompatOn(admin);
    const app = new ReaderApp(server, ADMIN);
    const { data: books } = await admin.call('listSeriesBooks', { params: { id: shown.seriesId } });
    const [one, two] = books.map(({ id }) => id);
    const list = await app.post(
      '/api/v1/readlists',
      { name: 'Order', summary: 'All', ordered: true, bookIds: [hidden.id, one] },
      ReadList,
    );
    expect(list).toMatchObject({ name: 'Order', summary: 'All', bookIds: [hidden.id, one], filtered: false });
    const at = `/api/v1/readlists/${list.id}`;
    // Who may change lists and sees a part of one changes that part.
    const helper = { username: 'helper', password: 'the same for all' };
    await admin.call('createUser', { body: { ...helper, role: 'maintainer', libraryIds: [shown.libraryId] } });
    const partly = new ReaderApp(server, basic(helper.username, helper.password));
    expect(await partly.get(at, ReadList)).toMatchObject({ bookIds: [one], filtered: true });
    expect(await partly.send('PATCH', at, { bookIds: [two, one] })).toBe(204);
    expect(await app.get(at, ReadList)).toMatchObject({ bookIds: [hidden.id, two, one] });
    expect(await partly.send('PATCH', at, { bookIds: [two], name: 'Other', ordered: false, summary: '' })).toBe(204);
    expect(await partly.send('PATCH', at, { bookIds: [hidden.id] })).toBe(404);
    const after = await app.get(at, ReadList);
    expect(after).toMatchObject({ name: 'Other', summary: '', ordered: false });
    expect(after.bookIds.toSorted()).toEqual([hidden.id, two].toSorted());
    expect(await app.send('POST', '/api/v1/readlists', { name: 'Other', bookIds: [] })).toBe(409);
    expect(await app.send('POST', '/api/v1/readlists', { name: 'Wrong', bookIds: ['nothing'] })).toBe(404);

    const wanted = { name: 'Best', ordered: false, seriesIds: [shown.seriesId] };
    const made = await app.post('/api/v1/collections', wanted, Collection);
    expect(made).toMatchObject(wanted);
    const place = `/api/v1/collections/${made.id}`;
    expect(await app.send('PATCH', place, { ordered: true, seriesIds: [hidden.seriesId, shown.seriesId] })).toBe(204);
    expect(await app.get(place, Collection)).toMatchObject({ seriesIds: [hidden.seriesId, shown.seriesId] });
    const rule = { title: { operator: 'contains', value: 'Shown' } };
    const ruled = await admin.call('createCollection', { body: { name: 'By a rule', condition: rule } });
    expect(await app.send('PATCH', `/api/v1/collections/${ruled.id}`, { seriesIds: [] })).toBe(409);

    // Pictures of their own, of which one is shown instead of what the members make.
    for (const [root, owner] of [
      [at, { readListId: list.id }],
      [place, { collectionId: made.id }],
    ] as const) {
      const covers = `${root}/thumbnails`;
      const all = async () => app.get(covers, z.array(Thumbnail));
      const shown1 = async () => (await app.fetch(`${root}/thumbnail`)).headers.get('etag');
      const automatic = await shown1();
      const id = root.split('/').at(-1) ?? '';
      expect(await all()).toMatchObject([{ id, ...owner, type: 'GENERATED', selected: true }]);
      const sent = await app.fetch(covers, { method: 'POST', body: await makeForm('red') });
      const red = Thumbnail.parse(await sent.json());
      expect(red).toMatchObject({ ...owner, type: 'USER_UPLOADED', selected: true, mediaType: 'image/png' });
      const chosen = await shown1();
      expect(chosen).not.toBe(automatic);
      const kept = await app.fetch(`${covers}?selected=false`, { method: 'POST', body: await makeForm('blue') });
      const blue = Thumbnail.parse(await kept.json());
      expect(await shown1()).toBe(chosen);
      expect((await all()).map((cover) => [cover.id, cover.selected])).toEqual([
        [id, false],
        [blue.id, false],
        [red.id, true],
      ]);
      const again = await app.fetch(covers, { method: 'POST', body: await makeForm('red') });
      expect(again.status).toBe(400);
      const wrong = new FormData();
      wrong.set('file', new Blob(['no picture']), 'a.png');
      expect((await app.fetch(covers, { method: 'POST', body: wrong })).status).toBe(400);
      for (const coverId of [id, red.id]) {
        const picture = await app.fetch(`${covers}/${coverId}`);
        expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      }
      await admin.call('cleanupThumbnails', {});
      expect((await app.fetch(`${covers}/${blue.id}`)).headers.get('cache-control')).not.toContain('no-store');
      expect(await app.send('PUT', `${covers}/${id}/selected`)).toBe(202);
      expect(await shown1()).toBe(automatic);
      expect(await app.send('PUT', `${covers}/${blue.id}/selected`)).toBe(202);
      expect(await shown1()).not.toBe(automatic);
      expect(await app.send('DELETE', `${covers}/${blue.id}`)).toBe(202);
      expect(await shown1()).toBe(automatic);
      expect(await app.send('DELETE', `${covers}/${blue.id}`)).toBe(404);
      expect(await app.send('DELETE', `${covers}/${id}`)).toBe(400);
      expect(await app.send('PUT', `${covers}/${red.id}/selected`)).toBe(202);
    }
    // A cover of a member that is chosen takes its place.
    await admin.call('updateCollection', { params: { id: made.id }, body: { coverSeriesId: shown.seriesId } });
    expect((await app.get(`${place}/thumbnails`, z.array(Thumbnail)))[0]).toMatchObject({ selected: true });

    const reader = new ReaderApp(server, basic(READER.username, READER.password));
    for (const path of [at, place]) {
      expect(await reader.send('PUT', `${path}/thumbnails/${list.id}/selected`)).toBe(403);
    }
    for (const path of [at, place]) {
      expect([await reader.send('PATCH', path, {}), await reader.send('DELETE', path)]).toEqual([403, 403]);
      expect([await app.send('DELETE', path), await app.send('DELETE', path)]).toEqual([204, 404]);
    }
  });
});
