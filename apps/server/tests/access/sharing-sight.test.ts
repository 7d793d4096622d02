import { describe, expect, it } from 'vitest';
import { createClient, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { openEventStream } from '../_harness/event-stream.ts';
import { openHome } from '../_harness/home.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer } from '../_harness/start-server.ts';
import { fetchStatus, listTitles, newTag, NOTHING, openTaggedShelf, PASSWORD } from '../_harness/tagged-shelf.ts';

describe.each(databases)('sharing tags on %s', (kind) => {
  it('decide what a user sees: denied hides, allowed shows nothing else, and denied wins', async () => {
    await using server = await startServer(kind);
    const { admin, adults, kids, grant, idOf: findId, reader } = await openTaggedShelf(server);
    const { id: userId, client } = reader;
    expect(await listTitles(client)).toEqual(['Adult', 'Child', 'Plain']);
    await grant(userId, adults, 'deny');
    expect(await listTitles(client)).toEqual(['Child', 'Plain']);
    expect(await fetchStatus(client, `/api/v1/series/${findId('Adult')}`)).toBe(404);
    await grant(userId, kids, 'allow');
    expect(await listTitles(client)).toEqual(['Child']);
    await admin.call('addSeriesSharingTag', { params: { id: findId('Child') }, body: { sharingTagId: adults } });
    expect(await listTitles(client)).toEqual([]);
    await admin.call('removeUserSharingTag', { params: { id: userId, tagId: adults } });
    expect(await listTitles(client)).toEqual(['Child']);
    const again = await grant(userId, kids, 'deny');
    expect(again).toMatchObject({ sharingTagId: kids, sharingTagName: 'Kids', accessMode: 'deny' });
    expect(await listTitles(client)).toEqual(['Adult', 'Plain']);
    expect(await client.call('listOwnSharingTags', {})).toEqual({ userId, grants: [again] });
    expect((await client.call('getProfile', {})).sharingTags).toEqual([again]);
    expect((await admin.call('getUser', { params: { id: userId } })).sharingTags).toEqual([again]);
    expect(await admin.call('listUserSharingTags', { params: { id: userId } })).toEqual({ userId, grants: [again] });
    await admin.call('removeUserSharingTag', { params: { id: userId, tagId: kids } });
    expect(await listTitles(client)).toEqual(['Adult', 'Child', 'Plain']);
    for (const [id, tagId] of [
      [userId, kids],
      [NOTHING, kids],
    ] as const) {
      await expect(admin.call('removeUserSharingTag', { params: { id, tagId } })).rejects.toMatchObject({
        status: 404,
      });
    }
    await expect(grant(userId, NOTHING, 'allow')).rejects.toMatchObject({ status: 404 });
    await expect(grant(NOTHING, kids, 'allow')).rejects.toMatchObject({ status: 404 });
  });

  it('bind administrators too, who can take their own grants back, and go together with libraries', async () => {
    await using server = await startServer(kind);
    const { admin, shelf, adults, grant, idOf: findId, reader } = await openTaggedShelf(server);
    const { id: own } = await admin.call('getCurrentUser', {});
    await grant(own, adults, 'deny');
    expect(await listTitles(admin)).toEqual(['Child', 'Plain']);
    // It is told what the tag does all the same.
    expect(await admin.call('getSharingTag', { params: { id: adults } })).toMatchObject({
      seriesCount: 1,
      userCount: 1,
    });
    const hides = await admin.call('addSeriesSharingTag', {
      params: { id: findId('Plain') },
      body: { sharingTagId: adults },
    });
    expect(hides).toHaveLength(1);
    expect(await listTitles(admin)).toEqual(['Child']);
    await admin.call('removeUserSharingTag', { params: { id: own, tagId: adults } });
    expect(await listTitles(admin)).toEqual(['Adult', 'Child', 'Plain']);

    const away = await newShelf(server, { name: 'Away' });
    const series = await away.addSeries('Away');
    await away.addBook(series, 'Away 1');
    await away.addBook(series, 'Away 2');
    await grant(reader.id, adults, 'deny');
    expect(await listTitles(reader.client)).toEqual(['Away', 'Child']);
    await admin.call('updateUser', { params: { id: reader.id }, body: { libraryIds: [shelf.libraryId] } });
    expect(await listTitles(reader.client)).toEqual(['Child']);
  });

  it('cannot be bypassed by a new account or by deleting a tag', async () => {
    await using server = await startServer(kind);
    const { admin, adults, kids, grant } = await openTaggedShelf(server);
    const account = { username: 'helper', password: PASSWORD };
    const { id } = await admin.call('createUser', { body: { ...account, permissions: ['UsersWrite', 'UsersRead'] } });
    const helper = await signIn(server, account);
    await grant(id, kids, 'allow');
    await grant(id, adults, 'deny');
    await helper.call('createUser', { body: { username: 'friend', password: PASSWORD } });
    const friend = await signIn(server, { username: 'friend', password: PASSWORD });
    expect(await listTitles(friend)).toEqual(['Child']);
    await expect(admin.call('deleteSharingTag', { params: { id: kids } })).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('friend, helper') as string,
    });
    const listed = async (query: Readonly<Record<string, string>>) =>
      (await admin.call('listUsers', { query })).data.map(({ username }) => username);
    expect(await listed({ sharingTag: 'KIDS' })).toEqual(['friend', 'helper']);
    expect(await listed({ sharingTag: 'Kids', sharingTagMode: 'deny' })).toEqual([]);
    expect(await listed({ sharingTag: 'Adults', sharingTagMode: 'deny' })).toEqual(['friend', 'helper']);
    expect(await listed({ sharingTag: 'no tag' })).toEqual([]);
    await expect(listed({ sharingTagMode: 'deny' })).rejects.toMatchObject({ status: 400 });
    await admin.call('deleteSharingTag', { params: { id: adults } });
    expect(await listTitles(friend)).toEqual(['Child']);
  });

  it('leave a user one of two allowed tags that are deleted at the same time', async () => {
    await using server = await startServer(kind);
    const { admin, grant, reader } = await openTaggedShelf(server);
    for (const round of ['1', '2', '3', '4']) {
      const ids = [await newTag(admin, `One ${round}`), await newTag(admin, `Other ${round}`)];
      for (const id of ids) await grant(reader.id, id, 'allow');
      const ended = await Promise.allSettled(ids.map(async (id) => admin.call('deleteSharingTag', { params: { id } })));
      expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(await listTitles(reader.client)).toEqual([]);
      const { grants } = await admin.call('listUserSharingTags', { params: { id: reader.id } });
      for (const { sharingTagId: tagId } of grants) {
        await admin.call('removeUserSharingTag', { params: { id: reader.id, tagId } });
      }
    }
  });

  it('hide from the next request on, also what a client holds a copy of', async () => {
    await using server = await startServer(kind);
    const { admin, adults, grant, idOf: findId, reader } = await openTaggedShelf(server);
    const path = `/api/v1/series/${findId('Adult')}`;
    const etag = (await reader.client.fetch(path)).headers.get('etag') ?? '';
    expect(await fetchStatus(reader.client, path, { headers: { 'if-none-match': etag } })).toBe(304);
    const filter = { condition: { name: { operator: 'contains', value: 'd' } } } as const;
    const found = async () => (await reader.client.call('listFilteredSeries', { body: filter })).total;
    expect(await found()).toBe(2);
    await grant(reader.id, adults, 'deny');
    expect(await fetchStatus(reader.client, path, { headers: { 'if-none-match': etag } })).toBe(404);
    expect(await found()).toBe(1);
    await admin.call('removeSeriesSharingTag', { params: { id: findId('Adult'), tagId: adults } });
    expect(await found()).toBe(2);
    expect(await fetchStatus(reader.client, path)).toBe(200);
  });

  it('keep back files that were made of what may be hidden by now', async () => {
    await using server = await startServer(kind);
    const { shelf, adults, grant, reader } = await openTaggedShelf(server);
    const { id: userId, client } = reader;
    const exported = async () => {
      const { id } = await client.call('createExport', {
        body: { format: 'csv', libraryIds: [shelf.libraryId], fields: ['title'] },
      });
      await server.idle();
      return id;
    };
    const download = async (id: string) => client.fetch(`/api/v1/user/exports/series/${id}/download`);
    const before = await exported();
    expect(await (await download(before)).text()).toContain('Adult');
    await grant(userId, adults, 'deny');
    expect((await download(before)).status).toBe(404);
    const after = await download(await exported());
    expect(after.status).toBe(200);
    expect(await after.text()).not.toContain('Adult');
  });

  it('go along when books get another series, so that nothing shows for a moment', async () => {
    await using server = await startServer(kind);
    const { shelf, kids, adults, admin, grant, idOf: findId, reader } = await openTaggedShelf(server);
    await grant(reader.id, adults, 'deny');
    const renamed = await shelf.addSeries('Adult once more');
    const move = async (title: string, to: string) =>
      server.context.db.transaction(async (tx) =>
        tx.write.updateTable('book').set({ seriesId: to }).where('title', '=', title).execute(),
      );
    await move('Adult 1', renamed);
    await move('Adult 2', renamed);
    // One that goes into a series with books of its own bears what that bears.
    await move('Child 1', findId('Plain'));
    const names = async (id: string) =>
      (await admin.call('listSeriesSharingTags', { params: { id } })).map((tag) => tag.id);
    expect([await names(renamed), await names(findId('Plain')), await names(findId('Child'))]).toEqual([
      [adults],
      [],
      [kids],
    ]);
    const { data } = await reader.client.call('listSeries', { query: { sort: 'name' } });
    expect(data.map(({ title }) => title)).toEqual(['Child', 'Plain']);
  });

  it('tell streams of what comes and goes, and of nothing that is hidden', async () => {
    await using server = await startServer(kind);
    const { admin, kids, adults, grant, idOf: findId, reader } = await openTaggedShelf(server);
    const own = await openEventStream(reader.client, '/api/v1/events/stream');
    const all = await openEventStream(admin, '/api/v1/events/stream');
    const plain = { id: findId('Plain') };
    await grant(reader.id, adults, 'deny');
    await admin.call('patchSeries', { params: { id: findId('Adult') }, body: { title: 'Secret' } });
    await admin.call('addSeriesSharingTag', { params: plain, body: { sharingTagId: adults } });
    await admin.call('patchSeries', { params: plain, body: { title: 'Hidden' } });
    await admin.call('removeSeriesSharingTag', { params: { ...plain, tagId: adults } });
    await admin.call('addSeriesSharingTag', { params: plain, body: { sharingTagId: kids } });
    await admin.call('patchSeries', { params: { id: findId('Child') }, body: { title: 'Last' } });
    const told = (text: string) =>
      [...text.matchAll(/^event: (series_\w+)\n(?:id: .+\n)?data: (.+)$/gm)].map(([, name, json]) => {
        const { series_id: id } = JSON.parse(json ?? '{}') as { series_id: string };
        return `${name ?? ''} ${['Adult', 'Child', 'Plain'].find((title) => findId(title) === id) ?? id}`;
      });
    expect(told(await own.until(findId('Child')))).toEqual([
      'series_deleted Plain',
      'series_created Plain',
      'series_updated Plain',
      'series_updated Child',
    ]);
    expect(told(await all.until(findId('Child')))).toEqual([
      'series_updated Adult',
      ...['series_updated Plain', 'series_updated Plain', 'series_updated Plain', 'series_updated Plain'],
      'series_updated Child',
    ]);
    for (const stream of [own, all]) await stream.close();
  });
});

describe('two server processes on one PostgreSQL', () => {
  it('both apply grants and tags from the moment they change in one of them', async () => {
    await using home = await openHome('postgres');
    await using one = await startServer('postgres', { home });
    await using other = await startServer('postgres', { home });
    const { adults, admin, grant, idOf: findId, reader } = await openTaggedShelf(one);
    const there = createClient(other, reader.client.token);
    expect(await listTitles(there)).toEqual(['Adult', 'Child', 'Plain']);
    const stream = await openEventStream(there, '/api/v1/events/stream');
    await grant(reader.id, adults, 'deny');
    // It is told to fetch all again as soon as the other process knows.
    await stream.until('event: stream_reset');
    expect(await listTitles(there)).toEqual(['Child', 'Plain']);
    await admin.call('addSeriesSharingTag', { params: { id: findId('Plain') }, body: { sharingTagId: adults } });
    await stream.until('event: series_deleted');
    expect(await listTitles(there)).toEqual(['Child']);
    await stream.close();
  });
});
