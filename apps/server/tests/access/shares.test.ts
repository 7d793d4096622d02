import type { CallInput } from '@lectern/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createClient, expectRefusal, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { openShare } from '../_harness/open-share.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';
import { makeTwoLibraries, READER, type TwoLibraries } from '../_harness/two-libraries.ts';

const PASSWORD = 'a good password';

describe.each(databases)('shared links on %s', (kind) => {
  let server: TestServer;
  let places: TwoLibraries;
  let admin: Client;
  let other: string;

  beforeAll(async () => {
    server = await startServer(kind);
    places = await makeTwoLibraries(server);
    ({ admin } = places);
    const { data } = await places.reader.call('listBooks', {});
    other = data.find(({ id }) => id !== places.shown.id)?.id ?? '';
    await allow('anyone');
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    places[Symbol.dispose]();
  });

  const allow = async (value: 'off' | 'accounts' | 'anyone') =>
    admin.call('updateSetting', { params: { key: 'sharing.links' }, body: { value } });

  async function share(body: CallInput<'createShare'>['body'], as = places.reader) {
    const made = await as.call('createShare', { body });
    return { ...made, token: /^\/shared#([\w-]{43})$/.exec(made.url)?.[1] ?? '' };
  }

  const open = async (token: string, session?: string) => openShare(server, token, session);

  const book = { kind: 'book' } as const;
  const anyone = { audience: 'anyone' } as const;
  const shareShown = async () => share({ ...book, ...anyone, targetId: places.shown.id });

  it('give one book with its pages and cover, without an account', async () => {
    const { token } = await shareShown();
    const opened = await open(token);
    expect(JSON.parse(opened.text)).toMatchObject({
      kind: 'book',
      name: places.shown.title,
      books: [{ id: places.shown.id, pageCount: 3 }],
    });
    const base = `/books/${places.shown.id}`;
    expect(await (await opened.get(`${base}/pages`)).json()).toHaveLength(3);
    for (const path of [`${base}/pages/1`, `${base}/pages/3?width=100&format=jpeg`, `${base}/cover`]) {
      const answer = await opened.get(path);
      expect([path, answer.status, answer.headers.get('content-type')?.split('/')[0]]).toEqual([path, 200, 'image']);
      await answer.arrayBuffer();
    }
    expect((await opened.get(`${base}/pages/4`)).status).toBe(404);
  });

  it('tell nothing else: no place, no series, no progress, no name of the maker', async () => {
    const { id } = places.shown;
    await places.reader.call('saveProgress', { params: { id }, body: { currentPage: 2 } });
    const { text } = await open((await shareShown()).token);
    expect(Object.keys((JSON.parse(text) as { readonly books: object[] }).books[0] ?? {}).toSorted()).toEqual([
      'coverVersion',
      'fileFormat',
      'id',
      'layout',
      'pageCount',
      'readingDirection',
      'title',
    ]);
    expect(text).not.toMatch(/reader"|Saga|cbz"?,"path|currentPage|libraryId/);
  });

  it('give no other book, no other route, and nothing without their cookie', async () => {
    const { token } = await shareShown();
    const { id, cookie, get } = await open(token);
    for (const bookId of [other, places.hidden.id]) {
      for (const path of ['pages', 'pages/1', 'cover', 'manifest', 'positions', 'resources/a.xhtml']) {
        expect([path, (await get(`/books/${bookId}/${path}`)).status]).toEqual([path, 404]);
      }
    }
    for (const path of ['/api/v1/books', `/api/v1/books/${places.shown.id}`, '/api/v1/search?q=a', '/api/v1/auth/me']) {
      expect([path, (await fetch(server.url + path, { headers: { cookie } })).status]).toEqual([path, 401]);
    }
    const second = await open((await share({ ...book, ...anyone, targetId: other })).token);
    const bare = `${server.url}/api/v1/shared/${id}`;
    for (const headers of [
      {},
      { cookie: second.cookie },
      { cookie: `${cookie}x` },
      { cookie: 'lectern_share=a.-.b' },
    ]) {
      expect((await fetch(bare, { headers })).status).toBe(404);
      expect((await fetch(`${bare}/books/${places.shown.id}/pages/1`, { headers })).status).toBe(404);
    }
  });

  it('write nothing about who reads', async () => {
    const { token } = await shareShown();
    const count = async () => {
      const tables = ['readProgress', 'readingSession', 'device', 'session', 'auditEntry'] as const;
      return Promise.all(
        tables.map(async (table) => (await server.context.db.read.selectFrom(table).selectAll().execute()).length),
      );
    };
    await server.context.uses.settled();
    const before = await count();
    const { get } = await open(token);
    for (const page of ['1', '2', '3']) await (await get(`/books/${places.shown.id}/pages/${page}`)).arrayBuffer();
    await server.context.uses.settled();
    expect(await count()).toEqual(before);
  });

  it('end when their maker ends them, with their time, and when admins forbid them', async () => {
    const [gone, old, off] = [await shareShown(), await shareShown(), await shareShown()];
    const browsers = [await open(gone.token), await open(old.token), await open(off.token)] as const;
    await places.reader.call('deleteShare', { params: gone });
    await server.context.db.transaction(async (tx) =>
      tx.write
        .updateTable('share')
        .set({ expiresAt: Date.now() - 1 })
        .where('id', '=', old.id)
        .execute(),
    );
    const statuses = async () => Promise.all(browsers.map(async ({ get }) => (await get('')).status));
    expect(await statuses()).toEqual([404, 404, 200]);
    await allow('accounts');
    expect(await statuses()).toEqual([404, 404, 404]);
    expect((await open(off.token)).status).toBe(404);
    await allow('anyone');
    expect((await open(gone.token)).status).toBe(404);
    server.context.access.throttle.restore([{ kind: 'share', key: '127.0.0.1' }]);
  });

  it('end when their maker loses sight of the book, and with the account', async () => {
    const body = { username: 'sharer', password: PASSWORD, libraryIds: [places.shown.libraryId] };
    const user = await admin.call('createUser', { body });
    const client = await signIn(server, body);
    const { token } = await share({ ...book, ...anyone, targetId: places.shown.id }, client);
    const { get } = await open(token);
    const status = async () => (await get(`/books/${places.shown.id}/pages/1`)).status;
    expect(await status()).toBe(200);
    await admin.call('updateUser', { params: user, body: { libraryIds: [places.hidden.libraryId] } });
    expect([await status(), (await get('')).status]).toEqual([404, 404]);
    await admin.call('updateUser', { params: user, body: { libraryIds: null } });
    expect(await status()).toBe(200);
    const tag = await admin.call('createSharingTag', { body: { name: 'Hushed' } });
    const { seriesId } = places.shown;
    await admin.call('addSeriesSharingTag', { params: { id: seriesId }, body: { sharingTagId: tag.id } });
    await admin.call('setUserSharingTag', { params: user, body: { sharingTagId: tag.id, accessMode: 'deny' } });
    expect(await status()).toBe(404);
    await admin.call('removeUserSharingTag', { params: { id: user.id, tagId: tag.id } });
    await admin.call('removeSeriesSharingTag', { params: { id: seriesId, tagId: tag.id } });
    expect(await status()).toBe(200);
    await admin.call('updateUser', { params: user, body: { isActive: false } });
    expect(await status()).toBe(404);
    await admin.call('deleteUser', { params: user });
    expect(await status()).toBe(404);
  });

  it('for accounts need a session, which also ends them, and stay within the tags and age of the reader', async () => {
    const account = { username: 'guest', password: PASSWORD, libraryIds: [places.shown.libraryId] };
    const user = await admin.call('createUser', { body: account });
    const client = await signIn(server, account);
    const { token } = await share({ ...book, targetId: places.hidden.id }, admin);
    expect((await open(token)).status).toBe(401);
    const { status, get } = await open(token, client.token);
    expect(status).toBe(200);
    const page = `/books/${places.hidden.id}/pages/1`;
    expect((await get(page)).status).toBe(200);
    const tag = await admin.call('createSharingTag', { body: { name: 'Grown-ups' } });
    const { seriesId: id } = places.hidden;
    await admin.call('addSeriesSharingTag', { params: { id }, body: { sharingTagId: tag.id } });
    expect((await get(page)).status).toBe(200);
    await admin.call('setUserSharingTag', { params: user, body: { sharingTagId: tag.id, accessMode: 'deny' } });
    expect((await get(page)).status).toBe(404);
    await admin.call('removeUserSharingTag', { params: { id: user.id, tagId: tag.id } });
    expect((await get(page)).status).toBe(200);
    await admin.call('updateUser', { params: user, body: { ageLimit: { maxAge: 18, showsUnrated: false } } });
    expect((await get(page)).status).toBe(404);
    await admin.call('updateUser', { params: user, body: { ageLimit: null } });
    expect((await get(page)).status).toBe(200);
    await client.call('logout', {});
    expect((await get(page)).status).toBe(401);
    await admin.call('deleteUser', { params: user });
  });

  it('show a child profile nothing beyond its age, also those for anyone and those that its parent opened', async () => {
    const account = { username: 'parent', password: PASSWORD, libraryIds: [places.shown.libraryId] };
    const user = await admin.call('createUser', { body: account });
    const parent = await signIn(server, account);
    const ageLimit = { maxAge: 6, showsUnrated: false };
    const child = await parent.call('createChildProfile', { body: { name: 'Mia', ageLimit } });
    const session = `lectern_session=${parent.token ?? ''}`;
    const links = [
      await share({ ...book, ...anyone, targetId: places.shown.id }),
      await share({ ...book, targetId: places.hidden.id }, admin),
    ];
    const browsers = await Promise.all(links.map(async ({ token }) => open(token, parent.token)));
    const read = async () => {
      const paths = browsers.flatMap(({ id, cookie }, index) => {
        const bookId = index === 0 ? places.shown.id : places.hidden.id;
        return ['', `/books/${bookId}/pages/1`, `/books/${bookId}/cover`].map((path) => ({ id, path, cookie }));
      });
      return await Promise.all(
        paths.map(async ({ id, path, cookie }) => {
          const headers = { cookie: `${cookie}; ${session}` };
          return (await fetch(`${server.url}/api/v1/shared/${id}${path}`, { headers })).status;
        }),
      );
    };
    const reopen = async () =>
      await Promise.all(links.map(async ({ token }) => (await open(token, parent.token)).status));
    const seen = [200, 200, 200, 200, 200, 200];
    expect([await read(), await reopen()]).toEqual([seen, [200, 200]]);
    await parent.call('openChildProfile', { params: child });
    expect([await read(), await reopen()]).toEqual([seen.map(() => 404), [404, 404]]);
    // Its libraries are not a limit of links: both books are for all ages now.
    for (const { seriesId: id } of [places.shown, places.hidden]) {
      await admin.call('updateSeriesMetadata', { params: { id }, body: { ageRating: 6 } });
    }
    expect([await read(), await reopen()]).toEqual([seen, [200, 200]]);
    for (const { seriesId: id } of [places.shown, places.hidden]) {
      await admin.call('updateSeriesMetadata', { params: { id }, body: { ageRating: null } });
    }
    await admin.call('deleteUser', { params: user });
    // A session that has ended limits no link for anyone.
    expect((await read()).slice(0, 3)).toEqual([200, 200, 200]);
  });

  it('for anyone show a child profile no more where an earlier session of its parent opened them', async () => {
    const account = { username: 'parent', password: PASSWORD };
    const user = await admin.call('createUser', { body: account });
    const earlier = await signIn(server, account);
    const { token } = await share({ ...book, ...anyone, targetId: places.shown.id });
    const { id, cookie } = await open(token, earlier.token);
    await earlier.call('logout', {});
    const later = await signIn(server, account);
    const ageLimit = { maxAge: 6, showsUnrated: false };
    const child = await later.call('createChildProfile', { body: { name: 'Mia', ageLimit } });
    const headers = { cookie: `${cookie}; lectern_session=${later.token ?? ''}` };
    const read = async () => (await fetch(`${server.url}/api/v1/shared/${id}`, { headers })).status;
    expect(await read()).toBe(200);
    await later.call('openChildProfile', { params: child });
    expect(await read()).toBe(404);
    await admin.call('deleteUser', { params: user });
  });

  it('give the books of a reading list that their maker sees', async () => {
    const list = await admin.call('createReadList', {
      body: { name: 'Mixed', ordered: true, bookIds: [places.hidden.id, places.shown.id] },
    });
    const { token } = await share({ kind: 'readList', ...anyone, targetId: list.id });
    const { text, get } = await open(token);
    expect(JSON.parse(text)).toMatchObject({ kind: 'readList', name: 'Mixed', books: [{ id: places.shown.id }] });
    const status = async (id: string) => (await get(`/books/${id}/pages/1`)).status;
    expect([await status(places.shown.id), await status(places.hidden.id), await status(other)]).toEqual([
      200, 404, 404,
    ]);
    await admin.call('addReadListBooks', { params: { id: list.id }, body: { bookIds: [other] } });
    await admin.call('removeReadListBook', { params: { id: list.id, bookId: places.shown.id } });
    expect([await status(places.shown.id), await status(other)]).toEqual([404, 200]);
    await admin.call('deleteReadList', { params: { id: list.id } });
    expect(await status(other)).toBe(404);
  });

  it('are made of what the maker sees, as far as admins allow, and not by limited keys', async () => {
    const make = async (targetId: string, audience: 'accounts' | 'anyone' = 'anyone') =>
      (await expectRefusal(share({ ...book, audience, targetId }))).status;
    expect(await make(places.hidden.id)).toBe(404);
    await allow('accounts');
    expect(await make(places.shown.id)).toBe(403);
    await allow('off');
    expect(await make(places.shown.id, 'accounts')).toBe(403);
    await allow('anyone');
    const { key } = await places.reader.call('createApiKey', {
      body: { name: 'k', permissions: ['BooksRead', 'PagesRead', 'ProgressWrite'] },
    });
    const limited = share({ ...book, ...anyone, targetId: places.shown.id }, createClient(server, key));
    expect((await expectRefusal(limited)).status).toBe(403);
  });

  it('are listed for their maker only, without the link, and admins end any', async () => {
    const { id, token } = await shareShown();
    const mine = await places.reader.call('listShares', {});
    expect(mine.shares.map((one) => one.id)).toContain(id);
    expect(JSON.stringify(mine)).not.toContain(token);
    const rows = await server.context.db.read.selectFrom('share').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    await admin.call('createUser', { body: { username: 'stranger', password: PASSWORD } });
    const stranger = await signIn(server, { username: 'stranger', password: PASSWORD });
    expect((await stranger.call('listShares', {})).shares).toEqual([]);
    expect((await expectRefusal(stranger.call('deleteShare', { params: { id } }))).status).toBe(404);
    expect((await expectRefusal(stranger.call('listAllShares', {}))).status).toBe(403);
    const listAll = async () => admin.call('listAllShares', { query: { pageSize: '500' } });
    const found = (await listAll()).data.find((one) => one.id === id);
    expect(found).toMatchObject({
      ...{ kind: 'book', targetId: places.shown.id, name: places.shown.title, audience: 'anyone' },
      maker: { username: READER.username },
    });
    expect(JSON.stringify(found)).not.toContain(token);
    expect((await admin.call('listAllShares', { query: { pageSize: '1' } })).data.map((one) => one.id)).toEqual([id]);
    await allow('accounts');
    expect((await listAll()).data.map((one) => one.id)).not.toContain(id);
    await allow('anyone');
    await admin.call('deleteShare', { params: { id } });
    expect((await listAll()).data.map((one) => one.id)).not.toContain(id);
    const again = await signIn(server, READER);
    expect((await expectRefusal(again.call('deleteShare', { params: { id } }))).status).toBe(404);
  });

  it('cannot be guessed for long', async () => {
    const statuses: number[] = [];
    for (let guess = 0; guess < 11; guess += 1) statuses.push((await open('c'.repeat(43))).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 404), 429]);
    server.context.access.throttle.restore([{ kind: 'share', key: '127.0.0.1' }]);
  });
});
