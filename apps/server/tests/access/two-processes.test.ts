import { randomUUID } from 'node:crypto';
import type { CallInput } from '@lectern/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createClient, setupAdmin, signIn } from '../_harness/client.ts';
import { basic } from '../_harness/compat.ts';
import { enterAsGuest } from '../_harness/enter-as-guest.ts';
import { openEventStream, type OpenEventStream } from '../_harness/event-stream.ts';
import { openHome } from '../_harness/home.ts';
import { openShare } from '../_harness/open-share.ts';
import { until } from '../_harness/scans.ts';
import { type ServerProcess, startServerProcess } from '../_harness/server-process.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const PASSWORD = 'a good password';
const ME = '/api/v1/auth/me';
/** Less than the time after which a process reads settings without being told. */
const TOLD_MS = 30_000;

/** One server is in the process of the test, the other in its own. SQLite has one process. */
describe('of two processes on one PostgreSQL', () => {
  const opened = new AsyncDisposableStack();
  let one: TestServer;
  let other: ServerProcess;
  let admin: Client;
  let stream: OpenEventStream;
  let libraryId: string;
  let bookId: string;

  beforeAll(async () => {
    const home = opened.use(await openHome('postgres'));
    one = opened.use(await startServer('postgres', { home }));
    admin = await setupAdmin(one);
    const shelf = await newShelf(one);
    ({ libraryId } = shelf);
    bookId = await shelf.addBook(await shelf.addSeries('Saga'), 'Saga 1');
    other = opened.use(await startServerProcess(home));
    stream = await openEventStream(createClient(other, admin.token), '/api/v1/events/stream');
    opened.defer(async () => stream.close());
  });
  afterAll(async () => opened.disposeAsync());

  /** Waits until the other process has heard all that this one told before. */
  async function letOtherHear(): Promise<void> {
    const mark = randomUUID();
    one.context.events.emit({ type: 'library_updated', library_id: mark, timestamp: new Date(0).toISOString() });
    await stream.until(mark);
  }

  let users = 0;
  async function add(more: Partial<CallInput<'createUser'>['body']> = {}) {
    users += 1;
    const account = { username: `person ${String(users)}`, password: PASSWORD };
    const { id } = await admin.call('createUser', { body: { ...account, ...more } });
    const client = await signIn(one, account);
    return { ...account, id, client, there: createClient(other, client.token) };
  }

  const set = async (key: string, value: string) => admin.call('updateSetting', { params: { key }, body: { value } });

  it('one ends a view as another account that the other shows', async () => {
    const [boss, reader] = [await add({ role: 'admin' }), await add()];
    const readName = async () => (await boss.there.call('getCurrentUser', {})).username;
    expect(await readName()).toBe(boss.username);
    await boss.client.call('beginAccountView', { params: { id: reader.id } });
    await letOtherHear();
    expect(await readName()).toBe(reader.username);
    await boss.client.call('endAccountView', {});
    await letOtherHear();
    expect(await readName()).toBe(boss.username);
    expect((await boss.there.call('listUsers', {})).data.length).toBeGreaterThan(0);
  });

  it('one ends the view of an admin whom it takes the role from', async () => {
    const [boss, reader] = [await add({ role: 'admin' }), await add()];
    const readStatus = async () => (await boss.there.fetch(`/api/v1/books/${bookId}`)).status;
    await boss.client.call('beginAccountView', { params: { id: reader.id } });
    await letOtherHear();
    expect([(await boss.there.call('getCurrentUser', {})).username, await readStatus()]).toEqual([
      reader.username,
      200,
    ]);
    await admin.call('updateUser', { params: { id: boss.id }, body: { role: 'reader', libraryIds: [] } });
    await letOtherHear();
    expect([(await boss.there.call('getCurrentUser', {})).username, await readStatus()]).toEqual([boss.username, 404]);
  });

  it('one refuses guests when the other lets none in any more', async () => {
    await set('guests.library', libraryId);
    const visitor = await until(
      async () => enterAsGuest(other),
      ({ status }) => status === 204,
    );
    const readStatus = async () => (await visitor.fetch('/api/v1/books')).status;
    expect(await readStatus()).toBe(200);
    await set('guests.library', '');
    await expect.poll(readStatus, { timeout: TOLD_MS }).toBe(401);
    expect((await enterAsGuest(other)).status).toBe(403);
  });

  it('one refuses a shared link that the other deleted, and one that is not allowed any more', async () => {
    await set('sharing.links', 'anyone');
    const share = async () => {
      const body = { kind: 'book', audience: 'anyone', targetId: bookId } as const;
      const made = await admin.call('createShare', { body });
      return { id: made.id, token: made.url.split('#')[1] ?? '' };
    };
    const [gone, kept] = [await share(), await share()];
    const first = await until(
      async () => openShare(other, gone.token),
      ({ status }) => status === 200,
    );
    const second = await openShare(other, kept.token);
    const readStatuses = async () => [(await first.get('')).status, (await second.get('')).status];
    expect(await readStatuses()).toEqual([200, 200]);
    await admin.call('deleteShare', { params: { id: gone.id } });
    expect(await readStatuses()).toEqual([404, 200]);
    expect((await openShare(other, gone.token)).status).toBe(404);
    await set('sharing.links', 'off');
    await expect.poll(readStatuses, { timeout: TOLD_MS }).toEqual([404, 404]);
  });

  it('one gives and takes the permissions of a role that the other knows', async () => {
    const permissions = ['LibrariesRead', 'SeriesRead', 'BooksRead', 'ApiKeysWrite'] as const;
    const role = await admin.call('createRole', { body: { name: 'Helpers', permissions: [...permissions] } });
    const { client, there } = await add({ customRoleId: role.id });
    const { key } = await client.call('createApiKey', { body: { name: 'Robot' } });
    const keyed = createClient(other, key);
    const readStatuses = async () =>
      Promise.all([there, keyed].map(async (as) => (await as.fetch('/api/v1/users')).status));
    const change = async (more: readonly 'UsersRead'[]) => {
      await admin.call('updateRole', { params: { id: role.id }, body: { permissions: [...permissions, ...more] } });
      await letOtherHear();
    };
    expect(await readStatuses()).toEqual([403, 403]);
    await change(['UsersRead']);
    expect(await readStatuses()).toEqual([200, 200]);
    await change([]);
    expect(await readStatuses()).toEqual([403, 403]);
  });

  it('one refuses every credential of an account that the other deactivates', async () => {
    const { id, username, client, there } = await add();
    const { key } = await client.call('createApiKey', { body: { name: 'Phone' } });
    const ways = [
      async () => there.fetch(ME),
      async () => createClient(other, key).fetch(ME),
      async () => fetch(other.url + ME, { headers: basic(username, PASSWORD) }),
    ];
    const readStatuses = async () => Promise.all(ways.map(async (ask) => (await ask()).status));
    expect(await readStatuses()).toEqual([200, 200, 200]);
    const open = await openEventStream(there, '/api/v1/events/stream');
    await admin.call('patchUser', { params: { id }, body: { isActive: false } });
    await letOtherHear();
    expect(await readStatuses()).toEqual([401, 401, 401]);
    await open.ended();
  });
});
