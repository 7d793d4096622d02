import { buildAddress, type RouteName, routes } from '@lectern/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { enterAs, PASSWORD } from '../_harness/add-account.ts';
import { createBrowser } from '../_harness/browser.ts';
import { openChildWorld } from '../_harness/child-world.ts';
import { type Client, createClient, expectRefusal, signIn } from '../_harness/client.ts';
import { ReaderApp, switchCompatOn } from '../_harness/compat.ts';
import { type DatabaseKind, databases } from '../_harness/databases.ts';
import { openEventStream } from '../_harness/event-stream.ts';
import { openHome } from '../_harness/home.ts';
import { koreaderHeaders, newDevice, syncDevice } from '../_harness/koreader.ts';
import { requireFor } from '../_harness/second-factor.ts';
import { addProvider, findSignedIn, startProvider } from '../_harness/sign-in-provider.ts';
import { startServer } from '../_harness/start-server.ts';

const EVENTS = '/api/v1/events/stream';

/** What each door says to a client, one text for each. */
async function askDoors(client: Client, { seriesId, teenSeriesId, bookId, teenBookId, one }: World) {
  const ids = [seriesId, teenSeriesId];
  const doors = [
    ...['/opds/v1.2/catalog', '/opds/v1.2/books?pageSize=50', '/opds/v1.2/series?pageSize=50'],
    ...['/opds/v2', '/opds/v2/books?pageSize=50', '/opds/v2/series?pageSize=50'],
    ...ids.flatMap((id) => [`/opds/v1.2/series/${id}`, `/opds/v2/series/${id}`, `/api/v1/series/${id}/thumbnail`]),
    ...[bookId, teenBookId].flatMap((id) => [`/api/v1/books/${id}`, `/api/v1/books/${id}/thumbnail`]),
    ...['/api/v1/search?q=1', '/api/v1/home', '/api/v1/books', `/api/v1/libraries/${one.libraryId}/books`],
  ];
  return new Map(
    await Promise.all(
      doors.map(async (path) => {
        const answer = await client.fetch(path);
        return [path, { status: answer.status, text: await answer.text() }] as const;
      }),
    ),
  );
}

type World = Awaited<ReturnType<typeof openChildWorld>>;

/** A change that a child asks for. */
interface Change {
  readonly name: RouteName;
  readonly id?: string;
  readonly provider?: string;
  readonly body?: unknown;
}

/** The session of a client as a browser sends it. */
function asBrowser({ url, token }: Client): Client {
  const cookie = `lectern_session=${token ?? ''}`;
  const plain = createClient({ url });
  return {
    ...plain,
    token,
    fetch: async (path, init = {}) => {
      const headers = new Headers(init.headers);
      headers.set('cookie', cookie);
      headers.set('sec-fetch-site', 'same-origin');
      return plain.fetch(path, { ...init, headers });
    },
  };
}

const PROXY = {
  'auth.proxy.addresses': 'loopback',
  'auth.proxy.create_accounts': 'true',
  'auth.proxy.link_by_name': 'true',
};

/** One server for each database: what differs is the family. */
const worlds = new Map<DatabaseKind, World>();
let families = 0;

beforeAll(async () => {
  for (const kind of databases) {
    worlds.set(kind, await openChildWorld(kind, { config: { ...PROXY, 'auth.private_networks': 'loopback' } }));
  }
});
afterAll(async () => {
  for (const world of worlds.values()) await world[Symbol.asyncDispose]();
});

function getWorld(kind: DatabaseKind): World {
  const world = worlds.get(kind);
  if (world === undefined) throw new Error(`Expected a server on ${kind}`);
  return world;
}

/** The same server, with a family that no other test uses. */
async function newFamily(kind: DatabaseKind): Promise<World> {
  families += 1;
  const world = getWorld(kind);
  return { ...world, ...(await world.addFamily(`parent ${String(families)}`)) };
}

