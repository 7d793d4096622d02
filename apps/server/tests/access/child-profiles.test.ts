import { api, buildAddress, type Endpoint, type RouteName, routes } from '@lectern/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seriesEvent } from '#events/entity-events.ts';
import { addAccount, enterAs, PASSWORD } from '../_harness/add-account.ts';
import { askLists } from '../_harness/ask-probes.ts';
import { type Client, createClient, expectRefusal, signIn } from '../_harness/client.ts';
import { openChildWorld } from '../_harness/child-world.ts';
import { basic, ReaderApp, switchCompatOn } from '../_harness/compat.ts';
import { NO_PARAMS } from '../_harness/contract-asks.ts';
import { databases } from '../_harness/databases.ts';
import { openEventStream } from '../_harness/event-stream.ts';

async function listTitles(client: Client): Promise<string[]> {
  return (await client.call('listSeries', { query: { sort: 'name' } })).data.map(({ title }) => title);
}

async function nameUser(client: Client): Promise<string> {
  return (await client.call('getCurrentUser', {})).username;
}

type World = Awaited<ReturnType<typeof openChildWorld>>;

describe.each(databases)('a child profile on %s', (kind) => {
  let shared: World;
  let families = 0;

  beforeAll(async () => {
    shared = await openChildWorld(kind);
  });
  afterAll(async () => shared[Symbol.asyncDispose]());

  /** The same server, with a family that no other test uses. */
  async function newFamily() {
    families += 1;
    return { ...shared, ...(await shared.addFamily(`ada ${String(families)}`)) };
  }

  it('has its own progress, and sees no more than its parent and its limits, from the moment they change', async () => {
    const world = await newFamily();
    const { admin, parent, parentId, child, account, bookId, one, two } = world;
    await parent.call('saveProgress', { params: { id: bookId }, body: { currentPage: 1 } });
    expect(await listTitles(parent)).toEqual(['Child', 'Teen']);
    await parent.call('openChildProfile', { params: child });
    expect(await parent.call('getCurrentUser', {})).toMatchObject({
      ...{ id: child.id, username: 'Mia', role: 'reader', profileOf: { username: account.username, hasPin: false } },
    });
    expect(await listTitles(parent)).toEqual(['Child']);
    expect((await parent.call('listProgress', { query: {} })).data).toEqual([]);
    await parent.call('saveProgress', { params: { id: bookId }, body: { currentPage: 2 } });
    // Whatever an admin gives the profile itself, it stays within its parent.
    await admin.call('updateUser', {
      params: child,
      body: { libraryIds: [one.libraryId, two.libraryId], ageLimit: null },
    });
    expect(await listTitles(parent)).toEqual(['Child', 'Teen']);
    await admin.call('updateUser', {
      params: { id: parentId },
      body: { ageLimit: { maxAge: 7, showsUnrated: false } },
    });
    expect(await listTitles(parent)).toEqual(['Child']);
    await admin.call('updateUser', { params: { id: parentId }, body: { libraryIds: [two.libraryId] } });
    expect(await listTitles(parent)).toEqual(['Other']);
    await admin.call('updateUser', { params: { id: parentId }, body: { libraryIds: [one.libraryId] } });
    await parent.call('leaveChildProfile', { body: {} });
    expect(await nameUser(parent)).toBe(account.username);
    const [own] = (await parent.call('listProgress', { query: {} })).data;
    expect([own?.bookId, own?.currentPage]).toEqual([bookId, 1]);
  });

  it('is told nothing by any list that an account with its limits is not told', async () => {
    const world = await newFamily();
    const { server, admin, parent, child, one } = world;
    const ageLimit = { maxAge: 12, showsUnrated: false };
    const { client: other } = await addAccount({ server, admin }, 'twin', { ageLimit, libraryIds: [one.libraryId] });
    await parent.call('openChildProfile', { params: child });
    const keys = new Set(['listApiKeys', 'listSessions', 'listDevices']);
    const [seen, allowed] = [await askLists(parent), await askLists(other)];
    for (const [name, answers] of allowed) if (!keys.has(name)) expect([name, seen.get(name)]).toEqual([name, answers]);
    expect(seen.size).toBeGreaterThan(10);
  });

  it('is explained within the rights of its parent', async () => {
    const world = await newFamily();
    const { admin, parent, parentId, child, one, two } = world;
    const explain = async () => admin.call('getEffectiveGrants', { params: child });
    const byParent = { kind: 'parent' };
    expect(await explain()).toMatchObject({
      allLibraries: [],
      libraries: [{ libraryId: one.libraryId, sources: [byParent] }],
      ageLimit: { maxAge: 12, showsUnrated: false },
      ageLimits: [
        { maxAge: 12, source: { kind: 'user' } },
        { maxAge: 16, source: byParent },
      ],
    });
    const tags = await Promise.all(
      ['Secret', 'Shown'].map(async (name) => admin.call('createSharingTag', { body: { name } })),
    );
    for (const [index, accessMode] of (['deny', 'allow'] as const).entries()) {
      const body = { sharingTagId: tags[index]?.id ?? '', accessMode };
      await admin.call('setUserSharingTag', { params: { id: parentId }, body });
    }
    expect((await explain()).grants).toMatchObject([
      { sharingTagName: 'Secret', accessMode: 'deny', sources: [byParent] },
      { sharingTagName: 'Shown', accessMode: 'allow', sources: [byParent] },
    ]);
    await parent.call('updateChildProfile', { params: child, body: { libraryIds: [one.libraryId] } });
    await admin.call('updateUser', { params: { id: parentId }, body: { libraryIds: [two.libraryId] } });
    expect((await explain()).libraries).toEqual([]);
    await admin.call('updateUser', { params: { id: parentId }, body: { libraryIds: null } });
    expect((await explain()).libraries).toMatchObject([{ libraryId: one.libraryId, sources: [{ kind: 'user' }] }]);
    // The child may see only what its parent may not.
    await admin.call('setUserSharingTag', {
      params: child,
      body: { sharingTagId: tags[0]?.id ?? '', accessMode: 'allow' },
    });
    expect((await explain()).libraries).toEqual([]);
  });

  it('changes no account, makes no key, and signs in nowhere', async () => {
    const world = await newFamily();
    const { server, admin, parent, child, account } = world;
    await parent.call('openChildProfile', { params: child });
    const readRows = async () => {
      const { read } = server.context.db;
      return {
        users: await read.selectFrom('user').selectAll().orderBy('id').execute(),
        sessions: await read.selectFrom('session').select(['id', 'endedAt', 'profileId']).orderBy('id').execute(),
        keys: await read.selectFrom('apiKey').selectAll().execute(),
      };
    };
    const before = await readRows();
    let asked = 0;
    for (const name of Object.keys(routes) as RouteName[]) {
      const { permission, inProfile = permission !== 'user' }: Endpoint = api[name];
      const [method] = routes[name];
      if (method === 'GET' || permission === 'public' || inProfile) continue;
      asked += 1;
      const headers = { 'content-type': 'application/json' };
      const { status } = await parent.fetch(buildAddress('', name, NO_PARAMS), {
        ...{ method, headers },
        ...(method === 'DELETE' ? {} : { body: '{}' }),
      });
      expect([name, status]).toEqual([name, 403]);
    }
    expect(asked).toBeGreaterThan(15);
    expect((await expectRefusal(parent.call('createApiKey', { body: { name: 'key' } }))).status).toBe(403);
    expect(await readRows()).toEqual(before);
    for (const username of ['Mia', `mia:${child.id}`]) {
      expect((await expectRefusal(signIn(server, { username, password: PASSWORD }))).status).toBe(401);
    }
    for (const body of [
      { password: PASSWORD },
      { username: 'mia' },
      { email: 'mia@example.org' },
      { role: 'admin' as const },
    ]) {
      expect((await expectRefusal(admin.call('updateUser', { params: child, body }))).status).toBe(403);
    }
    expect((await expectRefusal(admin.call('createResetLink', { params: child }))).status).toBe(409);
    // Its name is taken from no account, and stands in the way of no change.
    await admin.call('createUser', { body: { username: 'Mia', password: PASSWORD } });
    await admin.call('updateUser', { params: child, body: { isActive: true } });
    await switchCompatOn(admin);
    const app = new ReaderApp(server, { authorization: `Bearer ${parent.token ?? ''}` });
    expect((await app.fetch('/api/v1/libraries')).status).not.toBe(200);
    expect((await new ReaderApp(server, basic(account.username, PASSWORD)).fetch('/api/v1/libraries')).status).toBe(
      200,
    );
  });

  it('is left by the PIN or the password of the parent alone, and guesses are limited', async () => {
    // Guesses count against the address, too.
    await using world = await openChildWorld(kind);
    const { server, admin, parent, parentId, child, account } = world;
    const wrong = { pin: '1234', currentPassword: 'not the password' };
    expect((await expectRefusal(parent.call('savePin', { body: wrong }))).status).toBe(400);
    await parent.call('savePin', { body: { pin: '1234', currentPassword: PASSWORD } });
    const leave = async (body: { pin?: string; password?: string }) => parent.call('leaveChildProfile', { body });
    for (const body of [{ pin: '1234' }, { password: PASSWORD }]) {
      await parent.call('openChildProfile', { params: child });
      expect((await parent.call('getCurrentUser', {})).profileOf).toEqual({ username: 'ada', hasPin: true });
      for (const bad of [{}, { pin: '4321' }, { password: 'not the password' }]) {
        expect((await expectRefusal(leave(bad))).status).toBe(400);
      }
      expect(await nameUser(parent)).toBe('Mia');
      await leave(body);
      expect(await nameUser(parent)).toBe('ada');
    }
    await parent.call('openChildProfile', { params: child });
    for (let guess = 0; guess < 10; guess += 1) {
      expect((await expectRefusal(leave({ pin: String(5000 + guess) }))).status).toBe(400);
    }
    for (const late of [{ pin: '1234' }, { password: PASSWORD }]) {
      expect((await expectRefusal(leave(late))).status).toBe(429);
    }
    const guesses = { action: 'sign_in_refused', userId: parentId } as const;
    const noted = (await admin.call('listAudit', { query: guesses })).data;
    expect(noted.map(({ details }) => details['reason'])).toContain('wrong PIN');
    // A sign-out is a way out, too: to the password.
    await parent.call('logout', {});
    expect((await expectRefusal(nameUser(parent))).status).toBe(401);
    expect(await nameUser(await signIn(server, account))).toBe('ada');
  });

  it('belongs to its parent alone, and signs out where it is deleted or switched off', async () => {
    const world = await newFamily();
    const { server, admin, parent, parentId, child, account } = world;
    const { client: neighbour } = await addAccount({ server, admin }, 'neighbour');
    for (const other of [admin, neighbour]) {
      const refused = await Promise.all([
        expectRefusal(other.call('openChildProfile', { params: child })),
        expectRefusal(other.call('updateChildProfile', { params: child, body: { name: 'Zoe' } })),
        expectRefusal(other.call('deleteChildProfile', { params: child })),
      ]);
      expect(refused.map(({ status }) => status)).toEqual([404, 404, 404]);
      expect((await other.call('listChildProfiles', {})).profiles).toEqual([]);
    }
    const unseen = parent.call('updateChildProfile', { params: child, body: { name: 'Mia\u202e' } });
    expect((await expectRefusal(unseen)).status).toBe(400);
    const taken = parent.call('createChildProfile', { body: { name: 'MIA' } });
    expect((await expectRefusal(taken)).status).toBe(409);
    const hidden = { name: 'Leo', libraryIds: [world.two.libraryId] };
    expect((await expectRefusal(parent.call('createChildProfile', { body: hidden }))).status).toBe(400);
    const { key } = await parent.call('createApiKey', { body: { name: 'all' } });
    const byKey = createClient(server, key);
    expect((await expectRefusal(byKey.call('openChildProfile', { params: child }))).status).toBe(403);

    const tablet = await enterAs(server, parentId);
    await tablet.call('openChildProfile', { params: child });
    await admin.call('updateUser', { params: child, body: { isActive: false } });
    expect((await expectRefusal(nameUser(tablet))).status).toBe(401);
    expect((await expectRefusal(parent.call('openChildProfile', { params: child }))).status).toBe(409);
    const listActive = async () =>
      (await parent.call('listChildProfiles', {})).profiles.map(({ id, isActive }) => [id, isActive]);
    expect(await listActive()).toEqual([[child.id, false]]);
    await admin.call('updateUser', { params: child, body: { isActive: true } });
    expect(await listActive()).toEqual([[child.id, true]]);
    expect(await nameUser(tablet)).toBe('Mia');
    await parent.call('deleteChildProfile', { params: child });
    expect((await expectRefusal(nameUser(tablet))).status).toBe(401);
    expect(await nameUser(parent)).toBe(account.username);
    // The profiles of a deleted account go with it.
    const last = await parent.call('createChildProfile', { body: { name: 'Mia' } });
    await admin.call('deleteUser', { params: { id: parentId } });
    expect((await expectRefusal(admin.call('getUser', { params: last }))).status).toBe(404);
  });

  it('is limited at once in a stream that its parent opened before', async () => {
    const world = await newFamily();
    const { server, admin, parent, child, seriesId, one } = world;
    const { events } = server.context;
    const stream = await openEventStream(parent, '/api/v1/events/stream');
    await parent.call('openChildProfile', { params: child });
    await admin.call('updateUser', { params: child, body: { ageLimit: { maxAge: 5, showsUnrated: false } } });
    events.emit(seriesEvent('series_updated', { id: seriesId, libraryId: one.libraryId }, ['year']));
    events.emitPersonal({ type: 'want_to_read_updated', user_id: child.id, timestamp: 'the end' });
    const told = await stream.until('the end');
    await stream.close();
    expect(told).not.toContain(seriesId);
  });

  it('sees nothing while its parent is deactivated, and is explained so', async () => {
    const world = await newFamily();
    const { admin, parentId, child, one } = world;
    const listSeen = async () => {
      await admin.call('beginAccountView', { params: child });
      const seen = await listTitles(admin).catch((error: unknown) => error);
      await admin.call('endAccountView', {});
      return seen;
    };
    const explain = async () => (await admin.call('getEffectiveGrants', { params: child })).libraries;
    expect([await listSeen(), await explain()]).toMatchObject([['Child'], [{ libraryId: one.libraryId }]]);
    await admin.call('updateUser', { params: { id: parentId }, body: { isActive: false } });
    expect([await listSeen(), await explain()]).toMatchObject([{ status: 403 }, []]);
    await admin.call('updateUser', { params: { id: parentId }, body: { isActive: true } });
    expect([await listSeen(), await explain()]).toMatchObject([['Child'], [{ libraryId: one.libraryId }]]);
  });
});
