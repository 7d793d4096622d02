import { describe, expect, it } from 'vitest';
import { newId } from '#db/new-id.ts';
import { type Client, createClient, expectRefusal, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { openEventStream } from '../_harness/event-stream.ts';
import { openHome } from '../_harness/home.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const PASSWORD = 'the password of all';
const NOTHING = '0192f0c1-0000-7000-8000-000000000000';

/** Two libraries with a series each, two tags on series of the first, and a reader who was given no library. */
async function openWorld(server: TestServer) {
  const admin = await setupAdmin(server);
  const [one, two] = [await newShelf(server, { name: 'One' }), await newShelf(server, { name: 'Two' })];
  const [adults, kids] = [
    (await admin.call('createSharingTag', { body: { name: 'Adults' } })).id,
    (await admin.call('createSharingTag', { body: { name: 'Kids' } })).id,
  ];
  for (const [shelf, title, tagId, ageRating] of [
    [one, 'Adult', adults, 18],
    [one, 'Child', kids, 6],
    [two, 'Other', undefined, 12],
  ] as const) {
    const id = await shelf.addSeries(title, { ageRating });
    await shelf.addBook(id, `${title} 1`);
    if (tagId !== undefined) await admin.call('addSeriesSharingTag', { params: { id }, body: { sharingTagId: tagId } });
  }
  const account = { username: 'reader', password: PASSWORD };
  const { id } = await admin.call('createUser', { body: { ...account, libraryIds: [] } });
  const reader = { id, client: await signIn(server, account) };
  const addGroup = async (name: string, more: object = {}) => {
    const group = await admin.call('createAccessGroup', { body: { name, ...more } });
    await admin.call('addAccessGroupMembers', { params: group, body: { userIds: [reader.id] } });
    return group;
  };
  return { admin, one, two, adults, kids, reader, addGroup };
}

async function listTitles(client: Client): Promise<string[]> {
  return (await client.call('listSeries', { query: { sort: 'name' } })).data.map(({ title }) => title);
}

describe.each(databases)('access groups on %s', (kind) => {
  it('are administered by those who administer the server', async () => {
    await using server = await startServer(kind);
    const { admin, one, adults, reader } = await openWorld(server);
    const body = { name: ' Family ', description: 'all of us', libraryIds: [one.libraryId] };
    const made = await admin.call('createAccessGroup', { body });
    const shown = { name: 'Family', description: 'all of us', libraryIds: [one.libraryId], ageLimit: null };
    expect(made).toMatchObject({ ...shown, memberCount: 0, grantCount: 0 });
    for (const name of ['FAMILY', 'Famíly ', ' ']) {
      const refusal = await expectRefusal(admin.call('createAccessGroup', { body: { name } }));
      expect([name, refusal.status]).toEqual([name, 400]);
    }
    const unknown = admin.call('createAccessGroup', { body: { name: 'Lost', libraryIds: [NOTHING] } });
    expect((await expectRefusal(unknown)).status).toBe(400);
    const params = { id: made.id };
    const change = { ageLimit: { maxAge: 12, showsUnrated: false }, description: null, libraryIds: null };
    expect(await admin.call('updateAccessGroup', { params, body: change })).toMatchObject({
      ...change,
      name: 'Family',
    });
    const members = await admin.call('addAccessGroupMembers', { params, body: { userIds: [reader.id, reader.id] } });
    expect(members).toMatchObject([{ userId: reader.id, username: 'reader', source: 'manual' }]);
    const stranger = admin.call('addAccessGroupMembers', { params, body: { userIds: [reader.id, NOTHING] } });
    expect((await expectRefusal(stranger)).status).toBe(400);
    const grant = { sharingTagId: adults, accessMode: 'deny' } as const;
    expect(await admin.call('setAccessGroupGrant', { params, body: grant })).toMatchObject({
      ...{ ...grant, sharingTagName: 'Adults' },
    });
    const mapping = await admin.call('addAccessGroupMapping', { params, body: { oidcGroupName: ' family ' } });
    expect(mapping.oidcGroupName).toBe('family');
    const twice = admin.call('addAccessGroupMapping', { params, body: { oidcGroupName: 'family' } });
    expect((await expectRefusal(twice)).status).toBe(400);
    expect(await admin.call('getAccessGroup', { params })).toMatchObject({
      ...{ memberCount: 1, grantCount: 1, members, grants: [grant], oidcMappings: [mapping] },
    });
    expect(await admin.call('listUserAccessGroups', { params: reader })).toEqual([
      { id: made.id, name: 'Family', description: null },
    ]);
    await admin.call('removeAccessGroupMapping', { params: { ...params, mappingId: mapping.id } });
    await admin.call('removeAccessGroupGrant', { params: { ...params, tagId: adults } });
    await admin.call('removeAccessGroupMember', { params: { ...params, userId: reader.id } });
    for (const again of [
      async () => admin.call('removeAccessGroupMapping', { params: { ...params, mappingId: mapping.id } }),
      async () => admin.call('removeAccessGroupGrant', { params: { ...params, tagId: adults } }),
      async () => admin.call('removeAccessGroupMember', { params: { ...params, userId: reader.id } }),
      async () => admin.call('setAccessGroupGrant', { params, body: { ...grant, sharingTagId: NOTHING } }),
      async () => admin.call('getAccessGroup', { params: { id: NOTHING } }),
      async () => admin.call('getEffectiveGrants', { params: { id: NOTHING } }),
    ]) {
      expect((await expectRefusal(again())).status).toBe(404);
    }
    await admin.call('deleteAccessGroup', { params });
    expect(await admin.call('listAccessGroups', {})).toEqual([]);
  });

  it('are at most two hundred', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const at = Date.now();
    const blank = { description: null, allLibraries: 0, maxAge: null, showsUnrated: 0, createdAt: at, updatedAt: at };
    const rows = Array.from({ length: 199 }, (_none, index) => {
      const name = `group ${String(index)}`;
      return { id: newId(), name, nameKey: name, ...blank };
    });
    await server.context.db.transaction(async (tx) => tx.write.insertInto('accessGroup').values(rows).execute());
    const last = await admin.call('createAccessGroup', { body: { name: 'Last' } });
    const more = admin.call('createAccessGroup', { body: { name: 'More' } });
    expect((await expectRefusal(more)).status).toBe(409);
    expect(await admin.call('listAccessGroups', {})).toHaveLength(200);
    await admin.call('deleteAccessGroup', { params: last });
    expect((await admin.call('createAccessGroup', { body: { name: 'More' } })).name).toBe('More');
  });

  it('give libraries and set limits, and the strictest of all counts', async () => {
    await using server = await startServer(kind);
    const { admin, one, two, adults, kids, reader, addGroup } = await openWorld(server);
    const { client, id } = reader;
    expect(await listTitles(client)).toEqual([]);
    const first = await addGroup('First', { libraryIds: [one.libraryId] });
    expect(await listTitles(client)).toEqual(['Adult', 'Child']);
    const second = await addGroup('Second', { libraryIds: [two.libraryId] });
    expect(await listTitles(client)).toEqual(['Adult', 'Child', 'Other']);
    await admin.call('updateAccessGroup', { params: second, body: { ageLimit: { maxAge: 16, showsUnrated: true } } });
    expect(await listTitles(client)).toEqual(['Child', 'Other']);
    await admin.call('updateAccessGroup', { params: first, body: { ageLimit: { maxAge: 6, showsUnrated: true } } });
    expect(await listTitles(client)).toEqual(['Child']);
    for (const params of [first, second]) await admin.call('updateAccessGroup', { params, body: { ageLimit: null } });
    await admin.call('setAccessGroupGrant', { params: first, body: { sharingTagId: adults, accessMode: 'allow' } });
    expect(await listTitles(client)).toEqual(['Adult']);
    // A grant of one's own and those of groups go together; a deny wins.
    await admin.call('setUserSharingTag', { params: { id }, body: { sharingTagId: kids, accessMode: 'allow' } });
    expect(await listTitles(client)).toEqual(['Adult', 'Child']);
    await admin.call('setAccessGroupGrant', { params: second, body: { sharingTagId: adults, accessMode: 'deny' } });
    expect(await listTitles(client)).toEqual(['Child']);
    await admin.call('removeAccessGroupMember', { params: { ...second, userId: id } });
    expect(await listTitles(client)).toEqual(['Adult', 'Child']);
    await admin.call('deleteAccessGroup', { params: first });
    expect(await listTitles(client)).toEqual([]);
    await addGroup('Everything', { libraryIds: null });
    expect(await listTitles(client)).toEqual(['Child']);
  });

  it('are told with the reason of each right', async () => {
    await using server = await startServer(kind);
    const { admin, one, two, adults, kids, reader, addGroup } = await openWorld(server);
    const explain = async (id = reader.id) => admin.call('getEffectiveGrants', { params: { id } });
    const nothing = { grants: [], allLibraries: [], libraries: [], ageLimit: null, ageLimits: [] };
    expect(await explain()).toEqual({ userId: reader.id, ...nothing });
    await admin.call('updateUser', {
      params: reader,
      body: { libraryIds: [two.libraryId], ageLimit: { maxAge: 16, showsUnrated: true } },
    });
    const group = await addGroup('Family', {
      libraryIds: [one.libraryId, two.libraryId],
      ageLimit: { maxAge: 12, showsUnrated: true },
    });
    const family = { kind: 'group', groupId: group.id, groupName: 'Family' };
    const own = { kind: 'user' };
    for (const [sharingTagId, mine, ours] of [
      [adults, 'allow', 'deny'],
      [kids, 'allow', 'allow'],
    ] as const) {
      await admin.call('setUserSharingTag', { params: reader, body: { sharingTagId, accessMode: mine } });
      await admin.call('setAccessGroupGrant', { params: group, body: { sharingTagId, accessMode: ours } });
    }
    expect(await explain()).toEqual({
      userId: reader.id,
      grants: [
        { sharingTagId: adults, sharingTagName: 'Adults', accessMode: 'deny', sources: [family] },
        { sharingTagId: kids, sharingTagName: 'Kids', accessMode: 'allow', sources: [own, family] },
      ],
      allLibraries: [],
      libraries: [
        { libraryId: one.libraryId, libraryName: 'One', sources: [family] },
        { libraryId: two.libraryId, libraryName: 'Two', sources: [own, family] },
      ],
      ageLimit: { maxAge: 12, showsUnrated: true },
      ageLimits: [
        { maxAge: 16, showsUnrated: true, source: own },
        { maxAge: 12, showsUnrated: true, source: family },
      ],
    });
    await admin.call('updateAccessGroup', { params: group, body: { libraryIds: null } });
    expect(await explain()).toMatchObject({ allLibraries: [family], libraries: [] });
    const { id: adminId } = await admin.call('getCurrentUser', {});
    expect(await explain(adminId)).toMatchObject({ allLibraries: [{ kind: 'role' }, own], libraries: [] });
  });

  it('keep their tags, which would show members what they hide', async () => {
    await using server = await startServer(kind);
    const { admin, adults, reader, addGroup } = await openWorld(server);
    const group = await addGroup('Family', { libraryIds: null });
    await admin.call('setAccessGroupGrant', { params: group, body: { sharingTagId: adults, accessMode: 'deny' } });
    const refusal = await expectRefusal(admin.call('deleteSharingTag', { params: { id: adults } }));
    expect([refusal.status, refusal.message.includes('Family')]).toEqual([409, true]);
    // Nor does the undo of its creation take it.
    const { data } = await admin.call('listMetadataActions', { query: { pageSize: '100' } });
    const creation = data.find(({ changes }) => changes.some((one) => one.targetId === adults && one.before === null));
    const undone = await admin.call('undoMetadataAction', { params: { id: creation?.id ?? '' } });
    expect(undone).toMatchObject({ undone: 0, keptCount: 1 });
    expect(await listTitles(reader.client)).toEqual(['Child', 'Other']);
    await admin.call('removeAccessGroupGrant', { params: { ...group, tagId: adults } });
    await admin.call('deleteSharingTag', { params: { id: adults } });
    expect(await listTitles(reader.client)).toEqual(['Adult', 'Child', 'Other']);
  });

  it('limit accounts that limited members make, and end links that were made before', async () => {
    await using server = await startServer(kind);
    const { admin, one, adults } = await openWorld(server);
    const account = { username: 'manager', password: PASSWORD };
    const permissions = ['UsersRead', 'UsersWrite'] as const;
    const { id } = await admin.call('createUser', {
      body: { ...account, permissions: [...permissions], libraryIds: [] },
    });
    const manager = await signIn(server, account);
    const group = await admin.call('createAccessGroup', { body: { name: 'Staff', libraryIds: [one.libraryId] } });
    await admin.call('addAccessGroupMembers', { params: group, body: { userIds: [id] } });
    await admin.call('setAccessGroupGrant', { params: group, body: { sharingTagId: adults, accessMode: 'deny' } });
    const friend = await manager.call('createUser', { body: { username: 'friend', password: PASSWORD } });
    expect(friend.libraryIds).toEqual([one.libraryId]);
    expect(await listTitles(await signIn(server, { username: 'friend', password: PASSWORD }))).toEqual(['Child']);
    const { url } = await manager.call('createResetLink', { params: friend });
    const rich = await admin.call('createAccessGroup', { body: { name: 'Rich', libraryIds: null } });
    await admin.call('addAccessGroupMembers', { params: rich, body: { userIds: [friend.id] } });
    const body = { token: url.replace(/^.*#/, ''), password: 'chosen by the manager' };
    expect((await expectRefusal(createClient(server).call('resetPassword', { body }))).status).toBe(400);
    expect((await expectRefusal(manager.call('createResetLink', { params: friend }))).status).toBe(403);
    // Every allowed tag is denied: no account can be limited like that.
    await admin.call('setUserSharingTag', { params: { id }, body: { sharingTagId: adults, accessMode: 'allow' } });
    const other = manager.call('createUser', { body: { username: 'other', password: PASSWORD } });
    expect((await expectRefusal(other)).status).toBe(403);
  });
});

describe('two server processes on one PostgreSQL', () => {
  it('both apply access groups from the moment they change in one of them', async () => {
    await using home = await openHome('postgres');
    await using one = await startServer('postgres', { home });
    await using other = await startServer('postgres', { home });
    const { admin, addGroup, reader } = await openWorld(one);
    const group = await addGroup('Family', { libraryIds: null });
    const there = createClient(other, reader.client.token);
    expect(await listTitles(there)).toEqual(['Adult', 'Child', 'Other']);
    const stream = await openEventStream(there, '/api/v1/events/stream');
    await admin.call('updateAccessGroup', { params: group, body: { ageLimit: { maxAge: 12, showsUnrated: true } } });
    await stream.until('event: stream_reset');
    expect(await listTitles(there)).toEqual(['Child', 'Other']);
    await stream.close();
  });
});
