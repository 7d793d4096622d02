import { api, type Endpoint, type RouteName, routes } from '@lectern/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, expectRefusal } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { enterAsGuest } from '../_harness/enter-as-guest.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';
import { makeTwoLibraries, type TwoLibraries } from '../_harness/two-libraries.ts';

/** An id that nothing has, for every place of an address. */
const NOTHING = '01890000-0000-7000-8000-000000000000';

describe.each(databases)('guests on %s', (kind) => {
  let server: TestServer;
  let places: TwoLibraries;
  let admin: Client;

  beforeAll(async () => {
    server = await startServer(kind);
    places = await makeTwoLibraries(server);
    ({ admin } = places);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    places[Symbol.dispose]();
  });

  const allow = async (value: string) =>
    admin.call('updateSetting', { params: { key: 'guests.library' }, body: { value } });

  /** A browser that asked to come in. */
  async function enter() {
    const { status, fetch: ask } = await enterAsGuest(server);
    const send = async (path: string, init: RequestInit = {}) =>
      ask(path, { ...init, headers: { 'content-type': 'application/json' } });
    return { status, send };
  }

  const read = async (answer: Response) => (await answer.json()) as Readonly<Record<string, unknown>>;

  it('are not let in unless admins name a library', async () => {
    expect((await enter()).status).toBe(403);
    expect(await read(await fetch(`${server.url}/api/v1/setup/status`))).toMatchObject({ guestsAllowed: false });
    await allow(NOTHING);
    expect((await enter()).status).toBe(403);
    await allow('');
  });

  it('read that library and see no other', async () => {
    await allow(places.shown.libraryId);
    expect(await read(await fetch(`${server.url}/api/v1/setup/status`))).toMatchObject({ guestsAllowed: true });
    const { status, send } = await enter();
    expect(status).toBe(204);
    expect(await read(await send('/api/v1/auth/me'))).toMatchObject({ isGuest: true, username: '', role: 'reader' });
    const { data } = await read(await send('/api/v1/books'));
    expect((data as readonly { readonly libraryId: string }[]).map(({ libraryId }) => libraryId)).toEqual([
      places.shown.libraryId,
      places.shown.libraryId,
    ]);
    const page = async (id: string) => (await send(`/api/v1/books/${id}/pages/1`)).status;
    expect([await page(places.shown.id), await page(places.hidden.id)]).toEqual([200, 404]);
    expect((await send(`/api/v1/libraries/${places.hidden.libraryId}`)).status).toBe(404);
    expect((await send('/api/v1/home')).status).toBe(200);
  });

  it('write nothing, by any route', async () => {
    await allow(places.shown.libraryId);
    const { send } = await enter();
    const isOpen = (name: RouteName) =>
      /^(logout|listFiltered|list\w+Groups|searchSeries)/.test(name) || (api[name] as Endpoint).permission === 'public';
    const wrong: string[] = [];
    for (const name of Object.keys(routes) as RouteName[]) {
      const [method, path] = routes[name];
      if (method === 'GET' || isOpen(name)) continue;
      const address = path.replaceAll(/\{\w+\*?\}/g, NOTHING);
      const { status } = await send(address, { method, body: '{}' });
      if (status !== 403) wrong.push(`${name} ${String(status)}`);
    }
    expect(wrong).toEqual([]);
  });

  it('see nothing of accounts, and open no streams', async () => {
    await allow(places.shown.libraryId);
    const { send } = await enter();
    for (const path of [
      '/api/v1/user',
      '/api/v1/users',
      '/api/v1/user/sessions',
      '/api/v1/user/preferences',
      '/api/v1/user/shares',
      '/api/v1/api-keys',
      '/api/v1/events/stream',
      '/api/v1/admin/audit',
      '/opds',
    ]) {
      expect([path, [401, 403].includes((await send(path)).status)]).toEqual([path, true]);
    }
    // A guest has read nothing, whatever others read.
    await places.reader.call('saveProgress', { params: { id: places.shown.id }, body: { currentPage: 2 } });
    expect((await send(`/api/v1/books/${places.shown.id}/progress`)).status).toBe(204);
  });

  it('leave no trace in the database', async () => {
    await allow(places.shown.libraryId);
    const tables = ['user', 'device', 'session', 'readingSession', 'readProgress', 'preference', 'auditEntry'] as const;
    const count = async () =>
      Promise.all(
        tables.map(async (table) => (await server.context.db.read.selectFrom(table).selectAll().execute()).length),
      );
    await server.context.uses.settled();
    const before = await count();
    const { send } = await enter();
    for (const path of ['/api/v1/books', `/api/v1/books/${places.shown.id}/pages/2`]) await (await send(path)).text();
    await server.context.uses.settled();
    expect(await count()).toEqual(before);
  });

  it('see series up to the age that admins set, from the next request on', async () => {
    const shelf = await newShelf(server, { name: 'Rated' });
    for (const [title, ageRating] of [
      ['Adult', 18],
      ['Child', 6],
      ['Plain', null],
      ['Teen', 12],
    ] as const) {
      await shelf.addBook(await shelf.addSeries(title, { ageRating }), `${title} 1`);
    }
    await allow(shelf.libraryId);
    const guest = await enterAsGuest(server);
    const limit = async (key: string, value: number | boolean) =>
      admin.call('updateSetting', { params: { key: `guests.${key}` }, body: { value } });
    const listTitles = async () => {
      const { data } = await guest.call('listSeries', { query: { sort: 'name' } });
      const library = await guest.call('getLibrary', { params: { id: shelf.libraryId } });
      expect([library.seriesCount, library.bookCount]).toEqual([data.length, data.length]);
      return data.map(({ title }) => title);
    };
    expect(await listTitles()).toEqual(['Adult', 'Child', 'Plain', 'Teen']);
    await limit('max_age', 12);
    expect(await listTitles()).toEqual(['Child', 'Teen']);
    await limit('shows_unrated', true);
    expect(await listTitles()).toEqual(['Child', 'Plain', 'Teen']);
    await limit('max_age', 0);
    expect(await listTitles()).toEqual(['Plain']);
    for (const value of [-1, 100, 1.5]) {
      expect((await expectRefusal(limit('max_age', value))).status).toBe(400);
    }
    await limit('max_age', 99);
    expect(await listTitles()).toHaveLength(4);
  });

  it('come in although the browser still sends the cookie of a session that ended, and not in place of one that did not', async () => {
    await allow(places.shown.libraryId);
    const stale = await enterAsGuest(server, ['lectern_session=gone']);
    expect([stale.status, stale.removed]).toEqual([204, ['lectern_session', 'lectern_refresh']]);
    expect((await stale.call('getCurrentUser', {})).isGuest).toBe(true);
    const session = await enterAsGuest(server, [`lectern_session=${places.reader.token ?? ''}`]);
    expect([session.status, session.removed]).toEqual([204, []]);
    expect((await session.call('getCurrentUser', {})).username).toBe('reader');
  });

  it('are out as soon as admins say so, and with a forged cookie', async () => {
    await allow(places.shown.libraryId);
    const { send } = await enter();
    expect((await send('/api/v1/books')).status).toBe(200);
    await allow('');
    expect((await send('/api/v1/books')).status).toBe(401);
    await allow(places.shown.libraryId);
    const until = (Date.now() + 60_000).toString(36);
    for (const cookie of [`lectern_guest=${until}.${'a'.repeat(43)}`, 'lectern_guest=x']) {
      expect((await fetch(`${server.url}/api/v1/books`, { headers: { cookie } })).status).toBe(401);
    }
  });
});
