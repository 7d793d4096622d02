import { api, type Endpoint, PERMISSIONS, type RouteName, routes } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { answerTo, askLists, bare, withProbe } from '../_harness/ask-probes.ts';
import { type Client, setupAdmin, signIn } from '../_harness/client.ts';
import { type DatabaseKind, databases } from '../_harness/databases.ts';
import { openEventStream } from '../_harness/event-stream.ts';
import { PROBES } from '../_harness/leak-probes.ts';
import type { Probe, Subject } from '../_harness/probe.ts';
import { NOT_THERE, openScene } from '../_harness/leak-scene.ts';
import { scan, waitForTasks } from '../_harness/scans.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const NAMES = Object.keys(routes) as RouteName[];
const PASSWORD = 'the password of all';
/** In every name and every text of the hidden library, and nowhere else. */
const HIDDEN = 'Zqxhidden';
const STREAMS = ['streamEvents', 'streamTasks', 'streamScans'] as const;

/** Every row about a library, so that it shows when anybody changed one. */
async function readRows(server: TestServer, subject: Subject): Promise<unknown> {
  const { libraryId, duplicateId, duplicateSeriesId } = subject;
  const { read } = server.context.db;
  const books = read.selectFrom('book').select('id').where('libraryId', '=', libraryId);
  const series = read.selectFrom('series').select('id').where('libraryId', '=', libraryId);
  const [groups, twins] = [read.selectFrom('duplicateGroup'), read.selectFrom('duplicateSeriesGroup')];
  return {
    libraries: await read.selectFrom('library').selectAll().where('id', '=', libraryId).execute(),
    series: await read.selectFrom('series').selectAll().where('libraryId', '=', libraryId).orderBy('id').execute(),
    books: await read.selectFrom('book').selectAll().where('libraryId', '=', libraryId).orderBy('id').execute(),
    errors: await read.selectFrom('bookError').selectAll().where('bookId', 'in', books).orderBy('bookId').execute(),
    progress: await read.selectFrom('readProgress').selectAll().where('bookId', 'in', books).orderBy('id').execute(),
    releases: await read.selectFrom('releaseEntry').selectAll().where('seriesId', 'in', series).orderBy('id').execute(),
    aliases: await read.selectFrom('releaseAlias').selectAll().where('seriesId', 'in', series).orderBy('id').execute(),
    tracking: await read.selectFrom('releaseTracking').selectAll().where('seriesId', 'in', series).execute(),
    covers: await read
      .selectFrom('cover')
      .selectAll()
      .where((eb) => eb.or([eb('bookId', 'in', books), eb('seriesId', 'in', series)]))
      .orderBy('id')
      .execute(),
    tasks: await read
      .selectFrom('task')
      .select(['id', 'status'])
      .where('libraryId', '=', libraryId)
      .orderBy('id')
      .execute(),
    groups: [
      await groups.selectAll().where('id', '=', duplicateId).execute(),
      await twins.selectAll().where('id', '=', duplicateSeriesId).execute(),
    ],
  };
}

/** Two libraries, and a user who reads in both and may then see one of them only. */
async function openWorld(kind: DatabaseKind) {
  await using opened = new AsyncDisposableStack();
  const server = opened.use(await startServer(kind));
  const admin = await setupAdmin(server);
  const open = opened.use(await openScene(admin, 'Open', 20));
  const permissions = PERMISSIONS.filter((permission) => permission !== 'SystemAdmin');
  const account = { username: 'guest', password: PASSWORD };
  const user = await admin.call('createUser', { body: { ...account, permissions, libraryIds: [open.libraryId] } });
  const guest = await signIn(server, account);
  const before = await askLists(guest);
  const first = await openEventStream(guest, '/api/v1/events/stream');
  const lastId = /id: (\S+)/.exec(await first.until('id: '))?.[1] ?? '';
  await first.close();
  const hidden = opened.use(await openScene(admin, HIDDEN, 120));
  const share = async (...libraryIds: string[]) => admin.call('updateUser', { params: user, body: { libraryIds } });
  await share(open.libraryId, hidden.libraryId);
  await guest.call('markBookRead', { params: { id: hidden.bookId } });
  await guest.call('saveProgress', { params: { id: hidden.textId }, body: { currentPage: 1 } });
  await guest.call('addWantToRead', { body: { seriesId: hidden.seriesId } });
  await guest.call('saveRating', { params: { id: hidden.seriesId }, body: { rating: 90 } });
  const shared = await askLists(guest);
  await share(open.libraryId);
  const owned = opened.move();
  return {
    ...{ server, admin, guest, open, hidden, before, shared, lastId },
    [Symbol.asyncDispose]: async () => owned.disposeAsync(),
  };
}

