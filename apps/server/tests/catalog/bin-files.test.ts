import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { type Client, expectRefusal, setupAdmin } from '../_harness/client.ts';
import { type DatabaseKind, databases } from '../_harness/databases.ts';
import { newBookFolder } from '../_harness/make-books.ts';
import { addLibrary, listAllBooks, scan, waitForTasks } from '../_harness/scans.ts';
import { startServer } from '../_harness/start-server.ts';

const DAY_MS = 86_400_000;

/** A library that lets its files go, with three books of one series. */
async function openLibrary(kind: DatabaseKind, allowFileDeletion = true) {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(newBookFolder());
  for (const number of [1, 2, 3]) await folder.addComic(`Saga/${String(number)}.cbz`, { tint: number * 20 });
  const server = opened.use(await startServer(kind));
  const admin = await setupAdmin(server);
  const library = await addLibrary(admin, folder.path, { allowFileDeletion });
  const scanAll = async () => {
    const status = await scan(admin, library.id);
    await waitForTasks(admin);
    return status;
  };
  await scanAll();
  const ids = (await listAllBooks(admin)).map(({ id }) => id);
  const [book] = await listAllBooks(admin);
  const owned = opened.move();
  return {
    ...{ server, admin, folder, library, ids, scan: scanAll },
    id: ids[0] ?? '',
    seriesId: book?.seriesId ?? '',
    listFiles: async () => (await readdir(folder.at('Saga'))).toSorted(),
    /** Every file of the trash, by the folders in it. */
    listTrash: async () =>
      (await readdir(folder.at('.lectern-trash'), { recursive: true }).catch(() => []))
        .filter((path) => path.endsWith('.cbz'))
        .map((path) => path.slice(path.lastIndexOf('/') + 1))
        .toSorted(),
    [Symbol.asyncDispose]: async () => owned.disposeAsync(),
  };
}

async function listBin(admin: Client) {
  return (await admin.call('listBinnedBooks', { query: {} })).data;
}

