import { rename, rm, utimes, copyFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { type Client, setupAdmin } from '../_harness/client.ts';
import { type DatabaseKind, databases } from '../_harness/databases.ts';
import { newBookFolder } from '../_harness/make-books.ts';
import { addLibrary, listAllBooks, scan, waitForTasks } from '../_harness/scans.ts';
import { startServer } from '../_harness/start-server.ts';

const OLD = new Date(Date.now() - 3_600_000);

/** A library of two series, whose book `Saga/2.cbz` is in the bin. */
async function openBin(kind: DatabaseKind) {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(newBookFolder());
  for (const number of [1, 2, 3]) await folder.addComic(`Saga/${String(number)}.cbz`, { tint: number * 20 });
  await folder.addComic('Bone/1.cbz', { tint: 200 });
  const server = opened.use(await startServer(kind));
  const admin = await setupAdmin(server);
  const library = await addLibrary(admin, folder.path, { scanningConfig: { purgeDeletedOnScan: true } });
  await scan(admin, library.id);
  await waitForTasks(admin);
  const books = await listAllBooks(admin);
  const binned = books.find(({ path }) => path.endsWith('Saga/2.cbz'));
  if (binned === undefined) throw new Error('Expected a book Saga/2.cbz');
  await admin.call('saveProgress', { params: { id: binned.id }, body: { currentPage: 2, completed: false } });
  await admin.call('deleteBook', { params: { id: binned.id } });
  const owned = opened.move();
  return {
    ...{ server, admin, folder, library, binned },
    scan: async (mode?: 'deep') => {
      const status = await scan(admin, library.id, mode);
      await waitForTasks(admin);
      return status;
    },
    [Symbol.asyncDispose]: async () => owned.disposeAsync(),
  };
}

async function listPaths(admin: Client, root: string): Promise<string[]> {
  return (await listAllBooks(admin)).map(({ path }) => path.slice(root.length + 1));
}

async function listBin(admin: Client): Promise<string[]> {
  return (await admin.call('listBinnedBooks', { query: {} })).data.map(({ id }) => id);
}

const OTHERS = ['Bone/1.cbz', 'Saga/1.cbz', 'Saga/3.cbz'];

describe.each(databases)('scans and the bin on %s', (kind) => {
  it('leave a deleted book where it is, normal or deep, also when only the time of its file changed', async () => {
    await using bin = await openBin(kind);
    const { admin, folder, binned } = bin;
    expect(await bin.scan()).toMatchObject({ booksAdded: 0, booksRestored: 0, booksDeleted: 0 });
    expect(await bin.scan('deep')).toMatchObject({ booksAdded: 0, booksRestored: 0, booksDeleted: 0 });
    await utimes(folder.at('Saga/2.cbz'), OLD, new Date(OLD.getTime() - 60_000));
    expect(await bin.scan()).toMatchObject({ booksAdded: 0, booksRestored: 0, booksDeleted: 0 });
    expect(await listPaths(admin, folder.path)).toEqual(OTHERS);
    expect(await listBin(admin)).toEqual([binned.id]);
    await admin.call('restoreBook', { params: { id: binned.id } });
    expect(await bin.scan()).toMatchObject({ booksAdded: 0, booksUpdated: 0, booksDeleted: 0 });
    const { book } = await admin.call('getBook', { params: { id: binned.id } });
    expect(book).toMatchObject({ deleted: false, readProgress: { currentPage: 2 } });
  });

  it('bring a deleted book back when its file has other content', async () => {
    await using bin = await openBin(kind);
    await bin.folder.addComic('Saga/2.cbz', { tint: 99, pages: 5 });
    expect(await bin.scan()).toMatchObject({ booksRestored: 1, booksAdded: 0 });
    const { book } = await bin.admin.call('getBook', { params: { id: bin.binned.id } });
    expect(book).toMatchObject({ deleted: false, pageCount: 5, readProgress: { currentPage: 2 } });
    expect(await listBin(bin.admin)).toEqual([]);
  });

  it('bring it back when content of the same size replaced its own', async () => {
    await using bin = await openBin(kind);
    await bin.folder.addComic('Saga/2.cbz', { tint: 99 });
    await utimes(bin.folder.at('Saga/2.cbz'), OLD, new Date(OLD.getTime() - 60_000));
    expect(await bin.scan()).toMatchObject({ booksRestored: 1, booksAdded: 0 });
    expect(await listBin(bin.admin)).toEqual([]);
  });

  it('keep it in the bin when its file moves, and restore it at the new place', async () => {
    await using bin = await openBin(kind);
    const { admin, folder, binned } = bin;
    await rename(folder.at('Saga/2.cbz'), folder.at('Bone/moved.cbz'));
    expect(await bin.scan()).toMatchObject({ booksAdded: 0, booksMoved: 1, booksRestored: 0 });
    expect(await listPaths(admin, folder.path)).toEqual(OTHERS);
    const { data } = await admin.call('listBinnedBooks', { query: {} });
    expect(data).toMatchObject([{ id: binned.id, path: 'Bone/moved.cbz', seriesName: 'Bone' }]);
    expect(await admin.call('restoreBook', { params: { id: binned.id } })).toMatchObject({ books: 1, missing: 0 });
    expect(await listPaths(admin, folder.path)).toEqual(['Bone/1.cbz', 'Bone/moved.cbz', 'Saga/1.cbz', 'Saga/3.cbz']);
  });

  it('show a copy of a deleted book as a new book', async () => {
    await using bin = await openBin(kind);
    const { admin, folder, binned } = bin;
    await copyFile(folder.at('Saga/2.cbz'), folder.at('Bone/copy.cbz'));
    await utimes(folder.at('Bone/copy.cbz'), OLD, OLD);
    expect(await bin.scan()).toMatchObject({ booksAdded: 1, booksMoved: 0 });
    expect(await listPaths(admin, folder.path)).toEqual(['Bone/1.cbz', 'Bone/copy.cbz', 'Saga/1.cbz', 'Saga/3.cbz']);
    expect(await listBin(admin)).toEqual([binned.id]);
  });

  it('keep it in the bin when its file goes to another library', async () => {
    await using bin = await openBin(kind);
    using other = newBookFolder();
    await other.addComic('Blame/1.cbz', { tint: 150 });
    const { id } = await addLibrary(bin.admin, other.path, { name: 'Other' });
    await copyFile(bin.folder.at('Saga/2.cbz'), other.at('Blame/2.cbz'));
    await rm(bin.folder.at('Saga/2.cbz'));
    await utimes(other.at('Blame/2.cbz'), OLD, OLD);
    expect(await scan(bin.admin, id)).toMatchObject({ booksAdded: 1, booksMoved: 1 });
    await waitForTasks(bin.admin);
    const { data: shown } = await bin.admin.call('listBooks', { query: { libraryId: id } });
    expect(shown.map(({ path }) => path)).toEqual([other.at('Blame/1.cbz')]);
    const { data } = await bin.admin.call('listBinnedBooks', { query: { libraryId: id } });
    expect(data).toMatchObject([{ id: bin.binned.id, path: 'Blame/2.cbz', libraryName: 'Other' }]);
  });

  it('purge missing books, never the bin', async () => {
    await using bin = await openBin(kind);
    const { admin, folder, library, binned } = bin;
    await rm(folder.at('Saga/3.cbz'));
    await rm(folder.at('Saga/2.cbz'));
    await bin.scan();
    expect(await admin.call('purgeLibrary', { params: { id: library.id } })).toBe(1);
    expect(await listBin(admin)).toEqual([binned.id]);
    expect(await admin.call('restoreBook', { params: { id: binned.id } })).toMatchObject({ books: 1, missing: 1 });
    const { book } = await admin.call('getBook', { params: { id: binned.id } });
    expect(book).toMatchObject({ deleted: true, readProgress: { currentPage: 2 } });
    await folder.addComic('Saga/2.cbz', { tint: 40 });
    await bin.scan();
    expect(await listPaths(admin, folder.path)).toEqual(['Bone/1.cbz', 'Saga/1.cbz', 'Saga/2.cbz']);
  });
});
