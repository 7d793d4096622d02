import type { AccessMode } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { openEventStream } from '../_harness/event-stream.ts';
import { startServer } from '../_harness/start-server.ts';
import { fetchStatus, listTitles, NOTHING, openTaggedShelf, PASSWORD } from '../_harness/tagged-shelf.ts';

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
    const { admin, adults, kids, idOf: findId } = await openTaggedShelf(server);
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
    const { admin, adults, kids, grant, idOf: findId, reader } = await openTaggedShelf(server);
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
    const { admin, adults, idOf: findId } = await openTaggedShelf(server);
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
    const { admin, adults, kids, grant, reader } = await openTaggedShelf(server);
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
    const { admin, adults, grant, reader } = await openTaggedShelf(server);
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
    const { admin, adults, kids, idOf: findId } = await openTaggedShelf(server);
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
    const { admin, adults, kids, idOf: findId } = await openTaggedShelf(server);
    const params = { id: findId('Plain') };
    await admin.call('replaceSeriesSharingTags', { params, body: { sharingTagIds: [kids, adults] } });
    await admin.call('replaceSeriesSharingTags', { params, body: { sharingTagIds: [] } });
    await admin.call('deleteSharingTag', { params: { id: kids } });
    const { data } = await admin.call('listMetadataActions', { query: { seriesId: params.id } });
    await admin.call('undoMetadataAction', { params: { id: data[0]?.id ?? '' } });
    expect(await admin.call('listSeriesSharingTags', { params })).toMatchObject([{ name: 'Adults' }]);
  });
});
