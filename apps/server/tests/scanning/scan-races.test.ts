import { randomUUIDv7 } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { scanLibrary } from '#core/activities/scan/scan-library.ts';
import type { Database, Tx } from '#db/open.ts';
import { setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { type BookFolder, newBookFolder } from '../_harness/make-books.ts';
import { addLibrary, listAllBooks, scan, waitForTasks } from '../_harness/scans.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

/** Changes of the first transaction of a scan; later ones hold more, or fewer. */
const FIRST = 5;
const BOOKS = 60;

async function addBooks(folder: BookFolder, count = BOOKS): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    await folder.addComic(`Saga/${String(number)}.cbz`, { pages: 1, info: `<Title>Book ${String(number)}</Title>` });
  }
}

/** A database that another task changes just before one of the scan's transactions, the first one being 0. */
function changedBefore(db: Database, transaction: number, change: (tx: Tx) => Promise<unknown>): Database {
  let count = 0;
  return {
    ...db,
    read: db.read,
    transaction: async (work) => {
      if (count === transaction) await db.transaction(change);
      count += 1;
      return db.transaction(work);
    },
  };
}

async function scanHere({ context }: TestServer, libraryId: string, db: Database = context.db): Promise<void> {
  const { signal } = new AbortController();
  const run = { taskId: '', signal, earlier: null, report: () => undefined, shouldYield: async () => false };
  await scanLibrary({ ...context, db }, { libraryId, mode: 'normal' }, run);
}

/** Of the series that the other task makes. */
const OTHER_ID = randomUUIDv7();

async function addSeries(tx: Tx, libraryId: string, path: string): Promise<void> {
  const row = { id: OTHER_ID, libraryId, path, name: path, title: path, sortKey: path, status: 'ongoing' };
  await tx.write
    .insertInto('series')
    .values({ ...row, createdAt: 1, updatedAt: 1 })
    .execute();
}

/** How many live books each series has, by its group. */
async function countBooks({ context }: TestServer): Promise<Record<string, number>> {
  const rows = await context.db.read
    .selectFrom('series')
    .leftJoin('book', 'book.seriesId', 'series.id')
    .select((eb) => ['series.path', eb.fn.count<number>('book.id').as('count')])
    .groupBy('series.id')
    .execute();
  expect(new Set(rows.map(({ path }) => path)).size).toBe(rows.length);
  return Object.fromEntries(rows.map(({ path, count }) => [path, count]));
}

/** Names of the events so far, and the series that they are about. */
function listen({ context }: TestServer) {
  const told: string[] = [];
  const subscription = context.events.onChange(({ name, json }) => {
    const { series_id: seriesId } = JSON.parse(json) as { readonly series_id?: string };
    told.push(`${name} ${seriesId ?? ''}`);
  });
  return { told, [Symbol.dispose]: () => subscription[Symbol.dispose]() };
}

/** Something to wait for. */
function newGate(): { readonly open: () => void; readonly passed: Promise<void> } {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, passed };
}

/** A library that nothing but the test scans: background work is paused. */
async function begin(server: TestServer, folder: BookFolder) {
  const client = await setupAdmin(server);
  await server.context.queue.pause('a test');
  const library = await addLibrary(client, folder.path);
  return { client, libraryId: library.id };
}

