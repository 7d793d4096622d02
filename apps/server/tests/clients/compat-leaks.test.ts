import { PERMISSIONS } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { compatRoutes } from '#http/komga/index.ts';
import { setupAdmin } from '../_harness/client.ts';
import { basic, COMPAT, ReaderApp, switchCompatOn } from '../_harness/compat.ts';
import { type DatabaseKind, databases } from '../_harness/databases.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer } from '../_harness/start-server.ts';

const PASSWORD = 'the password of all';
/** In every name and every text of the hidden library, and nowhere else. */
const HIDDEN = 'Zqxhidden';
const NOTHING = '0192f0c1-0000-7000-8000-000000000000';
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** The library is hidden, or the series of it by an age limit. */
type Way = 'library' | 'age';

async function openWorld(kind: DatabaseKind, way: Way = 'library') {
  await using opened = new AsyncDisposableStack();
  const server = opened.use(await startServer(kind));
  const admin = await setupAdmin(server);
  await switchCompatOn(admin);
  const open = await newShelf(server, { name: 'Open' });
  await open.addBook(await open.addSeries('Open'), 'Open');
  const hidden = await newShelf(server, { name: way === 'age' ? 'Second' : HIDDEN });
  const seriesId = await hidden.addSeries(HIDDEN, { publisher: HIDDEN, language: HIDDEN, ageRating: 77 });
  const bookId = await hidden.addBook(seriesId, HIDDEN);
  const { id: collectionId } = await admin.call('createCollection', { body: { name: HIDDEN, seriesIds: [seriesId] } });
  const { id: readListId } = await admin.call('createReadList', { body: { name: HIDDEN, bookIds: [bookId] } });
  const permissions = PERMISSIONS.filter((permission) => permission !== 'SystemAdmin');
  const account = { username: 'guest', password: PASSWORD };
  const ageLimit = { maxAge: 16, showsUnrated: true };
  const limit = way === 'age' ? { ageLimit } : { libraryIds: [open.libraryId] };
  await admin.call('createUser', { body: { ...account, permissions, ...limit } });
  const guest = new ReaderApp(server, basic('guest', PASSWORD));
  const owned = opened.move();
  return {
    ...{ server, admin, guest, hidden: { libraryId: hidden.libraryId, seriesId, bookId, collectionId, readListId } },
    [Symbol.asyncDispose]: async () => owned.disposeAsync(),
  };
}

type World = Awaited<ReturnType<typeof openWorld>>;

/** What stands for the ids in a path: of what is hidden, else of nothing. */
function toAddress(path: string, subject: World['hidden'] | undefined): string {
  const owners = [
    ['/libraries/', subject?.libraryId],
    ['/series/', subject?.seriesId],
    ['/collections/', subject?.collectionId],
    ['/readlists/', subject?.readListId],
    ['/books/', subject?.bookId],
  ] as const;
  const id = owners.find(([part]) => path.includes(part))?.[1] ?? NOTHING;
  return (
    path
      .replace('{id}', id)
      .replace('{bookId}', subject?.bookId ?? NOTHING)
      .replace('{page}', '1')
      // Not the same as an owner that is not there: covers of the file go by the id of their owner.
      .replace(/\{\w+\*?\}/g, '0192f0c1-0000-7000-8000-000000000001')
  );
}

async function said(app: ReaderApp, method: string, path: string): Promise<string> {
  const body =
    method === 'GET' || method === 'DELETE' ? {} : { body: '{}', headers: { 'content-type': 'application/json' } };
  const answer = await app.fetch(path, { method, ...body });
  const text = `${String(answer.status)} ${await answer.text()}`;
  return text.replace(UUID, '<id>').replace(TIME, '<time>');
}

/** Streams do not end; their events are tried apart. Signing out is about who asks. */
const APART = /\/events$|\/logout$|\/users|\/actuator|\/claim$/;
const routes = compatRoutes.filter(({ path }) => !APART.test(path));

describe.each(databases)('what the compatible API hides on %s', (kind) => {
  it('is as if it were not there, on every route', async () => {
    await using world = await openWorld(kind);
    const { guest, hidden } = world;
    for (const { method, path } of routes) {
      const [own, none] = [toAddress(path, hidden), toAddress(path, undefined)];
      const answer = await said(guest, method, own);
      expect([method, path, answer.includes(HIDDEN)]).toEqual([method, path, false]);
      expect([method, path, answer]).toEqual([method, path, await said(guest, method, none)]);
    }
  });

  it('is as if it were not there for an age limit, on every route but those of its library', async () => {
    await using world = await openWorld(kind, 'age');
    const { guest, hidden } = world;
    for (const { method, path } of routes) {
      // The guest sees that library and may change it: a scan or a deletion would leave nothing to hide.
      if (method !== 'GET' && path.includes('/libraries/')) continue;
      const [own, none] = [toAddress(path, hidden), toAddress(path, undefined)];
      const answer = await said(guest, method, own);
      expect([method, path, answer.includes(HIDDEN)]).toEqual([method, path, false]);
      if (path.includes('/libraries/') || !path.includes('{')) continue;
      expect([method, path, answer]).toEqual([method, path, await said(guest, method, none)]);
    }
  });

  it('is in no list that a filter names it for', async () => {
    await using world = await openWorld(kind);
    const { guest, hidden } = world;
    const { libraryId, collectionId, readListId, seriesId } = hidden;
    for (const query of [
      ...[`library_id=${libraryId}`, `collection_id=${collectionId}`, `readlist_id=${readListId}`],
      ...[`series_id=${seriesId}`, `publisher=${HIDDEN}`, `search=${HIDDEN}`, 'unpaged=true'],
    ]) {
      for (const { method, path } of routes) {
        if (path.includes('{') || method !== 'GET') continue;
        const answer = await said(guest, 'GET', `${path}?${query}`);
        expect([path, query, answer.includes(HIDDEN), answer.includes('77')]).toEqual([path, query, false, false]);
      }
    }
  });

  it('needs the permission of each route, and some credential', async () => {
    await using world = await openWorld(kind);
    const { server, admin } = world;
    const key = await admin.call('createApiKey', { body: { name: 'Nothing', permissions: ['TasksRead'] } });
    const powerless = new ReaderApp(server, { 'x-api-key': key.key });
    const stranger = new ReaderApp(server);
    for (const { method, path, endpoint } of compatRoutes) {
      if (endpoint.permission === 'public') continue;
      const address = toAddress(path, undefined);
      const answer = await stranger.fetch(address, { method });
      expect([path, answer.status]).toEqual([path, 401]);
      if (endpoint.permission === 'user' || endpoint.permission.includes('TasksRead')) continue;
      const refused = await powerless.fetch(address, { method });
      expect([path, refused.status]).toEqual([path, 403]);
      expect(await refused.json()).toMatchObject({ status: 403, error: 'Forbidden' });
    }
  });

  it('is not told by routes that are asked for by their own name', async () => {
    await using world = await openWorld(kind);
    const { admin } = world;
    for (const root of ['/.compat', '/%2ecompat', '//.compat', `${COMPAT}/../.compat`]) {
      const answer = await admin.fetch(`${root}/api/v1/libraries`);
      expect([root, answer.status]).toEqual([root, 404]);
    }
  });
});
