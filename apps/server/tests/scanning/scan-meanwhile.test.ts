import { readFile, rm, symlink } from 'node:fs/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { hashBooks } from '#core/activities/analyze/hash-books.ts';
import { indexHold } from '#core/catalog/search/index-hold.ts';
import { newId } from '#db/new-id.ts';
import { deleteBooks } from '#db/repos/scanning/removals.repo.ts';
import { insertBooks } from '#db/repos/scanning/scan.repo.ts';
import { countSearchMarks } from '#db/search/search-marks.repo.ts';
import { setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { newBookFolder } from '../_harness/make-books.ts';
import { addLibrary, listAllBooks, scan, waitForTasks, until } from '../_harness/scans.ts';
import { startServer } from '../_harness/start-server.ts';

afterEach(() => void vi.restoreAllMocks());

describe.each(databases)('what happens beside a scan on %s', (kind) => {
  it('leaves a book alone that another library has taken over meanwhile', async () => {
    using left = newBookFolder();
    using right = newBookFolder();
    for (let number = 1; number <= 10; number += 1) {
      await left.addComic(`Saga/${String(number)}.cbz`, { tint: number * 20 });
    }
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const from = await addLibrary(client, left.path, { scanningConfig: { purgeDeletedOnScan: true } });
    const to = await addLibrary(client, right.path, { name: 'Other' });
    await scan(client, from.id);
    await waitForTasks(client);
    const id = (await listAllBooks(client)).find(({ title }) => title === '1')?.id ?? '';
    await client.call('saveProgress', { params: { id }, body: { currentPage: 2, completed: false } });
    const moved = await readFile(left.at('Saga/1.cbz'));
    await rm(left.at('Saga/1.cbz'));
    await right.addFile('Saga/1.cbz', moved);
    // Of the same size: the first scan has to look whether it is the missing one, and is held up there.
    await left.addComic('Saga/11.cbz', { tint: 250 });
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const identify = server.context.readers.identify;
    const reads = vi.spyOn(server.context.readers, 'identify').mockImplementation(async (path, options) => {
      if (path.startsWith(left.path)) await gate;
      return identify(path, options);
    });
    await client.call('startScan', { params: { id: from.id }, query: {} });
    await until(
      async () => reads.mock.calls.length,
      (count) => count > 0,
    );
    await scan(client, to.id);
    release();
    await waitForTasks(client);
    const books = await listAllBooks(client);
    expect(books).toHaveLength(11);
    expect(books.find((book) => book.id === id)).toMatchObject({ libraryId: to.id, readProgress: { currentPage: 2 } });
  });

  it('begins to read books when all of them are listed, or after a while', async () => {
    using folder = newBookFolder();
    // More than a transaction takes at first.
    for (let number = 1; number <= 24; number += 1) {
      await folder.addComic(`Saga/${String(number)}.cbz`, { tint: number * 10 });
    }
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    const { readers, queue } = server.context;
    const read = readers.readPacked;
    const listed: Promise<number>[] = [];
    vi.spyOn(readers, 'readPacked').mockImplementation(async (path, options) => {
      listed.push(listAllBooks(client).then(({ length }) => length));
      return read(path, options);
    });
    const enqueue = queue.enqueue;
    const waits: (number | undefined)[] = [];
    vi.spyOn(queue, 'enqueue').mockImplementation(async (tx, type, payload, options) => {
      const { startAt } = options ?? {};
      if (type === 'analyze_library') waits.push(startAt === undefined ? undefined : startAt - Date.now());
      return enqueue(tx, type, payload, options);
    });
    await scan(client, library.id);
    await waitForTasks(client);
    // It waits from the first transaction on, and begins at once with the end of the scan.
    const [first, ...others] = waits;
    expect(first).toBeLessThanOrEqual(5_000);
    expect(new Set(others)).toEqual(new Set([undefined]));
    // Only a listing of more than five seconds asks in between.
    const begun = await listed[0];
    expect(others.length > 1 || begun === 24, `${String(others.length)} asked, ${String(begun)} listed`).toBe(true);
  });

  it('finds what is listed meanwhile, and has all of it indexed once everything is listed', async () => {
    using folder = newBookFolder();
    for (const number of [1, 2, 3]) await folder.addComic(`Saga/${String(number)}.cbz`, { tint: number * 20 });
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    const marks = async () => countSearchMarks(server.context.db.read);
    const held = vi.spyOn(indexHold, 'isIndexHeld').mockReturnValue(true);
    const askedAgain = async () => {
      const before = held.mock.calls.length;
      await until(
        async () => held.mock.calls.length,
        (count) => count > before,
      );
    };
    await scan(client, library.id);
    await waitForTasks(client);
    await askedAgain();
    expect(await marks()).toBeGreaterThan(0);
    const found = await client.call('search', { query: { q: 'saga' } });
    expect(found).toMatchObject({ series: { total: 1 }, books: { total: 3 } });
    const id = (await listAllBooks(client))[0]?.id ?? '';
    await client.call('updateBookMetadata', { params: { id }, body: { title: 'Else' } });
    await askedAgain();
    expect(await marks()).toBeGreaterThan(0);
    // Nothing changes any more: the index has to catch up by itself.
    held.mockReturnValue(false);
    await until(marks, (count) => count === 0);
  });

  it('says which of many books it stores, and leaves those alone whose path is taken', async () => {
    using folder = newBookFolder();
    await folder.addComic('Saga/1.cbz');
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    await scan(client, library.id);
    await waitForTasks(client);
    const [there] = await listAllBooks(client);
    const books = Array.from({ length: 60 }, (_, index) => ({
      ...{ id: newId(), libraryId: library.id, seriesId: there?.seriesId ?? '', path: `Saga/${String(index + 1)}.cbz` },
      ...{ fileName: `${String(index + 1)}.cbz`, fileSize: index, fileModifiedAt: index, fileFormat: 'cbz' },
      ...{ state: 'pending', pageCount: 0, title: `Book ${String(index)}`, sortKey: `book ${String(index)}` },
      ...{ createdAt: index, updatedAt: index },
      // Rows of other columns lie between those that one statement takes, and at their end.
      ...(index === 3 || index === 59 ? { sidecars: '{}', number: '7' } : {}),
    }));
    const stored = await server.context.db.transaction(async (tx) => insertBooks(tx, books));
    expect([...stored].toSorted()).toEqual(books.slice(1).map(({ id }) => id));
    const rows = await server.context.db.read
      .selectFrom('book')
      .select(['id', 'path', 'fileSize', 'sidecars', 'number'])
      .where('id', 'in', [...stored])
      .orderBy('fileSize')
      .execute();
    const wanted = books.slice(1).map(({ id, path, fileSize, ...row }) => {
      return { id, path, fileSize, sidecars: row.sidecars ?? null, number: row.number ?? null };
    });
    expect(rows).toEqual(wanted);
    expect((await listAllBooks(client)).map(({ id }) => id)).toContain(there?.id);
    expect(await server.context.db.transaction(async (tx) => insertBooks(tx, []))).toEqual(new Set());
  });

  it('removes for good only what is still marked deleted', async () => {
    using folder = newBookFolder();
    await folder.addComic('Saga/1.cbz');
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    await scan(client, library.id);
    await waitForTasks(client);
    const ids = (await listAllBooks(client)).map(({ id }) => id);
    // As if they had come back between being listed and being removed.
    const removed = await server.context.db.transaction(async (tx) => deleteBooks(tx, { libraryId: library.id }, ids));
    expect(removed).toEqual({ books: [], series: [] });
    expect(await listAllBooks(client)).toHaveLength(1);
  });

  it('takes a series for right to left only when all its books say so', async () => {
    using folder = newBookFolder();
    const info = '<Manga>YesAndRightToLeft</Manga>';
    await folder.addComic('Mixed/1.cbz', { info });
    await folder.addComic('Mixed/2.cbz', { tint: 20 });
    await folder.addComic('Mixed/3.cbz', { tint: 40 });
    await folder.addComic('Manga/1.cbz', { tint: 60, info });
    await folder.addComic('Manga/2.cbz', { tint: 80, info });
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    const directions = async () =>
      (await listAllBooks(client)).map(({ seriesName, readingDirection }) => `${seriesName} ${readingDirection ?? ''}`);
    for (const mode of ['normal', 'deep'] as const) {
      await scan(client, library.id, mode);
      await waitForTasks(client);
      expect(await directions()).toEqual(['Manga rtl', 'Manga rtl', 'Mixed ltr', 'Mixed ltr', 'Mixed ltr']);
    }
    // One that says nothing comes into a series that agreed.
    await folder.addComic('Manga/3.cbz', { tint: 100 });
    await scan(client, library.id);
    await waitForTasks(client);
    expect((await directions()).slice(0, 3)).toEqual(['Manga ltr', 'Manga ltr', 'Manga ltr']);
  });

  it('reads the newest books first, since a new library shows them first', async () => {
    using folder = newBookFolder();
    for (let number = 1; number <= 30; number += 1) {
      await folder.addComic(`Saga/${String(number)}.cbz`, { tint: number * 8 });
    }
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    await scan(client, library.id);
    await waitForTasks(client);
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const read = server.context.readers.readPacked;
    const reads = vi.spyOn(server.context.readers, 'readPacked').mockImplementation(async (path, options) => {
      await gate;
      return read(path, options);
    });
    // All of them wait at once, however few a scan adds at a time.
    await client.call('analyzeLibrary', { params: { id: library.id } });
    await until(
      async () => reads.mock.calls.length,
      (count) => count >= 3,
    );
    // Whatever is read at once: it comes from the newer half.
    const first = reads.mock.calls.map(([path]) => path);
    release();
    await waitForTasks(client);
    const newest = await client.call('listRecentlyAddedBooks', { query: { pageSize: 15 } });
    expect(newest.data.map(({ path }) => path)).toEqual(expect.arrayContaining(first));
  });

  it('keeps the number that a scan gives a book while it is read', async () => {
    using folder = newBookFolder();
    await folder.addComic('Saga/2.cbz');
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const read = server.context.readers.readPacked;
    const reads = vi.spyOn(server.context.readers, 'readPacked').mockImplementation(async (path, options) => {
      if (path.endsWith('2.cbz')) await gate;
      return read(path, options);
    });
    await scan(client, library.id);
    await until(
      async () => reads.mock.calls.length,
      (count) => count > 0,
    );
    await folder.addComic('Saga/1.cbz', { tint: 20 });
    await scan(client, library.id);
    release();
    await waitForTasks(client);
    const books = await listAllBooks(client);
    expect(books.map(({ title, number, analyzed }) => [title, number, analyzed])).toEqual([
      ['1', 1, true],
      ['2', 2, true],
    ]);
  });

  it('goes on after files that cannot be read: no other book waits for them', async () => {
    using folder = newBookFolder();
    for (let number = 1; number <= 14; number += 1) {
      await folder.addComic(`Saga/${String(number)}.cbz`, { tint: number * 20 });
    }
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    const read = server.context.readers.readPacked;
    vi.spyOn(server.context.readers, 'readPacked').mockImplementation(async (path, options) => {
      // A disk that refuses: more files than books are read at once.
      if (!/\/[12]\.cbz$/.test(path)) throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' });
      return read(path, options);
    });
    await scan(client, library.id);
    await until(
      async () => (await listAllBooks(client)).filter(({ analyzed }) => analyzed).map(({ title }) => title),
      (titles) => titles.join() === '1,2',
    );
    const [task] = await until(
      async () => (await client.call('listTasks', { query: { taskType: 'analyze_library' } })).data,
      ([first]) => first?.lastError !== undefined && first.lastError !== null,
    );
    expect(task).toMatchObject({ attempts: 1, lastError: 'EIO: i/o error, read' });
  });

  it('hashes what is left when it was stopped, and when it made way', async () => {
    using folder = newBookFolder();
    for (const number of [1, 2, 3, 4]) await folder.addComic(`Saga/${String(number)}.cbz`, { tint: number * 20 });
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    await scan(client, library.id);
    await waitForTasks(client);
    const { db, readers } = server.context;
    const hashes = async () => (await listAllBooks(client)).map(({ fileHash }) => fileHash).toSorted();
    const before = await hashes();
    await db.transaction(async (tx) => {
      await tx.write.updateTable('book').set({ fileHash: '' }).execute();
    });
    const controller = new AbortController();
    const reason = new Error('Stopped');
    const run = { taskId: '', earlier: null, report: () => undefined, shouldYield: async () => false };
    const stopped = { ...run, signal: controller.signal, report: () => controller.abort(reason) };
    await expect(hashBooks({ db, readers }, library.id, stopped)).rejects.toBe(reason);
    expect(await hashes()).toEqual(['', '', '', '']);
    const { signal } = new AbortController();
    // Two are read at once: each asks before its first book and before its second.
    let asked = 0;
    const shouldYield = async (): Promise<boolean> => (asked += 1) > 2;
    const turn = await hashBooks({ db, readers }, library.id, { ...run, signal, shouldYield });
    expect(turn).toEqual({ result: { hashed: 2, left: 0 }, again: true });
    const rest = await hashBooks({ db, readers }, library.id, { ...run, signal, earlier: turn.result });
    expect(rest).toEqual({ result: { hashed: 4, left: 0 } });
    expect(await hashes()).toEqual(before);
  });

  it('hashes the other books when the disk refuses one', async () => {
    using folder = newBookFolder();
    for (const number of [1, 2, 3]) await folder.addComic(`Saga/${String(number)}.cbz`, { tint: number * 20 });
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    await scan(client, library.id);
    await waitForTasks(client);
    const { db, readers } = server.context;
    await db.transaction(async (tx) => {
      await tx.write.updateTable('book').set({ fileHash: '' }).execute();
    });
    const [first] = (await listAllBooks(client)).toSorted((one, other) => (one.id < other.id ? -1 : 1));
    // A link to itself: looking at it is refused.
    await rm(first?.path ?? '');
    await symlink(first?.path ?? '', first?.path ?? '');
    const { signal } = new AbortController();
    const run = { taskId: '', signal, earlier: null, report: () => undefined, shouldYield: async () => false };
    await expect(hashBooks({ db, readers }, library.id, run)).rejects.toMatchObject({ code: 'ELOOP' });
    expect((await listAllBooks(client)).filter(({ fileHash }) => fileHash === '').map(({ id }) => id)).toEqual([
      first?.id,
    ]);
  });

  it('removes nothing when the folder is emptied while it is looked through', async () => {
    using folder = newBookFolder();
    for (let number = 1; number <= 10; number += 1) {
      await folder.addComic(`root/Saga/${String(number)}.cbz`, { tint: number * 20 });
    }
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.at('root'));
    await scan(client, library.id);
    await waitForTasks(client);
    await rm(folder.at('root/Saga/1.cbz'));
    await folder.addComic('root/Saga/11.cbz', { tint: 250 });
    // The disk goes after the listing: one book of ten is missing, and the folder is empty.
    vi.spyOn(server.context.readers, 'identify').mockImplementationOnce(async () => {
      await rm(folder.at('root/Saga'), { recursive: true });
      return { fingerprint: 'of no book', isComplete: true };
    });
    const status = await scan(client, library.id);
    expect(status).toMatchObject({ status: 'failed', booksDeleted: 0, pendingRemovals: 1 });
    expect(await listAllBooks(client)).toHaveLength(10);
  });
});