type World = Awaited<ReturnType<typeof openWorld>>;

async function checkLists({ guest, before, shared }: World): Promise<void> {
  const after = await askLists(guest);
  for (const [name, { showsNothing }] of withProbe('list')) {
    expect([name, after.get(name)]).toEqual([name, before.get(name)]);
    // While it was shared they saw something else: the list does hold what is hidden now.
    const wasThere = JSON.stringify(shared.get(name)) !== JSON.stringify(before.get(name));
    expect([name, wasThere]).toEqual([name, showsNothing === undefined]);
  }
}

async function checkHidden({ guest, hidden }: World): Promise<void> {
  for (const [name, { about }] of withProbe('about')) {
    const unknown = about(NOT_THERE);
    for (const [index, ask] of about(hidden).entries()) {
      const said = bare(await answerTo(guest, name, ask));
      expect([name, ask, said]).toEqual([name, ask, bare(await answerTo(guest, name, unknown[index] ?? {}))]);
      expect([name, said.includes(HIDDEN)]).toEqual([name, false]);
    }
  }
}

/** The same questions about what can be seen are answered: a refusal above was no mistake in the question. */
async function checkOpen({ guest, open }: World): Promise<void> {
  const order = (name: RouteName) => (name === 'deleteLibrary' ? 2 : routes[name][0] === 'DELETE' ? 1 : 0);
  const questions = withProbe('about').toSorted(([one], [other]) => order(one) - order(other));
  for (const [name, { about, saysAlike }] of questions) {
    if (saysAlike !== undefined) continue;
    const unknown = about(NOT_THERE);
    for (const [index, ask] of about(open).entries()) {
      const said = await answerTo(guest, name, ask);
      expect([name, ask, bare(said)]).not.toEqual([name, ask, bare(await answerTo(guest, name, unknown[index] ?? {}))]);
      expect([name, Number(said.slice(0, 3)) < 500]).toEqual([name, true]);
    }
  }
}

async function checkStreams({ admin, guest, open, hidden, lastId }: World): Promise<void> {
  const streams = await Promise.all(STREAMS.map(async (name) => openEventStream(guest, routes[name][1])));
  const again = await openEventStream(guest, routes.streamEvents[1], { 'last-event-id': lastId });
  await admin.call('chooseBookPageCover', { params: { id: hidden.bookId }, body: { page: 2 } });
  await admin.call('updateLibrary', { params: { id: hidden.libraryId }, body: { description: 'more' } });
  await scan(admin, hidden.libraryId, 'deep');
  await waitForTasks(admin);
  await admin.call('updateLibrary', { params: { id: open.libraryId }, body: { description: 'more' } });
  await scan(admin, open.libraryId, 'deep');
  for (const stream of [...streams, again]) {
    const said = await stream.until(open.libraryId);
    const names = [HIDDEN, hidden.libraryId, hidden.seriesId, hidden.bookId, hidden.textId];
    expect(names.filter((text) => said.includes(text))).toEqual([]);
    await stream.close();
  }
  await waitForTasks(admin);
}

async function checkFolders({ guest, hidden }: World): Promise<void> {
  for (const path of [hidden.folder, `${hidden.folder}/${HIDDEN} Saga`]) {
    const asks = [
      ['createLibrary', { body: { name: 'mine', path } }],
      ['previewScan', { body: { path } }],
    ] as const;
    for (const [name, ask] of asks) {
      const said = await answerTo(guest, name, ask);
      expect([name, said.slice(0, 3), said.replaceAll(path, '').includes(HIDDEN)]).toEqual([name, '403', false]);
    }
  }
}

