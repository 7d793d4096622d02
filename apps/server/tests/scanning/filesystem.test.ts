import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addLibraries } from '#core/activities/scan/add-libraries.ts';
import { expectRefusal, setupAdmin } from '../_harness/client.ts';
import { startServer } from '../_harness/start-server.ts';

/** What a folder that may be read says of itself. */
const FOLDER = { isDirectory: true, isReadable: true };

interface Folder extends AsyncDisposable {
  readonly path: string;
}

/** `shelf 2` and `shelf 10` with books, an empty one, a hidden one, a link to a folder, a link to nothing, and a file. */
async function openShelves(): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), 'lectern-folders-'));
  for (const name of ['shelf 10', 'Shelf 2', 'empty', '.hidden']) await mkdir(join(path, name));
  for (const name of ['a.cbz', 'b.CBR', 'c.epub', 'd.pdf', 'e.txt', '.f.cbz']) {
    await writeFile(join(path, 'shelf 10', name), '');
  }
  await mkdir(join(path, 'Shelf 2', 'inside.cbz'));
  await writeFile(join(path, 'Shelf 2', 'inside.cbz', 'deep.cbz'), '');
  await writeFile(join(path, 'file.cbz'), '');
  await symlink(join(path, 'shelf 10'), join(path, 'link'));
  await symlink(join(path, 'nowhere'), join(path, 'broken'));
  return { path, [Symbol.asyncDispose]: async () => rm(path, { recursive: true }) };
}

describe('browsing folders', () => {
  it('lists folders by name with the number of books in and below each, and no files', async () => {
    await using server = await startServer('sqlite');
    await using shelves = await openShelves();
    const client = await setupAdmin(server);
    const listing = await client.call('browseFolders', { query: { path: shelves.path } });
    expect(listing.currentPath).toBe(shelves.path);
    expect(listing.parentPath).toBe(dirname(shelves.path));
    expect(listing.suggestions).toEqual([]);
    // On a busy machine the time for counting may be over before all of it is counted.
    const entries = async () => (await client.call('browseFolders', { query: { path: shelves.path } })).entries;
    await expect.poll(entries).toEqual([
      { name: 'empty', path: join(shelves.path, 'empty'), ...FOLDER, bookCount: 0 },
      { name: 'link', path: join(shelves.path, 'link'), ...FOLDER, bookCount: 4 },
      { name: 'Shelf 2', path: join(shelves.path, 'Shelf 2'), ...FOLDER, bookCount: 1 },
      { name: 'shelf 10', path: join(shelves.path, 'shelf 10'), ...FOLDER, bookCount: 4 },
    ]);
  });

  it.runIf(process.platform === 'linux')('leaves out folders of the system, which a path still opens', async () => {
    await using server = await startServer('sqlite');
    const client = await setupAdmin(server);
    const { entries } = await client.call('browseFolders', { query: { path: '/' } });
    const names = entries.map(({ name }) => name);
    expect(names).toContain('home');
    for (const name of ['proc', 'etc', 'usr', 'lost+found']) expect(names).not.toContain(name);
    expect((await client.call('browseFolders', { query: { path: '/usr' } })).currentPath).toBe('/usr');
  });

  it('counts no further than 1,000', async () => {
    await using server = await startServer('sqlite');
    await using shelves = await openShelves();
    const names = Array.from({ length: 1_005 }, (_, index) => join(shelves.path, 'empty', `${String(index)}.cbz`));
    await Promise.all(names.map(async (name) => writeFile(name, '')));
    const client = await setupAdmin(server);
    const count = async () => {
      const { entries } = await client.call('browseFolders', { query: { path: shelves.path } });
      return entries.find((entry) => entry.name === 'empty')?.bookCount;
    };
    await expect.poll(count).toBe(1_000);
  });

  it('starts at the home folder', async () => {
    await using server = await startServer('sqlite');
    const client = await setupAdmin(server);
    const listing = await client.call('browseFolders', {});
    expect(listing.currentPath.startsWith('/') || /^[A-Z]:/.test(listing.currentPath)).toBe(true);
    expect(listing.suggestions.every((folder) => folder.isReadable)).toBe(true);
  });

  it('resolves dots, and has no parent above the root', async () => {
    await using server = await startServer('sqlite');
    await using shelves = await openShelves();
    const client = await setupAdmin(server);
    const path = `${shelves.path}/empty/../`;
    expect((await client.call('browseFolders', { query: { path } })).currentPath).toBe(shelves.path);
    expect((await client.call('browseFolders', { query: { path: '/' } })).parentPath).toBeNull();
  });

  it('refuses what is no folder', async () => {
    await using server = await startServer('sqlite');
    await using shelves = await openShelves();
    const client = await setupAdmin(server);
    const wrong = [
      [join(shelves.path, 'none'), 404],
      [join(shelves.path, 'file.cbz'), 400],
      ['shelf', 400],
      [`${shelves.path}/\0`, 400],
    ] as const;
    for (const [path, status] of wrong) {
      expect([path, (await expectRefusal(client.call('browseFolders', { query: { path } }))).status]).toEqual([
        path,
        status,
      ]);
    }
  });

  it('knows where to begin', async () => {
    await using server = await startServer('sqlite');
    const drives = await (await setupAdmin(server)).call('listDrives', {});
    expect(drives.length).toBeGreaterThan(0);
    expect(drives.every(({ isReadable }) => isReadable)).toBe(true);
  });
});

