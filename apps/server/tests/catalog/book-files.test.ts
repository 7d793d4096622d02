import { describe, expect, it } from 'vitest';
import type { Viewer } from '#core/viewer.ts';
import { setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { openHome } from '../_harness/home.ts';
import { newBookFolder } from '../_harness/make-books.ts';
import { addLibrary, listAllBooks, scan, waitForTasks } from '../_harness/scans.ts';
import { openHomeDatabase } from '../_harness/run-tasks.ts';
import { startServer } from '../_harness/start-server.ts';

const viewer: Viewer = {
  userId: 'someone',
  username: 'someone',
  role: 'reader',
  permissions: new Set(),
  sessionId: null,
};

describe.each(databases)('the files of books that are read on %s', (kind) => {
  it('are those of the database at any time, for each viewer', async () => {
    using folder = newBookFolder();
    await folder.addComic('Saga/1.cbz');
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    await scan(client, library.id);
    await waitForTasks(client);
    const { bookFiles, db } = server.context;
    const [book] = await listAllBooks(client);
    const id = book?.id ?? '';
    const first = await bookFiles.find(viewer, id);
    expect(first).toMatchObject({ id, path: 'Saga/1.cbz' });
    // Without a change in between it is not looked up again, where commits can be told.
    // The server commits by itself at times, and may do so between two of them.
    const isKept = async () => (await bookFiles.find(viewer, id)) === (await bookFiles.find(viewer, id));
    await expect.poll(isKept).toBe(kind === 'sqlite');
    expect(await bookFiles.find({ ...viewer, libraryIds: [] }, id)).toBeUndefined();
    await db.transaction(async (tx) => {
      await tx.write.updateTable('book').set({ path: 'Saga/2.cbz' }).where('id', '=', id).execute();
    });
    expect(await bookFiles.find(viewer, id)).toMatchObject({ path: 'Saga/2.cbz' });
    await db.transaction(async (tx) => {
      await tx.write.deleteFrom('book').where('id', '=', id).execute();
    });
    expect(await bookFiles.find(viewer, id)).toBeUndefined();
  });

  it('follow what another process commits', async () => {
    using folder = newBookFolder();
    await folder.addComic('Saga/1.cbz');
    await using home = await openHome(kind);
    await using server = await startServer(kind, { home });
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    await scan(client, library.id);
    await waitForTasks(client);
    const [book] = await listAllBooks(client);
    const id = book?.id ?? '';
    await using other = await openHomeDatabase(kind, home);
    await server.context.bookFiles.find(viewer, id);
    await other.transaction(async (tx) => {
      await tx.write.updateTable('book').set({ title: 'Changed elsewhere' }).where('id', '=', id).execute();
    });
    expect(await server.context.bookFiles.find(viewer, id)).toMatchObject({ title: 'Changed elsewhere' });
  });
});