describe.each(databases)('hidden content on %s', (kind) => {
  it('is absent from every list, count, page, file, cover and event, and cannot be changed', async () => {
    await using world = await openWorld(kind);
    const { server, admin, guest, hidden } = world;
    await checkLists(world);
    await checkStreams(world);
    const rows = await readRows(server, hidden);
    await checkHidden(world);
    await checkFolders(world);
    await waitForTasks(admin);
    expect(await readRows(server, hidden)).toEqual(rows);
    await checkOpen(world);
    await waitForTasks(admin);
    await guest.call('purgeTasks', { query: { days: '0' } });
    expect(await readRows(server, hidden)).toEqual(rows);
  });

  it('is everything for who was given no library', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    using open = await openScene(admin, 'Open', 20);
    const permissions = PERMISSIONS.filter((permission) => permission !== 'SystemAdmin');
    const account = { username: 'guest', password: PASSWORD };
    await admin.call('createUser', { body: { ...account, permissions, libraryIds: [] } });
    const guest = await signIn(server, account);
    for (const [name, { list }] of withProbe('list')) {
      for (const ask of list) {
        const said = await answerTo(guest, name, ask);
        expect([name, said.slice(0, 3), said.includes('Open')]).toEqual([name, '200', false]);
      }
    }
    const writes = [
      'generateBookThumbnails',
      'generateSeriesThumbnails',
      'reprocessSeriesTitles',
      'retryAllErrors',
    ] as const;
    for (const name of writes) expect((await answerTo(guest, name, {})).slice(0, 3)).toMatch(/^(200|404)$/);
    const tasks = await waitForTasks(admin);
    expect(tasks.filter(({ status }) => status !== 'completed')).toEqual([]);
    expect((await admin.call('getBook', { params: { id: open.bookId } })).book.libraryId).toBe(open.libraryId);
  });
});

/** Two libraries at rest, each with a scan that waits, a task that failed and a book that was held back. */
async function openWork(server: TestServer) {
  const admin = await setupAdmin(server);
  await admin.call('pauseTasks', {});
  const [open, hidden] = [await newShelf(server, { name: 'Open' }), await newShelf(server, { name: HIDDEN })];
  const failed: string[] = [];
  for (const { libraryId, addSeries, addBook } of [open, hidden]) {
    await addBook(await addSeries('Saga'), 'Missing', { missingSince: 1 });
    await admin.call('startScan', { params: { id: libraryId } });
    const { taskId } = await admin.call('createTask', { body: { taskType: { type: 'hash_library', libraryId } } });
    failed.push(taskId);
  }
  await server.context.db.transaction(async (tx) =>
    tx.write.updateTable('task').set({ status: 'failed', lastError: 'torn' }).where('id', 'in', failed).execute(),
  );
  const permissions = PERMISSIONS.filter((permission) => permission !== 'SystemAdmin');
  const account = { username: 'guest', password: PASSWORD };
  await admin.call('createUser', { body: { ...account, permissions, libraryIds: [open.libraryId] } });
  return { admin, guest: await signIn(server, account), open, hidden, failed };
}

describe.each(databases)('work on hidden content on %s', (kind) => {
  it('is listed, cancelled and retried only by users who may see it', async () => {
    await using server = await startServer(kind);
    const { admin, guest, open, hidden, failed } = await openWork(server);
    const scans = async (client: Client) =>
      (await client.call('listActiveScans', {})).map((one) => one.libraryId).toSorted();
    expect(await scans(admin)).toEqual([open.libraryId, hidden.libraryId].toSorted());
    expect(await scans(guest)).toEqual([open.libraryId]);

    const of = ({ libraryId }: { readonly libraryId: string }) => ({ params: { id: libraryId } });
    expect((await guest.call('listRemovals', of(open))).total).toBe(1);
    expect((await admin.call('listRemovals', of(hidden))).total).toBe(1);
    for (const name of ['listRemovals', 'cancelScan', 'confirmRemovals', 'dismissRemovals'] as const) {
      const [said, unknown] = [await answerTo(guest, name, of(hidden)), await answerTo(guest, name, of(NOT_THERE))];
      expect([name, said.slice(0, 3), bare(said)]).toEqual([name, '404', bare(unknown)]);
    }
    // Nothing came of it: both scans wait, both books are held back.
    expect(await scans(admin)).toEqual([open.libraryId, hidden.libraryId].toSorted());
    await guest.call('cancelScan', of(open));
    expect(await scans(admin)).toEqual([hidden.libraryId]);
    expect((await admin.call('listRemovals', of(hidden))).total).toBe(1);

    expect(await guest.call('retryFailedTasks', {})).toEqual({ retried: 1, joined: 0 });
    const states = async () =>
      Promise.all(failed.map(async (id) => (await admin.call('getTask', { params: { id } })).status));
    expect(await states()).toEqual(['pending', 'failed']);
    expect(await admin.call('retryFailedTasks', {})).toEqual({ retried: 1, joined: 0 });
    expect(await states()).toEqual(['pending', 'pending']);
  });
});

describe('the routes of the contract', () => {
  it('are all asked for what is hidden, or say why not', () => {
    expect(Object.keys(PROBES).toSorted()).toEqual(NAMES.toSorted());
    for (const name of NAMES) {
      const { answer }: Endpoint = api[name];
      // Streams are open routes: none is left out by calling it something else.
      const probe: Probe = PROBES[name];
      expect([name, 'stream' in probe]).toEqual([name, answer === 'events']);
    }
  });
});
