import { rename } from 'node:fs/promises';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { joinCluster, newProcessName } from '#jobs/cluster.ts';
import { LibraryWatches } from '#jobs/watch-libraries.ts';
import { type Client, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { openHome } from '../_harness/home.ts';
import { newBookFolder } from '../_harness/make-books.ts';
import { addLibrary, listAllBooks, scan, waitForTasks, until } from '../_harness/scans.ts';
import { startServerProcess } from '../_harness/server-process.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const log = pino({ level: 'silent' });
const Params = z.object({ folders: z.array(z.string()).optional() });

/** One process that watches, with times that a test can wait for. */
async function watching({ context }: TestServer) {
  const { db, queue, events } = context;
  const stack = new AsyncDisposableStack();
  const member = stack.use(await joinCluster({ db, log, name: newProcessName() }, async () => undefined));
  const times = { quietMs: 50, maxWaitMs: 1_000, gapMs: 50 };
  const watches = stack.use(new LibraryWatches({ db, queue, events, log, member, times, pollMs: 20, rootMs: 20 }));
  return {
    name: member.name,
    look: async () => watches.look(),
    [Symbol.asyncDispose]: async () => stack.disposeAsync(),
  };
}

async function readHolder({ context }: TestServer, libraryId: string) {
  return context.db.read
    .selectFrom('libraryWatch')
    .select(['holder', 'method', 'message'])
    .where('libraryId', '=', libraryId)
    .executeTakeFirst();
}

async function untilMethod(server: TestServer, libraryId: string, method: string): Promise<void> {
  await until(
    async () => readHolder(server, libraryId),
    (row) => row?.method === method,
  );
}

/** Folder and name of a book's file. */
function toPlace({ path }: { readonly path: string }): string {
  return path.split('/').slice(-2).join('/');
}

/** Waits until the library holds these books and no others, and every one of them can be read. */
async function untilBooks(client: Client, paths: readonly string[]): Promise<void> {
  await until(
    async () => listAllBooks(client),
    (books) =>
      JSON.stringify(books.map(toPlace)) === JSON.stringify(paths) &&
      books.every(({ analyzed, pageCount }) => analyzed && pageCount > 0),
  );
}

describe.each(databases)('a watched library on %s', (kind) => {
  it.each(['auto', 'poll'] as const)('shows what is added, moved and removed, by itself (%s)', async (watch) => {
    using folder = newBookFolder();
    await folder.addComic('Saga/1.cbz');
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const { id } = await addLibrary(client, folder.path, { scanningConfig: { watch } });
    expect((await client.call('getLibrary', { params: { id } })).scanningConfig.watch).toBe(watch);
    await scan(client, id);
    await waitForTasks(client);
    await using _watches = await watching(server);
    await untilMethod(server, id, watch === 'auto' ? 'native' : 'poll');
    expect(await client.call('getScanStatus', { params: { id } })).toMatchObject({
      watching: watch === 'auto' ? 'native' : 'poll',
      warnings: [],
    });
    await folder.addComic('Saga/2.cbz', { tint: 1 });
    await folder.addComic('Akira/1.cbz', { tint: 2 });
    await untilBooks(client, ['Akira/1.cbz', 'Saga/1.cbz', 'Saga/2.cbz']);
    const { data: scans } = await client.call('listTasks', { query: { taskType: 'scan_library' } });
    const folders = scans.map(({ params }) => Params.parse(params).folders ?? []);
    // All but the first, which a user asked for, look at no more than what changed.
    expect(new Set(folders.slice(0, -1).flat())).toEqual(new Set(['Akira', 'Saga']));
    expect(folders.filter((of) => of.length === 0)).toHaveLength(1);
    const [akira] = await listAllBooks(client);
    await rename(folder.at('Akira'), folder.at('Zatoichi'));
    await untilBooks(client, ['Saga/1.cbz', 'Saga/2.cbz', 'Zatoichi/1.cbz']);
    expect((await listAllBooks(client)).at(-1)?.id).toBe(akira?.id);
  });

  it('makes few scans of many changes', async () => {
    using folder = newBookFolder();
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const { id } = await addLibrary(client, folder.path);
    await using _watches = await watching(server);
    await untilMethod(server, id, 'native');
    await server.context.queue.pause('test');
    for (let number = 0; number < 60; number += 1) await folder.addComic(`${String(number)}/1.cbz`, { tint: number });
    const waiting = async () => (await client.call('listTasks', { query: { taskType: 'scan_library' } })).total;
    await until(waiting, (total) => total > 0);
    await server.context.queue.resume();
    await until(
      async () => listAllBooks(client),
      (books) => books.length === 60,
    );
    await waitForTasks(client);
    expect(await waiting()).toBeLessThan(10);
  });

  it('loses nothing when its folder goes away, says so, and goes on when it is back', async () => {
    using folder = newBookFolder();
    using aside = newBookFolder();
    await folder.addComic('Library/Saga/1.cbz');
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const { id } = await addLibrary(client, folder.at('Library'));
    await scan(client, id);
    await waitForTasks(client);
    await using _watches = await watching(server);
    await untilMethod(server, id, 'native');
    await rename(folder.at('Library'), aside.at('Library'));
    await untilMethod(server, id, 'waiting');
    const message =
      'The folder of the library does not exist. No book is removed, and Lectern watches it again when it is back';
    const status = await client.call('getScanStatus', { params: { id } });
    expect([status.watching, status.warnings]).toEqual(['waiting', [message]]);
    expect((await listAllBooks(client)).map(toPlace)).toEqual(['Saga/1.cbz']);
    await aside.addComic('Library/Saga/2.cbz', { tint: 1 });
    await rename(aside.at('Library'), folder.at('Library'));
    await untilBooks(client, ['Saga/1.cbz', 'Saga/2.cbz']);
    await folder.addComic('Library/Saga/3.cbz', { tint: 2 });
    await untilBooks(client, ['Saga/1.cbz', 'Saga/2.cbz', 'Saga/3.cbz']);
    await waitForTasks(client);
  });

  it('is released when switched off, and watched again when its patterns change', async () => {
    using folder = newBookFolder();
    await folder.addComic('Saga/1.cbz');
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const { id } = await addLibrary(client, folder.path);
    await scan(client, id);
    await waitForTasks(client);
    await using watches = await watching(server);
    await untilMethod(server, id, 'native');
    const update = async (body: Parameters<typeof client.call<'updateLibrary'>>[1]['body']): Promise<void> => {
      await client.call('updateLibrary', { params: { id }, body });
      await watches.look();
    };
    await update({ excludedPatterns: 'Extras' });
    await untilMethod(server, id, 'native');
    await folder.addComic('Extras/1.cbz', { tint: 1 });
    await folder.addComic('Saga/2.cbz', { tint: 2 });
    await untilBooks(client, ['Saga/1.cbz', 'Saga/2.cbz']);
    await waitForTasks(client);
    await update({ scanningConfig: { watch: 'off' } });
    expect(await readHolder(server, id)).toMatchObject({ holder: null });
    expect(await client.call('getScanStatus', { params: { id } })).toMatchObject({ watching: null });
    await update({ scanningConfig: { watch: 'auto' }, isActive: false });
    expect(await readHolder(server, id)).toMatchObject({ holder: null });
    await client.call('deleteLibrary', { params: { id } });
    await watches.look();
    expect(await readHolder(server, id)).toBeUndefined();
  });

  it('is watched by one process, and by another when that is gone, which looks what it missed', async () => {
    using folder = newBookFolder();
    await folder.addComic('Saga/1.cbz');
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const { id } = await addLibrary(client, folder.path);
    await scan(client, id);
    await waitForTasks(client);
    const one = await watching(server);
    await untilMethod(server, id, 'native');
    await using other = await watching(server);
    await other.look();
    expect(await readHolder(server, id)).toMatchObject({ holder: one.name });
    await one[Symbol.asyncDispose]();
    await folder.addComic('Saga/2.cbz', { tint: 1 });
    await other.look();
    expect(await readHolder(server, id)).toMatchObject({ holder: other.name });
    await untilBooks(client, ['Saga/1.cbz', 'Saga/2.cbz']);
    await waitForTasks(client);
  });
});

describe('a server as it is started', () => {
  it('has a new book readable within ten seconds', async () => {
    using folder = newBookFolder();
    await folder.addComic('Saga/1.cbz');
    await using home = await openHome('sqlite');
    await using server = await startServerProcess(home, { env: { LECTERN_SCANNER_WATCH: 'true' } });
    const client = await setupAdmin(server);
    const beganAt = performance.now();
    const { id } = await addLibrary(client, folder.path, { scanImmediately: true });
    await untilBooks(client, ['Saga/1.cbz']);
    await until(
      async () => client.call('getScanStatus', { params: { id } }),
      ({ watching: method }) => method === 'native',
    );
    await waitForTasks(client);
    // On a machine that is busy with something else even a scan that a user asks for takes its time.
    const limitMs = 10_000 + 5 * (performance.now() - beganAt);
    const names = ['Saga/1.cbz'];
    const waitedMs: number[] = [];
    // Once it may be busier than just before; not thrice.
    while (waitedMs.length < 3 && !waitedMs.some((waited) => waited < limitMs)) {
      const name = `Saga/${String(names.length + 1)}.cbz`;
      names.push(name);
      const addedAt = performance.now();
      await folder.addComic(name, { tint: names.length });
      await untilBooks(client, names);
      waitedMs.push(performance.now() - addedAt);
    }
    expect(Math.min(...waitedMs)).toBeLessThan(limitMs);
  });
});