describe('configured roots', () => {
  it('are a wall for looking and for libraries, which links, dots and typed paths do not get over', async () => {
    await using shelves = await openShelves();
    await using outside = await openShelves();
    const root = join(shelves.path, 'Shelf 2');
    await symlink(outside.path, join(root, 'escape'));
    await symlink(join(root, 'inside.cbz'), join(root, 'within'));
    const missing = join(shelves.path, 'not mounted');
    await using server = await startServer('sqlite', { config: { 'files.roots': `${root},${missing}` } });
    const admin = await setupAdmin(server);

    const start = await admin.call('browseFolders', {});
    expect([start.currentPath, start.parentPath]).toEqual([root, null]);
    expect(start.entries.map(({ name }) => name)).toEqual(['inside.cbz', 'within']);
    expect(start.suggestions.every(({ path }) => path.startsWith(root))).toBe(true);
    expect((await admin.call('browseFolders', { query: { path: join(root, 'inside.cbz') } })).parentPath).toBe(root);
    const drives = await admin.call('listDrives', {});
    expect(drives).toEqual([
      { name: 'Shelf 2', path: root, ...FOLDER },
      { name: 'not mounted', path: missing, isDirectory: true, isReadable: false },
    ]);

    const beyond = [shelves.path, `${root}/..`, `${root} and more`, '/', join(root, 'escape'), '/nowhere/at/all'];
    for (const path of beyond) {
      const refusal = await expectRefusal(admin.call('browseFolders', { query: { path } }));
      expect([path, refusal.status]).toEqual([path, 403]);
      expect(refusal.message).toContain('outside the folders that the configuration allows');
      const asked = [
        admin.call('createLibrary', { body: { name: 'Beyond', path } }),
        admin.call('previewScan', { body: { path } }),
      ];
      for (const refused of await Promise.all(asked.map(expectRefusal))) {
        expect([path, refused.status, refused.message]).toEqual([path, 400, expect.stringContaining('outside')]);
      }
    }
    const library = await admin.call('createLibrary', { body: { name: 'Within', path: join(root, 'inside.cbz') } });
    const moved = admin.call('updateLibrary', { params: library, body: { path: outside.path } });
    expect((await expectRefusal(moved)).status).toBe(400);
  });

  it('let the operator of the machine add what they like', async () => {
    await using shelves = await openShelves();
    const config = { 'files.roots': join(shelves.path, 'empty') };
    await using server = await startServer('sqlite', { config });
    await addLibraries(server.context, [join(shelves.path, 'Shelf 2')]);
    const { data } = await (await setupAdmin(server)).call('listLibraries', {});
    expect(data.map(({ name }) => name)).toEqual(['Shelf 2']);
  });
});

describe('hostile folders', () => {
  it('are listed by whatever name they have, or as not readable', async () => {
    await using shelves = await openShelves();
    const hostile = join(shelves.path, 'empty');
    const names = ['<script>alert(1)<', 'new\nline', '\u202Egpj', 'a'.repeat(250), '%2e%2e', '...', '..\\..'];
    for (const name of names.filter((name) => !name.startsWith('.'))) await mkdir(join(hostile, name));
    await mkdir(Buffer.concat([Buffer.from(`${hostile}/bytes-`), Buffer.from([0xff, 0xfe])]));
    await using server = await startServer('sqlite');
    const admin = await setupAdmin(server);
    const { entries } = await admin.call('browseFolders', { query: { path: hostile } });
    const found = new Map(entries.map((entry) => [entry.name, entry.isReadable]));
    for (const name of names.filter((name) => !name.startsWith('.')))
      expect([name, found.get(name)]).toEqual([name, true]);
    expect([...found].filter(([, isReadable]) => !isReadable).map(([name]) => name.slice(0, 6))).toEqual(['bytes-']);
    for (const { path, isReadable } of entries) {
      if (isReadable) expect((await admin.call('browseFolders', { query: { path } })).currentPath).toBe(path);
    }
    for (const path of [`${hostile}/\0`, '\\\\server\\share', 'C:relative', 'a'.repeat(4_000)]) {
      expect((await expectRefusal(admin.call('browseFolders', { query: { path } }))).status).toBe(400);
    }
    const long = `/${'a/'.repeat(2_000)}`;
    expect((await expectRefusal(admin.call('browseFolders', { query: { path: long } }))).status).toBe(404);
  });
});
