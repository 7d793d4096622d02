import { chmodSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openPrivateFolder } from '#files/data/private-folder.ts';
import { setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { openHome } from '../_harness/home.ts';
import { newBookFolder } from '../_harness/make-books.ts';
import { addLibrary, listAllBooks, scan, waitForTasks, until } from '../_harness/scans.ts';
import { startServer } from '../_harness/start-server.ts';

function readMode(path: string): string {
  return (lstatSync(path).mode & 0o777).toString(8);
}

/** What in a folder, itself included, others have rights to. */
function openTo(folder: string): readonly string[] {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isSymbolicLink())
    .map((entry) => join(entry.parentPath, entry.name));
  const wanted = (path: string): string => (lstatSync(path).isDirectory() ? '700' : '600');
  return [folder, ...paths]
    .filter((path) => readMode(path) !== wanted(path))
    .map((path) => `${path} ${readMode(path)}`);
}

describe.each(databases)('the data folder on %s', (kind) => {
  it('is its owner’s only, with everything that the server makes in it', async () => {
    await using home = await openHome(kind, { untouched: true });
    const dataDir = join(home.dataDir, 'made/by/it');
    using books = newBookFolder();
    await books.addComic('Series/one.cbz');
    await using server = await startServer(kind, { home: { ...home, dataDir } });
    const admin = await setupAdmin(server);
    const { id } = await addLibrary(admin, books.path);
    await scan(admin, id);
    await waitForTasks(admin);
    for (const book of await listAllBooks(admin)) {
      const page = await admin.fetch(`/api/v1/books/${book.id}/pages/1?width=17`);
      expect([page.status, (await page.arrayBuffer()).byteLength > 0]).toEqual([200, true]);
    }
    await server.context.derived.settled();
    const made = readdirSync(dataDir);
    expect(made).toEqual(
      expect.arrayContaining(['cache', 'covers', 'jwt-secret', ...(kind === 'sqlite' ? ['lectern.db-wal'] : [])]),
    );
    expect(openTo(dataDir)).toEqual([]);
  });
});

describe('a data folder of before', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('is closed when the server starts, down to the covers', async () => {
    await using home = await openHome('sqlite');
    const { dataDir } = home;
    await (await startServer('sqlite', { home }))[Symbol.asyncDispose]();
    mkdirSync(join(dataDir, 'covers/ab'), { recursive: true });
    mkdirSync(join(dataDir, 'exports'));
    for (const file of ['covers/ab/abc.webp', 'exports/mine.json']) writeFileSync(join(dataDir, file), 'x');
    for (const folder of ['', 'covers', 'covers/ab', 'exports']) chmodSync(join(dataDir, folder), 0o775);
    for (const file of ['lectern.db', 'jwt-secret', 'covers/ab/abc.webp', 'exports/mine.json']) {
      chmodSync(join(dataDir, file), 0o664);
    }
    await using _server = await startServer('sqlite', { home });
    expect(
      ['', 'lectern.db', 'lectern.db-wal', 'jwt-secret', 'covers'].map((name) => readMode(join(dataDir, name))),
    ).toEqual([...['700', '600', '600', '600', '700']]);
    await until(
      async () => openTo(dataDir),
      (open) => open.length === 0,
    );
  });

  it('stays open for folders of others in it, which are left alone; what is the server’s is closed', async () => {
    await using home = await openHome('sqlite');
    const { dataDir } = home;
    mkdirSync(join(dataDir, 'books'));
    writeFileSync(join(dataDir, 'books/one.cbz'), 'x');
    for (const path of ['', 'books']) chmodSync(join(dataDir, path), 0o755);
    chmodSync(join(dataDir, 'books/one.cbz'), 0o644);
    const { problems } = await openPrivateFolder(dataDir, true);
    expect(problems).toEqual([
      `${dataDir} can be read by others, and stays so for "books" in it, which is not of this server`,
    ]);
    expect(['', 'books', 'books/one.cbz', 'lectern.db'].map((path) => readMode(join(dataDir, path)))).toEqual([
      ...['755', '755', '644', '600'],
    ]);
  });

  it('is not touched where it is another user’s, nor what a link in it leads to: that is told, and nothing stops', async () => {
    await using home = await openHome('sqlite');
    const { dataDir } = home;
    writeFileSync(join(dataDir, 'elsewhere'), 'x');
    chmodSync(join(dataDir, 'elsewhere'), 0o644);
    symlinkSync('elsewhere', join(dataDir, 'jwt-secret'));
    chmodSync(dataDir, 0o755);
    const me = process.geteuid?.() ?? 0;
    vi.spyOn(process, 'geteuid').mockReturnValue(me + 1);
    const { problems } = await openPrivateFolder(dataDir, false);
    expect(problems).toContain(`${dataDir} can be read by others, and that cannot be changed (another user owns it)`);
    expect([readMode(dataDir), readMode(join(dataDir, 'elsewhere'))]).toEqual(['755', '644']);
  });
});
