import { api, buildAddress, type Endpoint, type RouteName, routes } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { answerTo, askLists } from '../_harness/ask-probes.ts';
import { type Client, createClient, expectRefusal, setupAdmin, signIn } from '../_harness/client.ts';
import { basic, ReaderApp, switchCompatOn } from '../_harness/compat.ts';
import { NO_PARAMS } from '../_harness/contract-asks.ts';
import { type DatabaseKind, databases } from '../_harness/databases.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer } from '../_harness/start-server.ts';

const PASSWORD = 'the password of all';
async function openWorld(kind: DatabaseKind) {
  await using opened = new AsyncDisposableStack();
  const server = opened.use(await startServer(kind));
  const admin = await setupAdmin(server);
  const [one, two] = [await newShelf(server, { name: 'One' }), await newShelf(server, { name: 'Two' })];
  const seriesId = await one.addSeries('Child', { ageRating: 6 });
  const bookId = await one.addBook(seriesId, 'Child 1');
  await one.addBook(await one.addSeries('Adult', { ageRating: 18 }), 'Adult 1');
  await two.addBook(await two.addSeries('Other', { ageRating: 6 }), 'Other 1');
  const account = { username: 'ada', password: PASSWORD };
  const ageLimit = { maxAge: 12, showsUnrated: false };
  const { id } = await admin.call('createUser', { body: { ...account, ageLimit, libraryIds: [one.libraryId] } });
  const ada = { id, client: await signIn(server, account) };
  await ada.client.call('saveProgress', { params: { id: bookId }, body: { currentPage: 3 } });
  await ada.client.call('addWantToRead', { body: { seriesId } });
  const owned = opened.move();
  return { ...{ server, admin, ada, bookId }, [Symbol.asyncDispose]: async () => owned.disposeAsync() };
}

async function listTitles(client: Client): Promise<string[]> {
  return (await client.call('listSeries', { query: { sort: 'name' } })).data.map(({ title }) => title);
}

/** What lists and one's own things say, but for times and places of events. */
async function readAll(client: Client): Promise<ReadonlyMap<string, readonly string[]>> {
  const answers = new Map<string, readonly string[]>(await askLists(client));
  for (const name of ['listProgress', 'listPreferences', 'listOwnSharingTags', 'getReadingOverview'] as const) {
    answers.set(name, [await answerTo(client, name, {})]);
  }
  return answers;
}

/** A page of a view that is over still changes nothing: it would be of the admin. */
async function expectStillReadOnly({ bookId }: { readonly bookId: string }, client: Client, username: string) {
  const user = await client.call('getCurrentUser', {});
  expect(user).toMatchObject({ username, viewedBy: { username } });
  expect(Date.parse(user.viewedBy?.endsAt ?? '')).toBeLessThanOrEqual(Date.now());
  const save = client.call('saveProgress', { params: { id: bookId }, body: { currentPage: 9 } });
  expect((await expectRefusal(save)).status).toBe(403);
}

