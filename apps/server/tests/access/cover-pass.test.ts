import { describe, expect, it } from 'vitest';
import { coverPass } from '#core/people/cover-pass.ts';
import { type Client, createClient, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { openSaga } from '../_harness/saga.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const MOON = 'Moon+ Reader Pro/8.4 (Android 14)';
const DAY_MS = 86_400_000;
const PASSWORD = 'the password of all';

/** Addresses of covers that a feed names, for an app that says it is this. */
async function coversIn(client: Client, path: string, userAgent: string): Promise<readonly string[]> {
  const answer = await client.fetch(path, { headers: { 'user-agent': userAgent } });
  if (answer.status !== 200) throw new Error(`${path}: ${String(answer.status)}`);
  const text = (await answer.text()).replaceAll('&amp;', '&').replaceAll('\\/', '/');
  const found = text.matchAll(/"(?<path>http:[^"]+\/(?:cover|thumbnail)[^"]*)"/g);
  const all = [...found].map(({ groups }) => groups?.['path'] ?? '');
  return all.filter((address) => address.startsWith(client.url)).map((address) => address.slice(client.url.length));
}

function one(addresses: readonly string[]): string {
  const [first] = addresses;
  if (first === undefined) throw new Error('Expected a cover');
  return first;
}

async function strangerSees(server: TestServer, path: string): Promise<number> {
  return (await createClient(server).fetch(path)).status;
}

const FEEDS = [
  ...['/opds/v1.2/books', '/opds/v1.2/series', '/opds/v2/books', '/api/v1/opds/v1.2/books'],
  ...['/opds/v1.2/collections', '/opds/v1.2/readlists'],
];

describe.each(databases)('covers that need no sign-in on %s', (kind) => {
  it('are given to apps that fetch them so, and to others only where their user wants it', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    using _folder = await openSaga(admin);
    const { data } = await admin.call('listBooks', {});
    await admin.call('createCollection', { body: { name: 'Heap', seriesIds: data.map(({ seriesId }) => seriesId) } });
    await admin.call('createReadList', { body: { name: 'Order', bookIds: data.map(({ id }) => id) } });
    // Without members there is nothing to show.
    await admin.call('createReadList', { body: { name: 'Nothing' } });
    for (const feed of FEEDS) {
      const plain = await coversIn(admin, feed, 'KOReader/2026.07');
      expect(plain.length).toBeGreaterThan(0);
      expect(plain.filter((path) => path.includes('pass='))).toEqual([]);
      expect([feed, await strangerSees(server, one(plain))]).toEqual([feed, 401]);
      const open = await coversIn(admin, feed, MOON);
      expect(open).toHaveLength(plain.length);
      for (const path of open) {
        const answer = await createClient(server).fetch(path);
        expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, 'image/jpeg']);
        expect(answer.headers.get('cache-control')).toMatch(/^private/);
      }
      // Apps keep what they fetched: the same address as long as the day lasts.
      expect(await coversIn(admin, feed, MOON)).toEqual(open);
    }
    await admin.call('updatePreferences', { body: { preferences: { 'reading.covers_without_sign_in': true } } });
    expect(await strangerSees(server, one(await coversIn(admin, '/opds/v2/books', 'Other/1')))).toBe(200);
  });

  it('open one cover and nothing else, unchanged and in time', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    using _folder = await openSaga(admin);
    const thumbnails = (await coversIn(admin, '/opds/v1.2/books', MOON)).filter((path) => path.includes('thumbnail'));
    const path = one(thumbnails);
    const other = one(thumbnails.slice(1));
    const query = path.slice(path.indexOf('?'));
    const bare = path.slice(0, path.indexOf('?'));
    const id = bare.split('/').at(-2) ?? '';
    expect(await strangerSees(server, path)).toBe(200);
    for (const wrong of [
      other.slice(0, other.indexOf('?')) + query,
      `/opds/v1.2/series/${id}/thumbnail${query}`,
      path.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      path.replace(/pass=u\.([0-9a-f]{8})/, 'pass=u.00000000'),
      path.replace(
        /\.([0-9a-z]{6,10})\./,
        (_, until: string) => `.${(Number.parseInt(until, 36) + DAY_MS).toString(36)}.`,
      ),
      `${bare}?pass=`,
      `${bare}?pass=u.x.y.z`,
      `/opds/v1.2/books/${id}/file/x.cbz${query}`,
      `/opds/v1.2/books/${id}${query}`,
      `/opds/v1.2/books/${id}/stream/0${query}`,
      `/opds/v1.2/books/${query}`,
      `/api/v1/books/${id}/thumbnail${query}`,
      `/api/v1/books/${id}${query}&/opds/v1.2/books/${id}/cover?${query.slice(1)}`,
    ]) {
      expect([wrong, await strangerSees(server, wrong)]).toEqual([wrong, 401]);
    }
    // Yesterday's holds today, that of the day before no more.
    const { access, db } = server.context;
    const { id: userId } = await admin.call('getCurrentUser', {});
    const viewer = {
      userId,
      username: 'admin',
      role: 'admin',
      permissions: new Set<never>(),
      sessionId: null,
    } as const;
    const makePass = (now: number) => coverPass({ db, access }, viewer, { of: 'books', id }, now);
    const now = Date.now();
    expect(await strangerSees(server, `${bare}?pass=${makePass(now - DAY_MS)}`)).toBe(200);
    expect(await strangerSees(server, `${bare}?pass=${makePass(now - 2 * DAY_MS)}`)).toBe(401);
  });

  it('end with the user, the key, and the right to see the book', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    using _folder = await openSaga(admin);
    const { data: libraries } = await admin.call('listLibraries', {});
    const libraryIds = libraries.map(({ id }) => id);
    const account = { username: 'guest', password: PASSWORD };
    const guest = await admin.call('createUser', { body: { ...account, libraryIds } });
    const params = { id: guest.id };
    const asGuest = await signIn(server, account);
    const path = one(await coversIn(asGuest, '/opds/v2/books', MOON));
    const { id, key } = await asGuest.call('createApiKey', { body: { name: 'Moon' } });
    const byKey = one(await coversIn(createClient(server, key), '/opds/v2/books', MOON));
    expect([await strangerSees(server, path), await strangerSees(server, byKey)]).toEqual([200, 200]);
    await asGuest.call('deleteApiKey', { params: { id } });
    expect([await strangerSees(server, path), await strangerSees(server, byKey)]).toEqual([200, 401]);
    await admin.call('updateUser', { params, body: { libraryIds: [] } });
    expect(await strangerSees(server, path)).toBe(404);
    await admin.call('updateUser', { params, body: { libraryIds } });
    expect(await strangerSees(server, path)).toBe(200);
    await admin.call('updateUser', { params, body: { isActive: false } });
    expect(await strangerSees(server, path)).toBe(401);
    await admin.call('deleteUser', { params });
    expect(await strangerSees(server, path)).toBe(401);
  });
});
