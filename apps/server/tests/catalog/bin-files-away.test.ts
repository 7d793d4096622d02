import { mkdir, readdir, rename, rm, rmdir, symlink } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { finishMoves } from '#core/catalog/bin/trash-files.ts';
import { expectRefusal, setupAdmin } from '../_harness/client.ts';
import { type DatabaseKind, databases } from '../_harness/databases.ts';
import { newBookFolder } from '../_harness/make-books.ts';
import { addLibrary, listAllBooks, scan, waitForTasks } from '../_harness/scans.ts';
import { startServer } from '../_harness/start-server.ts';

/** A library of six books whose first file is in the trash. */
async function openTrash(kind: DatabaseKind) {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(newBookFolder());
  for (const number of [1, 2, 3, 4, 5, 6]) await folder.addComic(`Saga/${String(number)}.cbz`, { tint: number * 20 });
  const server = opened.use(await startServer(kind));
  const admin = await setupAdmin(server);
  const library = await addLibrary(admin, folder.path, { allowFileDeletion: true });
  await scan(admin, library.id);
  await waitForTasks(admin);
  const ids = (await listAllBooks(admin)).map(({ id }) => id);
  const id = ids[0] ?? '';
  await admin.call('deleteBook', { params: { id }, query: { file: 'true' } });
  const { db } = server.context;
  const away = `${folder.path}-away`;
  const owned = opened.move();
  return {
    ...{ server, admin, folder, library, ids, id },
    listStates: async () =>
      (await db.read.selectFrom('trashedFile').select('state').execute()).map(({ state }) => state),
    setState: async (state: 'moving' | 'restoring') =>
      db.transaction(async (tx) => tx.write.updateTable('trashedFile').set({ state }).execute()),
    finish: async () => finishMoves(server.context, new AbortController().signal),
    /** Leaves an empty folder, as a disk does that is not mounted. */
    unmount: async () => {
      await rename(folder.path, away);
      await mkdir(folder.path);
    },
    mount: async () => {
      await rmdir(folder.path);
      await rename(away, folder.path);
    },
    [Symbol.asyncDispose]: async () => owned.disposeAsync(),
  };
}

describe.each(databases)('the trash of a disk that is away, on %s', (kind) => {
  it('refuses a restoration, and leaves the mount point empty', async () => {
    await using trash = await openTrash(kind);
    const { admin, folder, id } = trash;
    await trash.unmount();
    const refused = await expectRefusal(admin.call('restoreBook', { params: { id } }));
    expect([refused.status, refused.message]).toEqual([409, expect.stringMatching(/disk/)]);
    // A folder in it would make the next scan take every book of the library for missing.
    expect(await readdir(folder.path)).toEqual([]);
    await trash.mount();
    expect(await admin.call('restoreBook', { params: { id } })).toMatchObject({ books: 1, filesMoved: 1, missing: 0 });
  });

  it.each(['moving', 'restoring'] as const)(
    'keeps its note of a file that was %s when the server died',
    async (state) => {
      await using trash = await openTrash(kind);
      await trash.setState(state);
      await trash.unmount();
      await trash.finish();
      expect(await trash.listStates()).toEqual([state]);
      await trash.mount();
      await trash.finish();
      expect(await trash.listStates()).toEqual(['trashed']);
      expect(await trash.admin.call('restoreBook', { params: { id: trash.id } })).toMatchObject({ filesMoved: 1 });
    },
  );
});

describe.each(databases)('the trash of a library on %s', (kind) => {
  it('does not hold back a book whose trashed file was removed by hand', async () => {
    await using trash = await openTrash(kind);
    const { admin, folder, library, id } = trash;
    await rm(folder.at('.lectern-trash'), { recursive: true });
    expect(await admin.call('restoreBook', { params: { id } })).toMatchObject({ books: 1, missing: 1, filesMoved: 0 });
    await folder.addComic('Saga/1.cbz', { tint: 20 });
    await scan(admin, library.id);
    await waitForTasks(admin);
    expect((await admin.call('getBook', { params: { id } })).book.deleted).toBe(false);
  });

  it('lets a restoration wait for a request that is moving the file, but not for a dead one', async () => {
    await using trash = await openTrash(kind);
    const { admin, id, server } = trash;
    await trash.setState('moving');
    const refused = await expectRefusal(admin.call('restoreBook', { params: { id } }));
    expect([refused.status, refused.message]).toEqual([409, expect.stringContaining('on its way to the trash')]);
    await server.context.db.transaction(async (tx) => {
      const trashedAt = Date.now() - 16 * 60_000;
      await tx.write.updateTable('trashedFile').set({ trashedAt }).execute();
    });
    expect(await admin.call('restoreBook', { params: { id } })).toMatchObject({ books: 1, filesMoved: 1, missing: 0 });
  });

  it('makes no folder behind a link that leads out of the library', async () => {
    await using trash = await openTrash(kind);
    const { admin, folder, id, server } = trash;
    const outside = `${folder.path}-outside`;
    await mkdir(outside);
    try {
      await symlink(outside, folder.at('Linked'));
      await server.context.db.transaction(async (tx) => {
        const path = 'Linked/Deep/1.cbz';
        await tx.write.updateTable('book').set({ path }).where('id', '=', id).execute();
        await tx.write.updateTable('trashedFile').set({ path }).execute();
      });
      const refused = await expectRefusal(admin.call('restoreBook', { params: { id } }));
      expect(refused.message).toMatch(/leads out of its library/);
      expect(await readdir(outside)).toEqual([]);
    } finally {
      await rm(outside, { recursive: true });
    }
  });

  it('loses no file when interrupted moves are finished during a deletion', async () => {
    await using trash = await openTrash(kind);
    const { admin, folder, ids } = trash;
    const over = new AbortController();
    const deleting = admin.call('deleteManyBooks', { body: { bookIds: ids.slice(1), file: true } }).finally(() => {
      over.abort();
    });
    while (!over.signal.aborted) {
      await trash.finish();
      await setImmediate();
    }
    expect(await deleting).toMatchObject({ books: 5, filesMoved: 5, filesKept: 0 });
    expect([await readdir(folder.at('Saga')), await trash.listStates()]).toEqual([[], Array(6).fill('trashed')]);
    expect(await admin.call('restoreManyBooks', { body: { bookIds: ids } })).toMatchObject({ books: 6, filesMoved: 6 });
  });
});
