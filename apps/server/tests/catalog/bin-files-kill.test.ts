import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { openHome } from '../_harness/home.ts';
import { newBookFolder } from '../_harness/make-books.ts';
import { openHomeDatabase } from '../_harness/run-tasks.ts';
import { addLibrary, listAllBooks, scan, until, waitForTasks } from '../_harness/scans.ts';
import { startServerProcess } from '../_harness/server-process.ts';

const BOOKS = 120;

describe.each(databases)('a server that is killed while it moves files to the trash, on %s', (kind) => {
  it('loses no file, and finishes the moves at its next start', async () => {
    await using home = await openHome(kind);
    await using db = await openHomeDatabase(kind, home);
    using folder = newBookFolder();
    for (let number = 1; number <= BOOKS; number += 1) {
      await folder.addComic(`Saga/${String(number)}.cbz`, { tint: number, pages: 1 });
    }
    const countFiles = async (path: string): Promise<number> =>
      (await readdir(folder.at(path), { recursive: true }).catch(() => [])).filter((name) => name.endsWith('.cbz'))
        .length;
    const [inPlace, inTrash] = ['Saga', '.lectern-trash'] as const;
    const listRows = async () => db.read.selectFrom('trashedFile').select('state').execute();
    let seriesId = '';
    {
      await using server = await startServerProcess(home);
      const admin = await setupAdmin(server);
      const library = await addLibrary(admin, folder.path, { allowFileDeletion: true });
      await scan(admin, library.id);
      await waitForTasks(admin);
      seriesId = (await listAllBooks(admin))[0]?.seriesId ?? '';
      const deleting = admin
        .call('deleteSeries', { params: { id: seriesId }, query: { file: 'true' } })
        .catch(() => undefined);
      await until(
        async () => countFiles(inTrash),
        (count) => count > 0,
      );
      await server.kill();
      await deleting;
    }
    // One name of each file at least, and rows that know of all moves.
    expect((await countFiles(inPlace)) + (await countFiles(inTrash))).toBeGreaterThanOrEqual(BOOKS);
    await using server = await startServerProcess(home);
    const admin = await signIn(server);
    await until(listRows, (rows) => rows.length === BOOKS && rows.every(({ state }) => state === 'trashed'));
    expect([await countFiles(inPlace), await countFiles(inTrash)]).toEqual([0, BOOKS]);
    expect((await admin.call('listBinnedBooks', { query: {} })).total).toBe(BOOKS);
    const restoring = admin.call('restoreSeries', { params: { id: seriesId } }).catch(() => undefined);
    await until(
      async () => countFiles(inPlace),
      (count) => count > 0,
    );
    await server.kill();
    await restoring;
    await using last = await startServerProcess(home);
    const again = await signIn(last);
    await until(listRows, (rows) => rows.every(({ state }) => state === 'trashed'));
    await again.call('restoreSeries', { params: { id: seriesId } }).catch(() => undefined);
    expect([await countFiles(inPlace), await countFiles(inTrash), await listRows()]).toEqual([BOOKS, 0, []]);
    expect(await listAllBooks(again)).toHaveLength(BOOKS);
  });
});
