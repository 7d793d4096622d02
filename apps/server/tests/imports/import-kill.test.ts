import { existsSync } from 'node:fs';
import { link, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { openHome } from '../_harness/home.ts';
import { itemAt, listItems, lookThrough, openImportPlace, setImportFolder } from '../_harness/import-folder.ts';
import { newBookFolder, newComic } from '../_harness/make-books.ts';
import { addLibrary, listAllBooks, waitForTasks } from '../_harness/scans.ts';
import { startServerProcess } from '../_harness/server-process.ts';
import { startServer } from '../_harness/start-server.ts';

/** A disk of its own on Linux, so that files are copied. */
const OTHER_DISK = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
/** So large that a kill comes in the middle of its copy. */
const PAGES = 9_000;

describe.each(databases)('an import that was cut off, on %s', (kind) => {
  it('is finished from every point that a kill can leave', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    using place = await openImportPlace(admin);
    const names = ['begun', 'copying', 'placed', 'removed'].map((name) => `${name} 1.cbz`);
    for (const [index, name] of names.entries()) await place.arrivals.addComic(name, { tint: 10 * index + 1 });
    const items = await lookThrough(admin);
    const target = (name: string): string => place.library.at(`${name.split(' ')[0] ?? ''}/${name}`);
    for (const name of names.slice(1)) await mkdir(join(target(name), '..'));
    const { id: copyingId } = itemAt(items, 'copying 1.cbz');
    await writeFile(place.library.at(`copying/.lectern-import-${copyingId}.tmp`), 'half');
    for (const name of names.slice(2)) await link(place.arrivals.at(name), target(name));
    await rm(place.arrivals.at('removed 1.cbz'));
    await server.context.db.transaction(async (tx) => {
      await tx.write.updateTable('importItem').set({ state: 'importing', root: place.arrivals.path }).execute();
      await server.context.queue.enqueue(tx, 'import_files', {});
    });
    await waitForTasks(admin);
    for (const [index, name] of names.entries()) {
      expect(itemAt(await listItems(admin), name)).toMatchObject({ state: 'imported', fault: null });
      expect(await readFile(target(name))).toEqual(newComic({ tint: 10 * index + 1 }));
      expect(await readdir(join(target(name), '..'))).toEqual([name]);
    }
    expect(await readdir(place.arrivals.path)).toEqual([]);
    expect((await listAllBooks(admin)).map(({ path }) => path)).toHaveLength(4);
  });

  it('keeps the file reachable when the process is killed while it copies, and imports it once', async () => {
    await using home = await openHome(kind);
    using library = newBookFolder();
    const arrivals = await mkdtemp(join(OTHER_DISK, 'lectern-arrivals-'));
    await using _arrivals = { [Symbol.asyncDispose]: async () => rm(arrivals, { recursive: true, force: true }) };
    const source = join(arrivals, 'Large 1.cbz');
    await writeFile(source, newComic({ pages: PAGES }));
    await utimes(source, 1_000_000, 1_000_000);
    const { size } = await stat(source);
    const folder = library.at('Large');
    {
      await using server = await startServerProcess(home);
      const admin = await setupAdmin(server);
      await addLibrary(admin, library.path);
      await setImportFolder(admin, arrivals);
      const { id } = itemAt(await lookThrough(admin), 'Large 1.cbz');
      await admin.call('acceptImport', { params: { id } });
      while ((await readdir(folder).catch(() => [])).length === 0) await setImmediate();
      await server.kill();
    }
    const left = await readdir(folder);
    const isWhole = left.includes('Large 1.cbz');
    // The name of a book never stands for half of it.
    if (isWhole) expect((await stat(join(folder, 'Large 1.cbz'))).size).toBe(size);
    else expect(existsSync(source)).toBe(true);
    await using server = await startServerProcess(home);
    const admin = await signIn(server);
    await waitForTasks(admin);
    expect(itemAt(await listItems(admin), 'Large 1.cbz')).toMatchObject({ state: 'imported', fault: null });
    expect(await readdir(folder)).toEqual(['Large 1.cbz']);
    expect((await stat(join(folder, 'Large 1.cbz'))).size).toBe(size);
    expect(await readdir(arrivals)).toEqual([]);
    expect(await listAllBooks(admin)).toHaveLength(1);
  });
});