describe.each(databases)('a child profile at the doors of a server on %s', (kind) => {
  let world: World;

  beforeAll(async () => {
    world = getWorld(kind);
    await switchCompatOn(world.admin);
  });

  /** A session of the parent that has the profile open. */
  async function openChild(): Promise<Client> {
    const client = await enterAs(world.server, world.parentId);
    await client.call('openChildProfile', { params: world.child });
    return client;
  }

  it('hears of nothing that it does not see, by token and by cookie', async () => {
    const { parent, teenBookId, teenSeriesId } = world;
    const child = await openChild();
    const told = await askDoors(parent, world);
    let [compared, known] = [0, 0];
    for (const client of [child, asBrowser(child)]) {
      for (const [path, { status, text }] of await askDoors(client, world)) {
        const isAsked = path.includes(teenBookId) || path.includes(teenSeriesId);
        expect([path, isAsked ? status : 0]).toEqual([path, isAsked ? 404 : 0]);
        if (!isAsked) expect([path, text.includes('Teen'), text.includes(teenSeriesId)]).toEqual([path, false, false]);
        known += told.get(path)?.text.includes('Teen 1') === true ? 1 : 0;
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(20);
    expect(known).toBeGreaterThan(10);
  });

  it('syncs its own progress by KOReader’s dialect, and not by the keys of its parent', async () => {
    const { server, parent } = world;
    const device = await newDevice(server, parent, 'ada');
    await device.put('c'.repeat(32), { progress: '7', percentage: 0.7 });
    const child = await openChild();
    const bySession = syncDevice(server, { authorization: `Bearer ${child.token ?? ''}` });
    expect(await bySession.get('c'.repeat(32))).toBeUndefined();
    await bySession.put('c'.repeat(32), { progress: '2', percentage: 0.2 });
    expect(await bySession.get('c'.repeat(32))).toMatchObject({ percentage: 0.2 });
    // The key stays the parent's, also while a session shows the child.
    expect(await device.get('c'.repeat(32))).toMatchObject({ percentage: 0.7 });
    const named = syncDevice(server, koreaderHeaders('Mia', PASSWORD));
    expect((await named.ask('GET', '/users/auth')).status).toBe(401);
  });

  it('has no session of an app, and gives none', async () => {
    const child = await openChild();
    const cookie = `lectern_session=${child.token ?? ''}; KOMGA-SESSION=${child.token ?? ''}`;
    for (const headers of [{ authorization: `Bearer ${child.token ?? ''}` }, { cookie }]) {
      const app = new ReaderApp(world.server, headers);
      for (const path of ['/api/v1/series', '/api/v1/books', '/api/v2/users/me', '/sse/v1/events']) {
        expect([path, [401, 403].includes((await app.fetch(path)).status)]).toEqual([path, true]);
      }
      expect(app.cookies.size).toBe(0);
    }
  });

  it('gets the events of what it sees alone', async () => {
    const { one, teenSeriesId, seriesId } = world;
    const child = await openChild();
    await using stream = await closing(await openEventStream(child, EVENTS));
    const hidden = await one.addBook(teenSeriesId, 'Teen 2');
    const shown = await one.addBook(seriesId, 'Child 2');
    const seen = await stream.until(shown);
    expect(seen).not.toContain(hidden);
  });

  it('shares nothing, is sent nothing, and opens or makes no other account', async () => {
    const { admin, bookId, parent, parentId } = world;
    const sibling = await parent.call('createChildProfile', { body: { name: 'Leo' } });
    const child = await openChild();
    const target = { name: 'mine', kind: 'webhook', url: 'https://example.org/' };
    const refused: readonly Change[] = [
      { name: 'createShare', body: { kind: 'book', targetId: bookId } },
      { name: 'createOwnNoticeTarget', body: target },
      { name: 'createApiKey', body: { name: 'key' } },
      { name: 'createInvitation', body: {} },
      { name: 'createUser', body: { username: 'friend', password: PASSWORD } },
      { name: 'patchProfile', body: { username: 'grown', currentPassword: PASSWORD } },
      { name: 'changePassword', body: { currentPassword: PASSWORD, newPassword: 'another good password' } },
      { name: 'savePin', body: { pin: null, currentPassword: PASSWORD } },
      { name: 'startApp', body: {} },
      { name: 'startPasskey', body: {} },
      { name: 'startIdentityLink', provider: 'any', body: {} },
      { name: 'openChildProfile', id: sibling.id, body: {} },
      { name: 'createChildProfile', body: { name: 'Grandchild' } },
      { name: 'deleteChildProfile', id: world.child.id },
      { name: 'deleteSessions' },
      { name: 'beginAccountView', id: parentId, body: {} },
    ];
    const before = await readRows(world);
    for (const { name, body, ...params } of refused) {
      const [method] = routes[name];
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const headers = { 'content-type': 'application/json' };
      const { status } = await child.fetch(buildAddress('', name, params), { method, headers, ...sent });
      expect([name, status]).toEqual([name, 403]);
    }
    expect(await readRows(world)).toEqual(before);
    // An admin sees what the child sees, and opens no profile meanwhile.
    await admin.call('beginAccountView', { params: world.child });
    expect((await admin.call('listSeries', { query: {} })).data.map(({ title }) => title)).toEqual(['Child']);
    expect((await expectRefusal(admin.call('openChildProfile', { params: world.child }))).status).toBe(403);
    await admin.call('endAccountView', {});
    await parent.call('deleteChildProfile', { params: sibling });
  });
});

async function closing(stream: Awaited<ReturnType<typeof openEventStream>>) {
  return { ...stream, [Symbol.asyncDispose]: async () => stream.close() };
}

async function readRows({ server }: World) {
  const { read } = server.context.db;
  return {
    users: await read.selectFrom('user').selectAll().orderBy('id').execute(),
    keys: await read.selectFrom('apiKey').select('id').orderBy('id').execute(),
    sessions: await read.selectFrom('session').select(['id', 'endedAt', 'profileId']).orderBy('id').execute(),
  };
}

/** How a session of a parent ends. */
const ENDS: Readonly<Record<string, (world: World, other: Client) => Promise<unknown>>> = {
  'its parent is deactivated': async ({ admin, parentId }) =>
    admin.call('updateUser', { params: { id: parentId }, body: { isActive: false } }),
  'its parent signs out everywhere': async (_world, other) => other.call('deleteSessions', {}),
  'an admin ends the sessions of its parent': async ({ admin, parentId }) =>
    admin.call('deleteUserSessions', { params: { id: parentId } }),
  'its parent gets a new password': async (_world, other) =>
    other.call('changePassword', { body: { currentPassword: PASSWORD, newPassword: 'another good password' } }),
  'its parent needs a second factor': async ({ admin }) => requireFor(admin, ['reader']),
  'its parent is deleted': async ({ admin, parentId }) => admin.call('deleteUser', { params: { id: parentId } }),
  'it is switched off': async ({ admin, child }) =>
    admin.call('updateUser', { params: child, body: { isActive: false } }),
  'it is deleted': async ({ child }, other) => other.call('deleteChildProfile', { params: child }),
};

describe.each(databases)('a session with a child profile on %s', (kind) => {
  afterEach(async () => requireFor(getWorld(kind).admin, []));

  it.each(Object.entries(ENDS))('ends with its streams when %s', async (_what, end) => {
    const world = await newFamily(kind);
    const { parent } = world;
    const other = await enterAs(world.server, world.parentId);
    await parent.call('openChildProfile', { params: world.child });
    const stream = await openEventStream(parent, EVENTS);
    await end(world, other);
    await stream.ended();
    for (const path of ['/api/v1/auth/me', '/api/v1/books', '/opds/v2/books']) {
      expect([path, (await parent.fetch(path)).status]).toEqual([path, 401]);
    }
    expect((await expectRefusal(parent.call('leaveChildProfile', { body: {} }))).status).toBe(401);
  });

  it('is renewed as that of the child, who learns no address of the parent, and not while it is switched off', async () => {
    const { server, admin, account, child, parentId } = await newFamily(kind);
    await admin.call('updateUser', { params: { id: parentId }, body: { email: 'parent@example.org' } });
    const opened = await createClient(server).call('login', { body: account });
    const client = createClient(server, opened.access_token);
    await client.call('openChildProfile', { params: child });
    const renew = async (token = '') => createClient(server).call('refreshSession', { body: { refreshToken: token } });
    const renewed = await renew(opened.refresh_token);
    // The cookie that keeps strangers from locking this browser out is that of the parent, who signs in next.
    const again = await fetch(`${server.url}/api/v1/auth/refresh`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refreshToken: opened.refresh_token }),
    });
    expect(again.headers.get('set-cookie')).toContain(`lectern_device=${parentId}.`);
    expect(renewed.user).toEqual({ id: child.id, username: 'Mia', email: '', role: 'reader' });
    const next = createClient(server, renewed.access_token);
    const parent = { username: account.username };
    expect(await next.call('getCurrentUser', {})).toMatchObject({ id: child.id, profileOf: parent });
    await admin.call('updateUser', { params: child, body: { isActive: false } });
    expect((await expectRefusal(renew(renewed.refresh_token))).status).toBe(401);
    await admin.call('updateUser', { params: child, body: { isActive: true } });
    expect((await renew(renewed.refresh_token)).user.id).toBe(child.id);
  });

  it('stands in the audit log when the profile is opened and left', async () => {
    const { admin, parent, parentId, child, account: own } = await newFamily(kind);
    await parent.call('openChildProfile', { params: child });
    await parent.call('leaveChildProfile', { body: {} });
    const { data } = await admin.call('listAudit', { query: { userId: child.id } });
    const actor = { kind: 'user', id: parentId, name: own.username };
    const account = { id: child.id, name: 'Mia' };
    expect(data.slice(0, 2)).toMatchObject([
      { action: 'child_profile_left', category: 'sign_in', actor, account },
      { action: 'child_profile_opened', category: 'sign_in', actor, account },
    ]);
    const ofParent = await admin.call('listAudit', { query: { userId: parentId } });
    expect(ofParent.data.map(({ action }) => action)).toContain('child_profile_opened');
  });

  it('has the permissions of its parent at most', async () => {
    const { admin, parent, parentId, child } = await newFamily(kind);
    const { id: customRoleId } = await admin.call('createRole', {
      body: { name: 'Looks only', permissions: ['LibrariesRead', 'SeriesRead'] },
    });
    await parent.call('openChildProfile', { params: child });
    await admin.call('updateUser', { params: { id: parentId }, body: { customRoleId } });
    expect((await parent.call('getCurrentUser', {})).effectivePermissions).toEqual(['LibrariesRead', 'SeriesRead']);
    expect((await parent.fetch('/api/v1/books')).status).toBe(403);
  });
});