describe.each(databases)('a scan beside another task on %s', (kind) => {
  it('takes the series that was made for a folder in the same moment', async () => {
    using folder = newBookFolder();
    await addBooks(folder);
    await using server = await startServer(kind);
    const { libraryId } = await begin(server, folder);
    using events = listen(server);
    const made = changedBefore(server.context.db, 0, async (tx) => addSeries(tx, libraryId, 'Saga'));
    await scanHere(server, libraryId, made);
    expect(await countBooks(server)).toEqual({ Saga: BOOKS });
    expect(events.told).toEqual(Array.from({ length: BOOKS }, () => `book_created ${OTHER_ID}`));
  });

  it('makes a new series when the first one moved to another group or was removed while books were added', async () => {
    using folder = newBookFolder();
    await addBooks(folder);
    await using server = await startServer(kind);
    const { client, libraryId } = await begin(server, folder);
    const renamed = changedBefore(server.context.db, 1, async (tx) =>
      tx.write.updateTable('series').set({ path: 'Elsewhere' }).where('path', '=', 'Saga').execute(),
    );
    await scanHere(server, libraryId, renamed);
    expect(await countBooks(server)).toEqual({ Elsewhere: FIRST, Saga: BOOKS - FIRST });

    await client.call('deleteLibrary', { params: { id: libraryId } });
    const again = await addLibrary(client, folder.path);
    const removed = changedBefore(server.context.db, 1, async (tx) => {
      await addSeries(tx, again.id, 'Elsewhere');
      await tx.write.updateTable('book').set({ seriesId: OTHER_ID }).execute();
      await tx.write.deleteFrom('series').where('path', '=', 'Saga').execute();
    });
    await scanHere(server, again.id, removed);
    expect(await countBooks(server)).toEqual({ Elsewhere: FIRST, Saga: BOOKS - FIRST });
  });

  it('keeps the books of a renamed folder when its new series was made in the same moment', async () => {
    using folder = newBookFolder();
    await addBooks(folder, 8);
    await using server = await startServer(kind);
    const { client, libraryId } = await begin(server, folder);
    await scanHere(server, libraryId);
    await server.context.queue.resume();
    await waitForTasks(client);
    const known = (await listAllBooks(client)).map(({ id }) => id).toSorted();
    await server.context.queue.pause('a test');
    await rename(folder.at('Saga'), folder.at('Bone'));
    const made = changedBefore(server.context.db, 0, async (tx) => addSeries(tx, libraryId, 'Bone'));
    await scanHere(server, libraryId, made);
    expect(await countBooks(server)).toEqual({ Saga: 0, Bone: 8 });
    expect((await listAllBooks(client)).map(({ id }) => id).toSorted()).toEqual(known);
  });

  it('is not in the way of another scan of the same library', async () => {
    using folder = newBookFolder();
    await addBooks(folder);
    await using server = await startServer(kind);
    const { libraryId } = await begin(server, folder);
    using events = listen(server);
    await Promise.all([scanHere(server, libraryId), scanHere(server, libraryId), scanHere(server, libraryId)]);
    expect(await countBooks(server)).toEqual({ Saga: BOOKS });
    expect(events.told.filter((told) => told.startsWith('book_created'))).toHaveLength(BOOKS);
    expect(events.told.filter((told) => told.startsWith('series_created'))).toHaveLength(1);
  });

  it('and analyses that move books bring each to the series that it states', async () => {
    using folder = newBookFolder();
    const stated = ['Bone', 'Akira', 'Saga', 'Monster'];
    for (let number = 1; number <= 24; number += 1) {
      const series = stated[number % stated.length] ?? '';
      const info = `<Series>${series}</Series><Title>Book ${String(number)}</Title>`;
      await folder.addComic(`Mixed ${String(number % 6)} ${String(number)}.cbz`, { pages: 1, info });
    }
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const seriesConfig = { requireMetadata: true };
    const library = await addLibrary(client, folder.path, { seriesStrategy: 'flat', seriesConfig });
    for (const mode of ['normal', 'deep', 'deep'] as const) await scan(client, library.id, mode);
    const tasks = await waitForTasks(client);
    expect(tasks.map(({ lastError }) => lastError).filter((error) => error !== null)).toEqual([]);
    expect(await countBooks(server)).toEqual({ Bone: 6, Akira: 6, Saga: 6, Monster: 6 });
  });
});

describe('transactions on PostgreSQL', () => {
  it('that wait for each other run again, and send their events once', async () => {
    using one = newBookFolder();
    using other = newBookFolder();
    await using server = await startServer('postgres');
    const client = await setupAdmin(server);
    const ids = [(await addLibrary(client, one.path)).id, (await addLibrary(client, other.path)).id];
    const gates = new Map(ids.map((id) => [id, newGate()]));
    const told: string[] = [];
    const touch = async (first: string, second: string): Promise<void> =>
      server.context.db.transaction(async (tx) => {
        await tx.write.updateTable('library').set({ name: first }).where('id', '=', first).execute();
        tx.afterCommit(() => void told.push(first));
        gates.get(first)?.open();
        await gates.get(second)?.passed;
        await tx.write.updateTable('library').set({ name: first }).where('id', '=', second).execute();
      });
    const [left = '', right = ''] = ids;
    await Promise.all([touch(left, right), touch(right, left)]);
    expect(told.toSorted()).toEqual(ids.toSorted());
  });
});
