import { randomUUIDv7 } from 'node:crypto';
import { readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { type Client, expectRefusal, setupAdmin } from '../_harness/client.ts';
import { type DatabaseKind, databases } from '../_harness/databases.ts';
import { newBookFolder } from '../_harness/make-books.ts';
import { lookAt, newPicture } from '../_harness/pictures.ts';
import { addLibrary, listAllBooks, scan, waitForTasks } from '../_harness/scans.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const OLD = new Date(Date.now() - 2 * 3_600_000);

async function newFile(color: string): Promise<Blob> {
  return new Blob([new Uint8Array(await newPicture('png', color))], { type: 'image/png' });
}

/** Files of covers by name, sorted. */
async function listCoverFiles({ dataDir }: TestServer): Promise<string[]> {
  const entries = await readdir(join(dataDir, 'covers'), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Makes all cover files look as if they had been written long ago. */
async function age(server: TestServer): Promise<void> {
  for (const path of await listCoverFiles(server)) await utimes(path, OLD, OLD);
}

/** A server with a scanned library of one series with two comics. */
async function startWithComics(kind: DatabaseKind) {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(newBookFolder());
  await folder.addComic('Saga/1.cbz', { tint: 200, pages: 3 });
  await folder.addComic('Saga/2.cbz', { tint: 20 });
  const server = opened.use(await startServer(kind));
  const client = await setupAdmin(server);
  const library = await addLibrary(client, folder.path);
  await scan(client, library.id);
  await waitForTasks(client);
  const [first, second] = await listAllBooks(client);
  if (first === undefined || second === undefined) throw new Error('The books are missing');
  const owned = opened.move();
  return {
    ...{ folder, server, client, library, first, second },
    bookNow: async () => (await client.call('getBook', { params: { id: first.id } })).book,
    rescan: async () => {
      await scan(client, library.id);
      await waitForTasks(client);
    },
    [Symbol.asyncDispose]: async () => owned.disposeAsync(),
  };
}

async function findTask(client: Client, taskId: string) {
  const tasks = await waitForTasks(client);
  return tasks.find(({ id }) => id === taskId);
}

describe.each(databases)('the cover of a scanned book on %s', (kind) => {
  it('is the page that a user chose, and stays that when the file changes', async () => {
    await using world = await startWithComics(kind);
    const { client, first, folder } = world;
    const params = { id: first.id };
    const chosen = await client.call('chooseBookPageCover', { params, body: { page: 3 } });
    expect(chosen).toMatchObject({ source: 'page', page: 3, isSelected: true, width: 20, height: 30 });
    expect(await world.bookNow()).toMatchObject({ coverVersion: chosen.coverVersion, selectedCoverSource: 'page' });
    expect(chosen.coverVersion).not.toBe(first.coverVersion);
    const again = await client.call('selectBookCoverSource', { params, body: { source: 'page:3' } });
    expect(again.covers.map(({ id }) => id)).toEqual([chosen.id]);
    const missing = await expectRefusal(client.call('chooseBookPageCover', { params, body: { page: 4 } }));
    expect([missing.status, missing.message]).toEqual([404, expect.stringContaining('has 3')]);
    await folder.addComic('Saga/1.cbz', { tint: 90, pages: 4 });
    await world.rescan();
    expect(await world.bookNow()).toMatchObject({ pageCount: 4, coverVersion: chosen.coverVersion });
    await folder.addFile('Saga/1.cbz', 'no comic any more');
    await world.rescan();
    expect(await world.bookNow()).toMatchObject({ analyzed: false, coverVersion: chosen.coverVersion });
    await folder.addComic('Saga/1.cbz', { tint: 90, pages: 4 });
    await world.rescan();
    await client.call('resetBookCover', { params });
    const { coverVersion, selectedCoverSource } = await world.bookNow();
    expect([selectedCoverSource, coverVersion === first.coverVersion]).toEqual([null, false]);
    expect(coverVersion).not.toBe(chosen.coverVersion);
  });

  it('stays as it is while it is locked, chosen or not, and follows the file again afterwards', async () => {
    await using world = await startWithComics(kind);
    const { client, first, folder, server } = world;
    const locks = (names: readonly string[]) =>
      server.context.db.transaction(async (tx) =>
        tx.write
          .updateTable('bookMetadata')
          .set({ locks: JSON.stringify(names) })
          .where('bookId', '=', first.id)
          .execute(),
      );
    await locks(['coverLock', 'titleLock']);
    await folder.addComic('Saga/1.cbz', { tint: 90, pages: 4 });
    await world.rescan();
    expect(await world.bookNow()).toMatchObject({
      pageCount: 4,
      coverVersion: first.coverVersion,
      selectedCoverSource: null,
      hasCustomCover: false,
    });
    expect((await client.call('listBookCovers', { params: { id: first.id } })).coverLock).toBe(true);
    await client.call('resetBookCover', { params: { id: first.id } });
    expect((await world.bookNow()).coverVersion).not.toBe(first.coverVersion);
    const row = await server.context.db.read
      .selectFrom('bookMetadata')
      .select('locks')
      .where('bookId', '=', first.id)
      .executeTakeFirstOrThrow();
    expect(row.locks).toBe('["titleLock"]');
  });

  it('is drawn again when its files are lost: missing ones, or all by force', async () => {
    await using world = await startWithComics(kind);
    const { client, first, second, library, server } = world;
    const { coverVersion: sent } = await client.call('uploadBookCover', {
      params: { id: second.id },
      file: await newFile('red'),
    });
    const files = await listCoverFiles(server);
    const kept = `${sent}.original`;
    for (const path of files) if (!path.endsWith(kept)) await rm(path);
    // What was sent comes back with the first look.
    expect(await lookAt(client, `/api/v1/books/${second.id}/thumbnail`)).toMatchObject({ width: 480, rgb: [4, 0, 0] });
    const lost = await lookAt(client, `/api/v1/books/${first.id}/thumbnail?v=${first.coverVersion ?? ''}`);
    expect([lost.height, lost.cacheControl, lost.etag]).toEqual([720, 'no-store', '']);
    const { taskId } = await client.call('generateLibraryBookThumbnails', { params: { id: library.id } });
    expect(await findTask(client, taskId)).toMatchObject({
      status: 'completed',
      taskType: 'generate_thumbnails',
      libraryId: library.id,
      result: { drawn: 2, kept: 0, left: 0, failed: 0 },
    });
    expect(await listCoverFiles(server)).toEqual(files);
    const restored = await lookAt(client, `/api/v1/books/${first.id}/thumbnail?v=${first.coverVersion ?? ''}`);
    expect([restored.height, restored.cacheControl]).toEqual([30, 'private, max-age=31536000, immutable']);
    const results: unknown[] = [];
    for (const request of [
      client.call('generateBookThumbnails', { body: { bookIds: [first.id, second.id] } }),
      client.call('generateBookThumbnail', { params: { id: first.id }, body: { force: true } }),
      client.call('generateSeriesThumbnail', { params: { id: first.seriesId } }),
      client.call('generateLibrarySeriesThumbnails', { params: { id: library.id }, body: { force: true } }),
      client.call('generateSeriesThumbnails', {}),
      client.call('generateBookThumbnails', { body: { seriesId: first.seriesId, force: true } }),
    ]) {
      const task = await findTask(client, (await request).taskId);
      results.push(task?.result);
    }
    const counts = (drawn: number, kept: number) => ({ drawn, kept, left: 0, failed: 0 });
    expect(results).toEqual([counts(0, 2), counts(1, 0), counts(0, 1), counts(1, 0), counts(0, 1), counts(2, 0)]);
    expect(await listCoverFiles(server)).toEqual(files);
    const unknown = '0192f0c1-0000-7000-8000-000000000001';
    const refused = await expectRefusal(client.call('generateBookThumbnail', { params: { id: unknown } }));
    expect(refused.status).toBe(404);
  });

  it('is drawn again beside that of another book, by the thread that reads it', async () => {
    await using world = await startWithComics(kind);
    const { server, client, library } = world;
    const { readers, covers } = server.context;
    let release = (): void => undefined;
    const both = new Promise<void>((resolve) => (release = resolve));
    const { read } = readers;
    const reads: boolean[] = [];
    vi.spyOn(readers, 'read').mockImplementation(async (path, options) => {
      const reading = await read(path, options);
      reads.push(reading.drawn?.ok === true);
      if (reads.length === 2) release();
      // The first one is not done before the second has begun.
      await both;
      return reading;
    });
    const put = vi.spyOn(covers, 'put');
    const body = { force: true };
    const { taskId } = await client.call('generateLibraryBookThumbnails', { params: { id: library.id }, body });
    expect(await findTask(client, taskId)).toMatchObject({ result: { drawn: 2, kept: 0, left: 0, failed: 0 } });
    expect(reads).toEqual([true, true]);
    expect(put).not.toHaveBeenCalled();
  });

  it('is one task for one wish, however often and in whatever order it is asked for', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const shelf = await newShelf(server);
    const seriesId = await shelf.addSeries('Saga');
    const ids = [await shelf.addBook(seriesId, '1'), await shelf.addBook(seriesId, '2')];
    const { queue, db } = server.context;
    const queued = await db.transaction(async (tx) => {
      const some = { of: 'books', force: false, bookIds: ids } as const;
      return Promise.all([
        queue.enqueue(tx, 'generate_thumbnails', some),
        queue.enqueue(tx, 'generate_thumbnails', { ...some, bookIds: ids.toReversed() }),
        queue.enqueue(tx, 'generate_thumbnails', { ...some, force: true }),
      ]);
    });
    expect(new Set(queued).size).toBe(2);
    // Files that are not there leave their books as they are.
    expect(await findTask(client, queued[0])).toMatchObject({
      status: 'completed',
      result: { drawn: 0, kept: 0, left: 2, failed: 0 },
    });
  });
});

describe.each(databases)('a sweep of cover files on %s', (kind) => {
  it('takes what nothing names any more, and nothing else', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const shelf = await newShelf(server);
    const seriesId = await shelf.addSeries('Saga');
    const [kept, dropped, deleted] = [
      await shelf.addBook(seriesId, '1'),
      await shelf.addBook(seriesId, '2'),
      await shelf.addBook(seriesId, '3'),
    ];
    const colors = { [kept]: 'red', [dropped]: 'green', [deleted]: 'blue' };
    const versions = new Map<string, string>();
    for (const [id, color] of Object.entries(colors)) {
      const cover = await client.call('uploadBookCover', { params: { id }, file: await newFile(color) });
      versions.set(id, cover.coverVersion);
    }
    const { covers } = await client.call('listBookCovers', { params: { id: dropped } });
    await client.call('deleteBookCover', { params: { id: dropped, coverId: covers[0]?.id ?? '' } });
    await server.context.db.transaction(async (tx) =>
      tx.write.updateTable('book').set({ deletedAt: 1 }).where('id', '=', deleted).execute(),
    );
    // As if the process had been killed between the files of a cover and its row.
    const orphan = await server.context.covers.putUpload(await newPicture('png', 'white'), 'viewer');
    const nothing = { thumbnailsDeleted: 0, coversDeleted: 0, bytesFreed: 0, failures: 0 };
    expect(await client.call('cleanupThumbnails', {})).toEqual(nothing);
    await age(server);
    const files = await listCoverFiles(server);
    const [some = ''] = files;
    await writeFile(join(some, '..', 'notes.txt'), 'not ours');
    await writeFile(`${some}.${randomUUIDv7()}.tmp`, 'half');
    await age(server);
    // As if a sweep had been killed: one file of each kind lies aside.
    const asides = [kept, dropped].map((id) => files.find((path) => path.includes(versions.get(id) ?? '')) ?? '');
    for (const path of asides) await rename(path, `${path}.swept`);
    const swept = await client.call('cleanupThumbnails', {});
    expect(swept).toMatchObject({ thumbnailsDeleted: 5, coversDeleted: 2, failures: 0 });
    expect(swept.bytesFreed).toBeGreaterThan(100);
    const left = await listCoverFiles(server);
    const gone = [versions.get(dropped) ?? '', orphan.key];
    const expected = files.filter((path) => !gone.some((key) => path.includes(key)));
    expect(left.filter((path) => !path.endsWith('notes.txt'))).toEqual(expected);
    expect(await client.call('cleanupThumbnails', {})).toEqual(nothing);
  });

  it('loses no cover that is put or named while it runs', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const shelf = await newShelf(server);
    const seriesId = await shelf.addSeries('Saga');
    const { covers, db } = server.context;
    const pictures = await Promise.all(
      Array.from({ length: 12 }, async (_, index) =>
        newPicture('png', `rgb(${String(index * 20)},9,9)`, { width: 9, height: 9 }),
      ),
    );
    for (const picture of pictures) await covers.put(picture, 'viewer');
    await age(server);
    const bookIds: string[] = [];
    for (const index of pictures.keys()) bookIds.push(await shelf.addBook(seriesId, String(index)));
    // Each picture is an old file that nothing names: half are put again, the others named as they are.
    const fetchKey = async (index: number) => {
      const picture = pictures[index] ?? Buffer.alloc(0);
      return (await covers.put(picture, 'viewer')).key;
    };
    const named = await Promise.all(
      pictures.slice(6).map(async (picture) => (await covers.put(picture, 'viewer')).key),
    );
    await age(server);
    const name = async (index: number, coverKey: string) =>
      db.transaction(async (tx) =>
        tx.write
          .updateTable('book')
          .set({ coverKey })
          .where('id', '=', bookIds[index] ?? '')
          .execute(),
      );
    const listNamed = async (keys: readonly string[]) => {
      // By now the files are aside: what is named in this very moment comes back.
      for (const [index, key] of named.entries()) if (keys.includes(key)) await name(index + 6, key);
      const rows = await db.read
        .selectFrom('book')
        .select('coverKey')
        .where('coverKey', 'in', [...keys])
        .execute();
      return new Set(rows.map(({ coverKey }) => coverKey ?? ''));
    };
    const put = async (index: number) => name(index, await fetchKey(index));
    await Promise.all([
      covers.sweep({ isNamed: () => false, listNamed }),
      ...Array.from({ length: 6 }, async (_, index) => put(index)),
    ]);
    await client.call('cleanupThumbnails', {});
    for (const bookId of bookIds) {
      const { width } = await lookAt(client, `/api/v1/books/${bookId}/thumbnail`);
      expect([bookId, width]).toEqual([bookId, 9]);
    }
  });

  it('asks once who names the files of many folders, and leaves none aside when it is stopped', async () => {
    await using server = await startServer(kind);
    const { covers } = server.context;
    for (const tint of ['red', 'green', 'blue', 'white', 'black'])
      await covers.put(await newPicture('png', tint), 'viewer');
    const files = await listCoverFiles(server);
    expect(new Set(files.map((path) => dirname(path))).size).toBeGreaterThan(2);
    await age(server);
    const asked: number[] = [];
    const stop = new AbortController();
    const sweep = async (report: () => void) =>
      covers.sweep({
        isNamed: () => false,
        listNamed: async (keys) => {
          asked.push(keys.length);
          return new Set(stop.signal.aborted ? keys : []);
        },
        signal: stop.signal.aborted ? undefined : stop.signal,
        report,
      });
    await expect(sweep(() => stop.abort())).rejects.toThrow('aborted');
    expect(await listCoverFiles(server)).toEqual(files);
    await sweep(() => undefined);
    expect(asked).toEqual([1, 5]);
    expect(await listCoverFiles(server)).toEqual(files);
  });

  it('comes by itself after a library is deleted', async () => {
    await using world = await startWithComics(kind);
    const { client, library, server } = world;
    await age(server);
    expect(await listCoverFiles(server)).toHaveLength(4);
    await client.call('deleteLibrary', { params: { id: library.id } });
    await waitForTasks(client);
    expect(await listCoverFiles(server)).toEqual([]);
  });
});