describe('two server processes on one PostgreSQL', () => {
  it('both show the child, and the end of its session, from the moment it happens in one of them', async () => {
    await using home = await openHome('postgres');
    await using world = await openChildWorld('postgres', { home });
    await using other = await startServer('postgres', { home });
    const { admin, parent, account, child } = world;
    const there = createClient(other, parent.token);
    const readName = async () => (await there.call('getCurrentUser', {})).username;
    expect(await readName()).toBe(account.username);
    const stream = await openEventStream(there, EVENTS);
    await parent.call('openChildProfile', { params: child });
    // It is told to fetch all again as soon as the other process knows.
    await stream.until('event: stream_reset');
    expect(await readName()).toBe('Mia');
    await requireFor(admin, ['reader']);
    await stream.ended();
    expect((await expectRefusal(readName())).status).toBe(401);
  });
});

describe.each(databases)('a link to a provider that a parent began on %s', (kind) => {
  it('is not finished by a child, who would come back as the parent', async () => {
    const world = await newFamily(kind);
    const { server, admin, account, child } = world;
    await using provider = await startProvider(server);
    await addProvider(admin, provider, { createsAccounts: true });
    provider.users.set('mia', { preferred_username: 'mia' });
    provider.current = 'mia';
    const browser = createBrowser();
    await browser.post(`${server.url}/api/v1/auth/login`, account);
    const begin = async () => {
      const link = await browser.post(`${server.url}/api/v1/user/identities/test/link`);
      return ((await link.json()) as { readonly redirectUrl: string }).redirectUrl;
    };
    const open = await begin();
    await browser.post(`${server.url}/api/v1/user/children/${child.id}/open`, {});
    expect(await findSignedIn(server, browser)).toMatchObject({ id: child.id });
    const { url } = await browser.open(open);
    expect(`${url.pathname}${url.search}`).toBe('/me?refused=expired');
    const { read } = server.context.db;
    expect(await read.selectFrom('userIdentity').select('id').execute()).toEqual([]);
    // The parent may finish one.
    await browser.post(`${server.url}/api/v1/user/profile/leave`, {});
    await browser.open(await begin());
    const linked = await read.selectFrom('userIdentity').select('userId').execute();
    expect(linked).toEqual([{ userId: world.parentId }]);
  });
});

