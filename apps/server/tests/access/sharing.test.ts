import type { AccessMode } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { type Client, createClient, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { openEventStream } from '../_harness/event-stream.ts';
import { openHome } from '../_harness/home.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const PASSWORD = 'the password of all';
const NOTHING = '0192f0c1-0000-7000-8000-000000000000';

async function newReader(server: TestServer, admin: Client, username = 'reader') {
  const { id } = await admin.call('createUser', { body: { username, password: PASSWORD } });
  return { id, client: await signIn(server, { username, password: PASSWORD }) };
}

async function newTag(admin: Client, name: string): Promise<string> {
  return (await admin.call('createSharingTag', { body: { name } })).id;
}

/** Three series of two books each: one for adults, one for children, one with no tag. */
async function openShelf(server: TestServer) {
  const admin = await setupAdmin(server);
  const shelf = await newShelf(server);
  const [adults, kids] = [await newTag(admin, 'Adults'), await newTag(admin, 'Kids')];
  const series: Record<string, string> = {};
  for (const [title, tagIds] of [
    ['Adult', [adults]],
    ['Child', [kids]],
    ['Plain', []],
  ] as const) {
    const id = await shelf.addSeries(title);
    series[title] = id;
    for (const number of [1, 2]) await shelf.addBook(id, `${title} ${String(number)}`);
    await admin.call('replaceSeriesSharingTags', { params: { id }, body: { sharingTagIds: [...tagIds] } });
  }
  const grant = async (userId: string, sharingTagId: string, accessMode: AccessMode) =>
    admin.call('setUserSharingTag', { params: { id: userId }, body: { sharingTagId, accessMode } });
  const findId = (title: string): string => series[title] ?? '';
  return { admin, shelf, adults, kids, grant, idOf: findId, reader: await newReader(server, admin) };
}

async function listTitles(client: Client): Promise<string[]> {
  const { data, total } = await client.call('listSeries', { query: { sort: 'name' } });
  const { total: books } = await client.call('listBooks', {});
  expect([total, books]).toEqual([data.length, data.length * 2]);
  return data.map(({ title }) => title);
}

async function fetchStatus(client: Client, path: string, init: RequestInit = {}): Promise<number> {
  return (await client.fetch(path, init)).status;
}

describe.each(databases)('sharing tags on %s', (kind) => {
  it('are administered by those who administer the server', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const made = await admin.call('createSharingTag', { body: { name: '  Kids ', description: 'up to ten' } });
    expect(made).toMatchObject({ name: 'Kids', description: 'up to ten', seriesCount: 0, userCount: 0 });
    for (const name of ['kids', 'KÍDS ', ' ']) {
      await expect(admin.call('createSharingTag', { body: { name } })).rejects.toMatchObject({ status: 400 });
    }
    const other = await admin.call('createSharingTag', { body: { name: 'Adults' } });
    expect((await admin.call('listSharingTags', {})).data.map(({ name }) => name)).toEqual(['Adults', 'Kids']);
    expect(await admin.call('listSharingTags', { query: { pageSize: '1', search: 'iD' } })).toMatchObject({
      total: 1,
      data: [{ id: made.id }],
    });
    const params = { id: made.id };
    await expect(admin.call('updateSharingTag', { params, body: { name: 'adults' } })).rejects.toMatchObject({
      status: 400,
    });
    expect(await admin.call('updateSharingTag', { params, body: { name: 'Children' } })).toMatchObject({
      ...{ name: 'Children', description: 'up to ten' },
    });
    expect(await admin.call('updateSharingTag', { params, body: { description: null } })).toMatchObject({
      ...{ name: 'Children', description: null },
    });
    await admin.call('deleteSharingTag', { params: { id: other.id } });
    await expect(admin.call('getSharingTag', { params: { id: other.id } })).rejects.toMatchObject({ status: 404 });
    await expect(admin.call('deleteSharingTag', { params: { id: other.id } })).rejects.toMatchObject({ status: 404 });

    const permissions = ['SeriesWrite', 'UsersRead', 'UsersWrite', 'LibrariesWrite'] as const;
    const account = { username: 'helper', password: PASSWORD };
    const { id } = await admin.call('createUser', { body: { ...account, permissions: [...permissions] } });
    const helper = await signIn(server, account);
    for (const [method, path] of [
      ['GET', '/api/v1/admin/sharing-tags'],
      ['GET', `/api/v1/admin/sharing-tags/${made.id}`],
      ['GET', `/api/v1/series/${NOTHING}/sharing-tags`],
      ['GET', `/api/v1/users/${id}/sharing-tags`],
      ['DELETE', `/api/v1/users/${id}/sharing-tags/${made.id}`],
    ] as const) {
      expect([path, await fetchStatus(helper, path, { method })]).toEqual([path, 403]);
    }
    expect(await helper.call('listOwnSharingTags', {})).toEqual({ userId: id, grants: [] });
  });

  it('of a series are set, added and taken, told in the journal, and undone', async () => {
    await using server = await startServer(kind);
    const { admin, adults, kids, idOf: findId } = await openShelf(server);
    const params = { id: findId('Plain') };
    const names = async () => (await admin.call('listSeriesSharingTags', { params })).map(({ name }) => name);
    const added = await admin.call('addSeriesSharingTag', { params, body: { sharingTagId: kids } });
    expect(added).toEqual([{ id: kids, name: 'Kids', description: null }]);
    await admin.call('replaceSeriesSharingTags', { params, body: { sharingTagIds: [kids, adults, kids] } });
    expect(await names()).toEqual(['Adults', 'Kids']);
    await admin.call('removeSeriesSharingTag', { params: { ...params, tagId: kids } });
    await expect(admin.call('removeSeriesSharingTag', { params: { ...params, tagId: kids } })).rejects.toMatchObject({
      status: 404,
    });
    for (const body of [{ sharingTagIds: [NOTHING] }]) {
      await expect(admin.call('replaceSeriesSharingTags', { params, body })).rejects.toMatchObject({ status: 400 });
    }
    await expect(
      admin.call('replaceSeriesSharingTags', { params: { id: NOTHING }, body: { sharingTagIds: [] } }),
    ).rejects.toMatchObject({ status: 404 });
    expect(await names()).toEqual(['Adults']);

    const { data } = await admin.call('listMetadataActions', { query: { seriesId: params.id } });
    expect(data[0]?.changes).toMatchObject([{ field: 'sharingTags', before: ['Adults', 'Kids'], after: ['Adults'] }]);
    await admin.call('undoMetadataAction', { params: { id: data[0]?.id ?? '' } });
    expect(await names()).toEqual(['Adults', 'Kids']);
    // What files say of a series is again; who may see it is not a thing of files.
    await admin.call('resetSeriesMetadata', { params });
    expect(await names()).toEqual(['Adults', 'Kids']);
    expect(await admin.call('getSharingTag', { params: { id: kids } })).toMatchObject({ seriesCount: 2 });

    await admin.call('createUser', { body: { username: 'editor', password: PASSWORD, role: 'maintainer' } });
    const editor = await signIn(server, { username: 'editor', password: PASSWORD });
    const listed = await editor.call('listMetadataActions', { query: { seriesId: params.id } });
    expect(listed.total).toBeGreaterThan(1);
    await expect(editor.call('undoMetadataAction', { params: { id: data[1]?.id ?? '' } })).rejects.toMatchObject({
      status: 403,
    });
  });

  it('are made and deleted in the journal, and come back with what bore them and what they meant', async () => {
    await using server = await startServer(kind);
    const { admin, adults, kids, grant, idOf: findId, reader } = await openShelf(server);
    const { id: userId, client } = reader;
    const last = async () => (await admin.call('listMetadataActions', {})).data[0];
    const undo = async () => admin.call('undoMetadataAction', { params: { id: (await last())?.id ?? '' } });

    const spare = await admin.call('createSharingTag', { body: { name: 'Spare', description: 'for later' } });
    expect(await last()).toMatchObject({
      ...{ kind: 'edit', changeCount: 1, undoneCount: 0 },
      changes: [{ targetType: 'sharingTag', targetId: spare.id, title: 'Spare', field: 'name', before: null }],
    });
    expect(await undo()).toMatchObject({ undone: 1, keptCount: 0 });
    await expect(admin.call('getSharingTag', { params: { id: spare.id } })).rejects.toMatchObject({ status: 404 });
    expect(await undo()).toMatchObject({ undone: 1 });
    expect(await admin.call('getSharingTag', { params: { id: spare.id } })).toMatchObject({ description: 'for later' });

    await grant(userId, adults, 'deny');
    const given = await client.call('listOwnSharingTags', {});
    expect(await listTitles(client)).toEqual(['Child', 'Plain']);
    await admin.call('deleteSharingTag', { params: { id: adults } });
    expect(await last()).toMatchObject({
      changes: [{ targetType: 'sharingTag', targetId: adults, title: 'Adults', before: 'Adults', after: null }],
    });
    expect(await listTitles(client)).toEqual(['Adult', 'Child', 'Plain']);
    expect(await undo()).toMatchObject({ undone: 1, keptCount: 0 });
    expect(await listTitles(client)).toEqual(['Child', 'Plain']);
    expect(await client.call('listOwnSharingTags', {})).toEqual(given);
    expect(await admin.call('getSharingTag', { params: { id: adults } })).toMatchObject({
      seriesCount: 1,
      userCount: 1,
    });
    // The undo is an action as well.
    expect(await undo()).toMatchObject({ undone: 1 });
    expect(await listTitles(client)).toEqual(['Adult', 'Child', 'Plain']);
    expect(await undo()).toMatchObject({ undone: 1 });
    expect(await listTitles(client)).toEqual(['Child', 'Plain']);

    // What decides by now who sees what stays.
    const { data } = await admin.call('listMetadataActions', { query: { pageSize: '100' } });
    const made = data.find(({ changes }) =>
      changes.some(({ targetId, before }) => targetId === kids && before === null),
    );
    expect(await admin.call('undoMetadataAction', { params: { id: made?.id ?? '' } })).toMatchObject({
      ...{ actionId: null, undone: 0, keptCount: 1 },
    });
    expect(await admin.call('listSeriesSharingTags', { params: { id: findId('Child') } })).toMatchObject([
      { id: kids },
    ]);
  });

  it('are renamed and described in the journal, and go back unless they are called something else by now', async () => {
    await using server = await startServer(kind);
    const { admin, adults, idOf: findId } = await openShelf(server);
    const stream = await openEventStream(admin, '/api/v1/events/stream');
    const params = { id: adults };
    const last = async () => (await admin.call('listMetadataActions', {})).data[0];
    const undo = async (id: string | undefined) => admin.call('undoMetadataAction', { params: { id: id ?? '' } });
    const tag = async () => {
      const { name, description } = await admin.call('getSharingTag', { params });
      return [name, description];
    };
    await admin.call('updateSharingTag', { params, body: { name: 'Grown-ups', description: 'from eighteen' } });
    const renamed = await last();
    expect(renamed).toMatchObject({
      ...{ kind: 'edit', changeCount: 2 },
      changes: [
        { targetType: 'sharingTag', targetId: adults, field: 'name', before: 'Adults', after: 'Grown-ups' },
        { targetType: 'sharingTag', targetId: adults, field: 'description', before: null, after: 'from eighteen' },
      ],
    });
    expect(renamed?.changes.map(({ title }) => title)).toEqual(['Adults', 'Adults']);
    // what says nothing new is no action
    await admin.call('updateSharingTag', { params, body: { name: ' Grown-ups', description: 'from eighteen' } });
    expect((await last())?.id).toBe(renamed?.id);

    expect(await undo(renamed?.id)).toMatchObject({ undone: 2, keptCount: 0 });
    expect(await tag()).toEqual(['Adults', null]);
    expect(await undo((await last())?.id)).toMatchObject({ undone: 2, keptCount: 0 });
    expect(await tag()).toEqual(['Grown-ups', 'from eighteen']);
    // named three times, described once more at each
    await admin.call('patchSeries', { params: { id: findId('Child') }, body: { title: 'Last' } });
    const told = await stream.until(findId('Child'));
    expect(told.split('event: series_updated').length - 1).toBe(4);
    expect(told.split(findId('Adult')).length - 1).toBe(3);
    await stream.close();

    // the description is another one by now, and the name that it had is taken
    await admin.call('updateSharingTag', { params, body: { description: 'from twenty' } });
    await admin.call('createSharingTag', { body: { name: 'adults' } });
    expect(await undo(renamed?.id)).toMatchObject({ actionId: null, undone: 0, keptCount: 2 });
    expect(await tag()).toEqual(['Grown-ups', 'from twenty']);
    await admin.call('deleteSharingTag', { params });
    expect(await undo(renamed?.id)).toMatchObject({ undone: 0, keptCount: 2 });
  });

  it('have grants in the journal, and regain them when an undo reverts a change', async () => {
    await using server = await startServer(kind);
    const { admin, adults, kids, grant, reader } = await openShelf(server);
    const { id: userId, client } = reader;
    const params = { id: userId, tagId: adults };
    const last = async () => (await admin.call('listMetadataActions', {})).data[0];
    const undo = async (id: string | undefined) => admin.call('undoMetadataAction', { params: { id: id ?? '' } });
    const given = async () => (await client.call('listOwnSharingTags', {})).grants;
    const meaning = (accessMode: AccessMode | null) => ({ userId, username: 'reader', accessMode });

    await grant(userId, adults, 'deny');
    const denied = await last();
    expect(denied).toMatchObject({
      ...{ kind: 'edit', changeCount: 1, username: 'admin' },
      changes: [
        {
          ...{ targetType: 'sharingTag', targetId: adults, title: 'Adults', field: 'grant' },
          ...{ before: meaning(null), after: meaning('deny') },
        },
      ],
    });
    const before = await given();
    // the same again is no action
    await grant(userId, adults, 'deny');
    expect((await last())?.id).toBe(denied?.id);
    await grant(userId, adults, 'allow');
    expect((await last())?.changes).toMatchObject([{ before: meaning('deny'), after: meaning('allow') }]);
    expect(await listTitles(client)).toEqual(['Adult']);
    expect(await undo((await last())?.id)).toMatchObject({ undone: 1, keptCount: 0 });
    expect(await listTitles(client)).toEqual(['Child', 'Plain']);
    expect(await given()).toEqual(before);

    await admin.call('removeUserSharingTag', { params });
    const removed = await last();
    expect(removed?.changes).toMatchObject([{ before: meaning('deny'), after: meaning(null) }]);
    expect(await listTitles(client)).toEqual(['Adult', 'Child', 'Plain']);
    expect(await undo(removed?.id)).toMatchObject({ undone: 1, keptCount: 0 });
    expect(await given()).toEqual(before);
    expect(await listTitles(client)).toEqual(['Child', 'Plain']);
    // the undo is an action as well
    expect(await undo((await last())?.id)).toMatchObject({ undone: 1 });
    expect(await given()).toEqual([]);

    // what was decided since stays
    await grant(userId, adults, 'allow');
    expect(await undo(denied?.id)).toMatchObject({ actionId: null, undone: 0, keptCount: 1 });
    expect(await given()).toMatchObject([{ accessMode: 'allow' }]);
    await grant(userId, kids, 'deny');
    const ofKids = await last();
    await admin.call('deleteUser', { params: { id: userId } });
    expect(await undo(ofKids?.id)).toMatchObject({ undone: 0, keptCount: 1 });
  });

  it('tell what they mean to whom only to those who administer the server', async () => {
    await using server = await startServer(kind);
    const { admin, adults, grant, reader } = await openShelf(server);
    await admin.call('createUser', { body: { username: 'editor', password: PASSWORD, role: 'maintainer' } });
    const editor = await signIn(server, { username: 'editor', password: PASSWORD });
    const { total } = await editor.call('listMetadataActions', {});
    await grant(reader.id, adults, 'deny');
    const [granted] = (await admin.call('listMetadataActions', {})).data;
    expect(granted?.changes).toMatchObject([{ field: 'grant' }]);
    expect(await editor.call('listMetadataActions', {})).toMatchObject({ total });
    const params = { id: granted?.id ?? '' };
    await expect(editor.call('getMetadataAction', { params })).rejects.toMatchObject({ status: 404 });
    await expect(editor.call('undoMetadataAction', { params })).rejects.toMatchObject({ status: 404 });
  });

  it('that come back pass over what was given others since, and take the place of their name', async () => {
    await using server = await startServer(kind);
    const { admin, adults, kids, idOf: findId } = await openShelf(server);
    const both = { sharingTagIds: [adults, kids] };
    for (const title of ['Adult', 'Child']) {
      await admin.call('replaceSeriesSharingTags', { params: { id: findId(title) }, body: both });
    }
    await admin.call('deleteSharingTag', { params: { id: kids } });
    const { data } = await admin.call('listMetadataActions', {});
    await admin.call('replaceSeriesSharingTags', { params: { id: findId('Adult') }, body: { sharingTagIds: [] } });
    const again = await admin.call('createSharingTag', { body: { name: 'kids' } });
    expect(await admin.call('undoMetadataAction', { params: { id: data[0]?.id ?? '' } })).toMatchObject({ undone: 1 });
    const names = async (title: string) => {
      const tags = await admin.call('listSeriesSharingTags', { params: { id: findId(title) } });
      return tags.map(({ name }) => name);
    };
    expect(await names('Adult')).toEqual([]);
    expect(await names('Child')).toEqual(['Adults', 'kids']);
    expect((await admin.call('listSharingTags', {})).data.map(({ id }) => id)).toEqual([adults, again.id]);
  });

  it('undoes nothing of tags that are gone', async () => {
    await using server = await startServer(kind);
    const { admin, adults, kids, idOf: findId } = await openShelf(server);
    const params = { id: findId('Plain') };
    await admin.call('replaceSeriesSharingTags', { params, body: { sharingTagIds: [kids, adults] } });
    await admin.call('replaceSeriesSharingTags', { params, body: { sharingTagIds: [] } });
    await admin.call('deleteSharingTag', { params: { id: kids } });
    const { data } = await admin.call('listMetadataActions', { query: { seriesId: params.id } });
    await admin.call('undoMetadataAction', { params: { id: data[0]?.id ?? '' } });
    expect(await admin.call('listSeriesSharingTags', { params })).toMatchObject([{ name: 'Adults' }]);
  });

  it('decide what a user sees: denied hides, allowed shows nothing else, and denied wins', async () => {
    await using server = await startServer(kind);
    const { admin, adults, kids, grant, idOf: findId, reader } = await openShelf(server);
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
    const { admin, shelf, adults, grant, idOf: findId, reader } = await openShelf(server);
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
    const { admin, adults, kids, grant } = await openShelf(server);
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
    expect(await listed({ sharingTag: 'nobody' })).toEqual([]);
    await expect(listed({ sharingTagMode: 'deny' })).rejects.toMatchObject({ status: 400 });
    await admin.call('deleteSharingTag', { params: { id: adults } });
    expect(await listTitles(friend)).toEqual(['Child']);
  });

  it('leave a user one of two allowed tags that are deleted at the same time', async () => {
    await using server = await startServer(kind);
    const { admin, grant, reader } = await openShelf(server);
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
    const { admin, adults, grant, idOf: findId, reader } = await openShelf(server);
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
    const { shelf, adults, grant, reader } = await openShelf(server);
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
    const { shelf, kids, adults, admin, grant, idOf: findId, reader } = await openShelf(server);
    await grant(reader.id, adults, 'deny');
    const renamed = await shelf.addSeries('Adult anew');
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
    const { admin, kids, adults, grant, idOf: findId, reader } = await openShelf(server);
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
    const { adults, admin, grant, idOf: findId, reader } = await openShelf(one);
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