describe.each(databases)('an admin who sees the app as another account on %s', (kind) => {
  it('sees just what that account sees, until the end, and it is told', async () => {
    await using world = await openWorld(kind);
    const { admin, ada } = world;
    expect(await listTitles(admin)).toEqual(['Adult', 'Child', 'Other']);
    const begun = await admin.call('beginAccountView', { params: ada });
    expect(begun).toMatchObject({ adminName: 'admin', endedAt: null });
    expect(await listTitles(admin)).toEqual(['Child']);
    expect(await admin.call('getCurrentUser', {})).toMatchObject({
      ...{ id: ada.id, username: 'ada', role: 'reader', viewedBy: { username: 'admin', endsAt: begun.endsAt } },
    });
    expect(await readAll(admin)).toEqual(await readAll(ada.client));
    expect((await expectRefusal(admin.call('listUsers', {}))).status).toBe(403);
    // The person is told, also while it lasts; their own session is not touched.
    expect(await ada.client.call('listAccountViews', {})).toEqual([begun]);
    expect((await ada.client.call('getCurrentUser', {})).viewedBy).toBeNull();
    await admin.call('endAccountView', {});
    expect(await listTitles(admin)).toEqual(['Adult', 'Child', 'Other']);
    expect((await admin.call('getCurrentUser', {})).viewedBy).toBeNull();
    const [told] = await ada.client.call('listAccountViews', {});
    expect([told?.id, typeof told?.endedAt]).toEqual([begun.id, 'string']);
    // Signing out ends it as well.
    const next = await admin.call('beginAccountView', { params: ada });
    await admin.call('logout', {});
    const [last] = await ada.client.call('listAccountViews', {});
    expect([last?.id, typeof last?.endedAt]).toEqual([next.id, 'string']);
  });

  it('sees a child profile as one, and can end that view', async () => {
    await using world = await openWorld(kind);
    const { admin, ada } = world;
    const { id } = await ada.client.call('createChildProfile', { body: { name: 'Mia' } });
    await admin.call('beginAccountView', { params: { id } });
    const parent = { username: 'ada', hasPin: false };
    expect(await admin.call('getCurrentUser', {})).toMatchObject({
      id,
      profileOf: parent,
      viewedBy: { username: 'admin' },
    });
    await admin.call('endAccountView', {});
    expect(await admin.call('getCurrentUser', {})).toMatchObject({ username: 'admin', profileOf: null });
  });

  it('changes nothing, by any route', async () => {
    await using world = await openWorld(kind);
    const { admin, ada, server, bookId } = world;
    const readRows = async () => {
      const { read } = server.context.db;
      return {
        users: await read.selectFrom('user').selectAll().orderBy('id').execute(),
        progress: await read.selectFrom('readProgress').selectAll().orderBy('id').execute(),
        wanted: await read.selectFrom('wantToRead').selectAll().execute(),
        devices: await read.selectFrom('device').selectAll().where('userId', '=', ada.id).execute(),
        sessions: await read.selectFrom('session').select('id').where('userId', '=', ada.id).execute(),
        keys: await read.selectFrom('apiKey').selectAll().execute(),
        preferences: await read.selectFrom('preference').selectAll().execute(),
      };
    };
    await server.context.uses.settled();
    const before = await readRows();
    await admin.call('beginAccountView', { params: ada });
    for (const name of Object.keys(routes) as RouteName[]) {
      const { permission, answer, whileViewing = false }: Endpoint = api[name];
      const [method] = routes[name];
      const isEnd = ['logout', 'logoutAtProvider', 'endAccountView'].includes(name);
      if (permission === 'public' || answer === 'events' || isEnd) continue;
      const body = method === 'GET' || method === 'DELETE' ? {} : { body: '{}' };
      const headers = { 'content-type': 'application/json' };
      const { status } = await admin.fetch(buildAddress('', name, NO_PARAMS), { method, headers, ...body });
      if (method !== 'GET' && !whileViewing) expect([name, status]).toEqual([name, 403]);
      expect([name, status < 500]).toEqual([name, true]);
    }
    const save = admin.call('saveProgress', { params: { id: bookId }, body: { currentPage: 9 } });
    expect((await expectRefusal(save)).status).toBe(403);
    await server.context.uses.settled();
    expect(await readRows()).toEqual(before);
  });

  it('needs the session of an admin, and an active account', async () => {
    await using world = await openWorld(kind);
    const { admin, ada, server } = world;
    const { key } = await admin.call('createApiKey', { body: { name: 'All' } });
    expect((await expectRefusal(createClient(server, key).call('beginAccountView', { params: ada }))).status).toBe(403);
    expect((await expectRefusal(ada.client.call('beginAccountView', { params: ada }))).status).toBe(403);
    const { id: own } = await admin.call('getCurrentUser', {});
    expect((await expectRefusal(admin.call('beginAccountView', { params: { id: own } }))).status).toBe(400);
    await admin.call('updateUser', { params: ada, body: { isActive: false } });
    expect((await expectRefusal(admin.call('beginAccountView', { params: ada }))).status).toBe(409);
    await admin.call('updateUser', { params: ada, body: { isActive: true } });
    await admin.call('beginAccountView', { params: ada });
    // An account that is deactivated meanwhile is no longer seen.
    const other = await signIn(server);
    await other.call('updateUser', { params: ada, body: { isActive: false } });
    expect(await listTitles(admin)).toEqual(['Adult', 'Child', 'Other']);
    await expectStillReadOnly(world, admin, 'admin');
    await admin.call('endAccountView', {});
    await admin.call('saveProgress', { params: { id: world.bookId }, body: { currentPage: 2 } });
  });

  it('signs out when the account is deleted meanwhile, or the parent of a child profile', async () => {
    await using world = await openWorld(kind);
    const { admin, ada, server } = world;
    const child = await ada.client.call('createChildProfile', { body: { name: 'Mia' } });
    const other = await admin.call('createUser', { body: { username: 'eve', password: PASSWORD } });
    const [one, two, three] = [await signIn(server), await signIn(server), await signIn(server)];
    await one.call('beginAccountView', { params: child });
    await two.call('beginAccountView', { params: ada });
    await three.call('beginAccountView', { params: other });
    for (const viewing of [one, two, three]) await viewing.call('getCurrentUser', {});
    await admin.call('deleteUser', { params: ada });
    for (const viewing of [one, two]) {
      expect((await expectRefusal(viewing.call('getCurrentUser', {}))).status).toBe(401);
    }
    expect((await three.call('getCurrentUser', {})).username).toBe('eve');
    expect((await admin.call('getCurrentUser', {})).username).toBe('admin');
  });

  it('sees nothing of a child profile as soon as its parent is deactivated', async () => {
    await using world = await openWorld(kind);
    const { admin, ada, server } = world;
    const child = await ada.client.call('createChildProfile', { body: { name: 'Mia' } });
    const viewing = await signIn(server);
    await viewing.call('beginAccountView', { params: child });
    expect(await listTitles(viewing)).toEqual(['Child']);
    await admin.call('updateUser', { params: ada, body: { isActive: false } });
    expect((await expectRefusal(listTitles(viewing))).status).toBe(403);
  });

  it('is themselves after an hour and when they administer the server no longer, but read-only until the end of the view', async () => {
    await using world = await openWorld(kind);
    const { admin, ada, server } = world;
    const other = await admin.call('createUser', { body: { username: 'root2', password: PASSWORD, role: 'admin' } });
    const second = await signIn(server, { username: 'root2', password: PASSWORD });
    await second.call('beginAccountView', { params: ada });
    expect(await listTitles(second)).toEqual(['Child']);
    await admin.call('updateUser', { params: other, body: { role: 'reader', libraryIds: [] } });
    await expectStillReadOnly(world, second, 'root2');
    await second.call('endAccountView', {});
    expect(await second.call('getCurrentUser', {})).toMatchObject({ username: 'root2', viewedBy: null });
    expect(await listTitles(second)).toEqual([]);
    await admin.call('beginAccountView', { params: ada });
    expect(await listTitles(admin)).toEqual(['Child']);
    const overAt = Date.now() - 1;
    await server.context.db.transaction(async (tx) =>
      tx.write.updateTable('accountView').set({ endsAt: overAt }).where('endedAt', 'is', null).execute(),
    );
    server.context.access.forgetUser(ada.id);
    expect(await listTitles(admin)).toEqual(['Adult', 'Child', 'Other']);
    await expectStillReadOnly(world, admin, 'admin');
    await admin.call('endAccountView', {});
    expect((await admin.call('getCurrentUser', {})).viewedBy).toBeNull();
    await admin.call('saveProgress', { params: { id: world.bookId }, body: { currentPage: 2 } });
    // It ended when its time was over, whenever the page went on.
    const [told] = await ada.client.call('listAccountViews', {});
    expect(Date.parse(told?.endedAt ?? '')).toBe(overAt);
  });

  it('gets no session for an app, and may sign out', async () => {
    await using world = await openWorld(kind);
    const { admin, ada, server } = world;
    await switchCompatOn(admin);
    const app = new ReaderApp(server, { authorization: `Bearer ${admin.token ?? ''}` });
    expect((await app.fetch('/api/v1/libraries')).status).toBe(200);
    await admin.call('beginAccountView', { params: ada });
    for (const one of [app, app.withCookies()]) {
      expect((await one.fetch('/api/v1/libraries')).status).not.toBe(200);
    }
    expect((await new ReaderApp(server, basic('ada', PASSWORD)).fetch('/api/v1/libraries')).status).toBe(200);
    await admin.call('logout', {});
    expect((await expectRefusal(admin.call('getCurrentUser', {}))).status).toBe(401);
    expect(await listTitles(ada.client)).toEqual(['Child']);
  });
});