async function knock({ server }: { readonly server: { readonly url: string } }, user: string): Promise<Response> {
  return fetch(`${server.url}/api/v1/auth/proxy`, { method: 'POST', headers: { 'remote-user': user } });
}

describe.each(databases)('the row of a child profile on %s', (kind: DatabaseKind) => {
  it('is opened, linked and changed by no sign-in elsewhere', async () => {
    const world = await newFamily(kind);
    const { server, child } = world;
    const { db } = server.context;
    const readChild = async () =>
      db.read.selectFrom('user').selectAll().where('id', '=', child.id).executeTakeFirstOrThrow();
    const before = await readChild();
    for (const user of [`mia:${child.id}`, `Mia:${child.id}`, 'Mia']) {
      const answer = await knock(world, user);
      // Such a name makes an account of its own.
      const { user: opened } = (await answer.json()) as { readonly user?: { readonly id: string } };
      expect([user, answer.status, opened?.id === child.id]).toEqual([user, 200, false]);
    }
    expect(await readChild()).toEqual(before);
    // Even an identity that points to it opens nothing, nor an address that got into its row.
    await db.transaction(async (tx) => {
      const identity = { provider: 'proxy', issuer: 'proxy', subject: 'smuggled', email: null, groups: '[]' };
      const times = { createdAt: 1, lastUsedAt: null, sessionsEndedAt: null };
      await tx.write
        .insertInto('userIdentity')
        .values({ id: crypto.randomUUID(), userId: child.id, ...identity, ...times })
        .execute();
      const address = { email: 'mia@example.org', emailKey: 'mia@example.org', emailVerified: 1 };
      await tx.write.updateTable('user').set(address).where('id', '=', child.id).execute();
    });
    expect((await knock(world, 'smuggled')).status).toBe(403);
    const byAddress = { username: 'mia@example.org', password: PASSWORD };
    expect((await expectRefusal(signIn(server, byAddress))).status).toBe(401);
    expect((await readChild()).lastLoginAt).toBeNull();
    const sessions = await db.read.selectFrom('session').select('id').where('userId', '=', child.id).execute();
    expect(sessions).toEqual([]);
  });
});