describe.each(databases)('files of deleted books on %s', (kind) => {
  it('go to the trash with their book, and come back with it', async () => {
    await using library = await openLibrary(kind);
    const { admin, folder, id } = library;
    const bytes = await readFile(folder.at('Saga/1.cbz'));
    await admin.call('saveProgress', { params: { id }, body: { currentPage: 2, completed: false } });
    await admin.call('deleteBook', { params: { id }, query: { file: 'true' } });
    expect([await library.listFiles(), await library.listTrash()]).toEqual([['2.cbz', '3.cbz'], ['1.cbz']]);
    const [binned] = await listBin(admin);
    expect(binned).toMatchObject({ id, path: 'Saga/1.cbz', isFileInTrash: true });
    const keptMs = Date.parse(binned?.fileKeptUntil ?? '') - Date.now();
    expect(Math.round(keptMs / DAY_MS)).toBe(30);
    expect(await library.scan()).toMatchObject({ booksAdded: 0, booksRestored: 0, booksDeleted: 0 });
    expect(await listAllBooks(admin)).toHaveLength(2);
    expect(await admin.call('restoreBook', { params: { id } })).toMatchObject({
      ...{ books: 1, missing: 0, filesMoved: 1, filesKept: 0 },
    });
    expect(await readFile(folder.at('Saga/1.cbz'))).toEqual(bytes);
    expect(existsSync(folder.at('.lectern-trash')) ? await library.listTrash() : []).toEqual([]);
    expect(await library.scan()).toMatchObject({ booksAdded: 0, booksUpdated: 0, booksDeleted: 0 });
    const { book } = await admin.call('getBook', { params: { id } });
    expect(book).toMatchObject({ deleted: false, readProgress: { currentPage: 2 } });
  });

  it('go and come back together for a series, a selection and an undo', async () => {
    await using library = await openLibrary(kind);
    const { admin, ids, seriesId } = library;
    const change = await admin.call('deleteManySeries', { body: { seriesIds: [seriesId], file: true } });
    expect(change).toMatchObject({ books: 3, series: 1, filesMoved: 3, filesKept: 0 });
    expect([await library.listFiles(), (await library.listTrash()).length]).toEqual([[], 3]);
    expect(await admin.call('restoreDeletion', { params: { id: change.deletionId } })).toMatchObject({ filesMoved: 3 });
    expect(await library.listFiles()).toEqual(['1.cbz', '2.cbz', '3.cbz']);
    await admin.call('deleteSeries', { params: { id: seriesId }, query: { file: '1' } });
    expect(await library.listFiles()).toEqual([]);
    expect(await admin.call('restoreManyBooks', { body: { bookIds: ids.slice(0, 2) } })).toMatchObject({
      filesMoved: 2,
    });
    expect(await library.listFiles()).toEqual(['1.cbz', '2.cbz']);
    expect(await library.scan()).toMatchObject({ booksAdded: 0, booksDeleted: 0 });
  });

  it('stay where the library does not allow it, and so do their books', async () => {
    await using library = await openLibrary(kind, false);
    const { admin, id, ids } = library;
    const refusal = await expectRefusal(admin.call('deleteBook', { params: { id }, query: { file: 'true' } }));
    expect([refusal.status, refusal.message]).toEqual([409, expect.stringContaining('does not allow to delete files')]);
    const change = await admin.call('deleteManyBooks', { body: { bookIds: ids, file: true } });
    expect(change).toMatchObject({ books: 0, filesMoved: 0, filesKept: 3 });
    expect(await listAllBooks(admin)).toHaveLength(3);
    await admin.call('deleteBook', { params: { id } });
    expect([await library.listFiles(), (await listBin(admin))[0]?.isFileInTrash]).toEqual([
      ['1.cbz', '2.cbz', '3.cbz'],
      false,
    ]);
  });

  it('stay when they are behind a link that leads out of the library, or cannot be moved', async () => {
    await using library = await openLibrary(kind);
    const { admin, folder, ids } = library;
    await using elsewhere = {
      path: `${folder.path}-elsewhere`,
      [Symbol.asyncDispose]: async () => rm(`${folder.path}-elsewhere`, { recursive: true }),
    };
    await rename(folder.at('Saga'), elsewhere.path);
    await symlink(elsewhere.path, folder.at('Saga'));
    const change = await admin.call('deleteManyBooks', { body: { bookIds: ids, file: true } });
    expect(change).toMatchObject({ books: 0, filesKept: 3 });
    expect((await readdir(elsewhere.path)).length).toBe(3);
    expect((await listBin(admin)).length).toBe(0);
    await rm(folder.at('Saga'));
    await rename(elsewhere.path, folder.at('Saga'));
    await mkdir(elsewhere.path);
    await rm(folder.at('.lectern-trash'), { recursive: true, force: true });
    await symlink(elsewhere.path, folder.at('.lectern-trash'));
    const refused = await expectRefusal(
      admin.call('deleteBook', { params: { id: ids[0] ?? '' }, query: { file: 'true' } }),
    );
    expect(refused.message).toMatch(/is not a folder/);
    expect([await library.listFiles(), await readdir(elsewhere.path)]).toEqual([['1.cbz', '2.cbz', '3.cbz'], []]);
    expect(await listAllBooks(admin)).toHaveLength(3);
  });

  it.runIf(process.getuid?.() !== 0)('stay in a folder that the server may not write to', async () => {
    await using library = await openLibrary(kind);
    const { admin, folder, id } = library;
    await chmod(folder.at('Saga'), 0o500);
    const refused = await expectRefusal(admin.call('deleteBook', { params: { id }, query: { file: 'true' } }));
    await chmod(folder.at('Saga'), 0o700);
    expect(refused.message).toMatch(/may not write/);
    expect([await library.listFiles(), await library.listTrash()]).toEqual([['1.cbz', '2.cbz', '3.cbz'], []]);
  });

  it('never take the place of another file', async () => {
    await using library = await openLibrary(kind);
    const { admin, folder, id } = library;
    await admin.call('deleteBook', { params: { id }, query: { file: 'true' } });
    await writeFile(folder.at('Saga/1.cbz'), 'what came later');
    expect(await admin.call('restoreBook', { params: { id } })).toMatchObject({ books: 1, filesMoved: 0, missing: 0 });
    expect(await readFile(folder.at('Saga/1.cbz'), 'utf8')).toBe('what came later');
    expect(await library.listTrash()).toEqual(['1.cbz']);
    // The same name goes to the trash a second time, beside the first.
    await admin.call('deleteBook', { params: { id }, query: { file: 'true' } });
    expect(await library.listTrash()).toEqual(['1.cbz', '1.cbz']);
    await admin.call('restoreBook', { params: { id } });
    expect(await readFile(folder.at('Saga/1.cbz'), 'utf8')).toBe('what came later');
  });

  it('are deleted for good after the days of the setting, and their books stay in the bin', async () => {
    await using library = await openLibrary(kind);
    const { admin, server, folder, ids } = library;
    await admin.call('deleteManyBooks', { body: { bookIds: ids.slice(0, 2), file: true } });
    const { db, queue } = server.context;
    await db.transaction(async (tx) => {
      const at = Date.now() - 31 * DAY_MS;
      await tx.write
        .updateTable('trashedFile')
        .set({ trashedAt: at })
        .where('bookId', '=', ids[0] ?? '')
        .execute();
    });
    const empty = async () => {
      await db.transaction(async (tx) => queue.enqueue(tx, 'empty_trash', {}));
      await server.idle();
    };
    // A disk that is away loses nothing: its files would stay on it without a note.
    await rename(folder.path, `${folder.path}-away`);
    await empty();
    await rename(`${folder.path}-away`, folder.path);
    expect(await library.listTrash()).toEqual(['1.cbz', '2.cbz']);
    await empty();
    expect(await library.listTrash()).toEqual(['2.cbz']);
    const binned = await listBin(admin);
    expect(new Map(binned.map((book) => [book.id, book.isFileInTrash]))).toEqual(
      new Map([
        [ids[0], false],
        [ids[1], true],
      ]),
    );
  });

  it('go with a book that is removed for good', async () => {
    await using library = await openLibrary(kind);
    const { admin, ids } = library;
    await admin.call('deleteManyBooks', { body: { bookIds: ids.slice(0, 1), file: true } });
    await admin.call('deleteManyBooks', { body: { bookIds: ids.slice(1, 2) } });
    expect(await admin.call('purgeBinnedBooks', { body: { bookIds: ids } })).toEqual({ books: 1, kept: 1 });
    expect([await library.listTrash(), await library.listFiles()]).toEqual([[], ['2.cbz', '3.cbz']]);
  });
});