describe('an original', () => {
  it('is kept as it came', async () => {
    await using server = await startServer('sqlite');
    const client = await setupAdmin(server);
    const shelf = await newShelf(server);
    const id = await shelf.addSeries('Saga');
    await shelf.addBook(id, '1');
    const picture = await newPicture('webp', 'red', { width: 2_000, height: 3_000 });
    const file = new Blob([new Uint8Array(picture)], { type: 'image/webp' });
    const { coverVersion } = await client.call('uploadSeriesCover', { params: { id }, file });
    const path = join(server.dataDir, 'covers', coverVersion.slice(0, 2), `${coverVersion}.original`);
    expect((await readFile(path)).equals(picture)).toBe(true);
  });

  it('brings back pictures without bytes; when it is damaged itself, another picture stands in', async () => {
    await using server = await startServer('sqlite');
    const client = await setupAdmin(server);
    const shelf = await newShelf(server);
    const id = await shelf.addBook(await shelf.addSeries('Saga'), '1');
    await client.call('uploadBookCover', { params: { id }, file: await newFile('red') });
    const files = await listCoverFiles(server);
    const pictures = files.filter((path) => path.endsWith('.webp'));
    expect(pictures).toHaveLength(2);
    const look = async () => lookAt(client, `/api/v1/books/${id}/thumbnail`);
    // As a power cut leaves files.
    for (const path of pictures) await writeFile(path, '');
    expect(await look()).toMatchObject({ width: 480, rgb: [4, 0, 0] });
    for (const rest of ['', 'no picture']) {
      for (const path of files) await writeFile(path, path.endsWith('.webp') ? '' : rest);
      expect(await look()).toMatchObject({ width: 480, height: 720, cacheControl: 'no-store' });
    }
  });

  it('that is damaged does not keep the cover of the file from being drawn again', async () => {
    await using world = await startWithComics('sqlite');
    const { client, first, server } = world;
    await client.call('uploadBookCover', { params: { id: first.id }, file: await newFile('red') });
    const files = await listCoverFiles(server);
    for (const path of files) await (path.endsWith('.original') ? writeFile(path, 'no picture') : rm(path));
    const { taskId } = await client.call('generateBookThumbnail', { params: { id: first.id } });
    expect(await findTask(client, taskId)).toMatchObject({ result: { drawn: 0, failed: 1 } });
    const path = `/api/v1/books/${first.id}/thumbnail?source=automatic`;
    expect(await lookAt(client, path)).toMatchObject({ height: 30 });
  });
});
