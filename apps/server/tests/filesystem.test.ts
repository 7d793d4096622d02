import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { refusalOf, setupAdmin } from './_harness/client.ts';
import { databases } from './_harness/databases.ts';
import { startServer } from './_harness/start-server.ts';

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
  await writeFile(join(path, 'file.cbz'), '');
  await symlink(join(path, 'shelf 10'), join(path, 'link'));
  await symlink(join(path, 'nowhere'), join(path, 'broken'));
  return { path, [Symbol.asyncDispose]: async () => rm(path, { recursive: true }) };
}

describe.each(databases)('browsing folders on %s', (kind) => {
  it('lists folders by name with the number of books directly inside, and no files', async () => {
    await using server = await startServer(kind);
    await using shelves = await openShelves();
    const client = await setupAdmin(server);
    const listing = await client.call('browseFolders', { query: { path: shelves.path } });
    expect(listing.path).toBe(shelves.path);
    expect(listing.parent).toBe(dirname(shelves.path));
    expect(listing.suggestions).toEqual([]);
    expect(listing.entries).toEqual([
      { name: 'empty', path: join(shelves.path, 'empty'), readable: true, bookCount: 0 },
      { name: 'link', path: join(shelves.path, 'link'), readable: true, bookCount: 4 },
      { name: 'Shelf 2', path: join(shelves.path, 'Shelf 2'), readable: true, bookCount: 0 },
      { name: 'shelf 10', path: join(shelves.path, 'shelf 10'), readable: true, bookCount: 4 },
    ]);
  });

  it('counts no further than 1,000', async () => {
    await using server = await startServer(kind);
    await using shelves = await openShelves();
    const names = Array.from({ length: 1_005 }, (_, index) => join(shelves.path, 'empty', `${String(index)}.cbz`));
    await Promise.all(names.map(async (name) => writeFile(name, '')));
    const client = await setupAdmin(server);
    const { entries } = await client.call('browseFolders', { query: { path: shelves.path } });
    expect(entries.find((entry) => entry.name === 'empty')?.bookCount).toBe(1_000);
  });

  it('starts at the home folder', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const listing = await client.call('browseFolders', {});
    expect(listing.path.startsWith('/') || /^[A-Z]:/.test(listing.path)).toBe(true);
    expect(listing.suggestions.every((folder) => folder.readable)).toBe(true);
  });

  it('resolves dots, and has no parent above the root', async () => {
    await using server = await startServer(kind);
    await using shelves = await openShelves();
    const client = await setupAdmin(server);
    const path = `${shelves.path}/empty/../`;
    expect((await client.call('browseFolders', { query: { path } })).path).toBe(shelves.path);
    expect((await client.call('browseFolders', { query: { path: '/' } })).parent).toBeNull();
  });

  it.each([
    ['a missing folder', (root: string) => join(root, 'none'), 404],
    ['a file', (root: string) => join(root, 'file.cbz'), 400],
    ['a relative path', () => 'shelf', 400],
    ['a path with a zero byte', (root: string) => `${root}/\0`, 400],
  ])('refuses %s', async (_what, pathIn, status) => {
    await using server = await startServer(kind);
    await using shelves = await openShelves();
    const client = await setupAdmin(server);
    const refusal = await refusalOf(client.call('browseFolders', { query: { path: pathIn(shelves.path) } }));
    expect(refusal.status).toBe(status);
  });

  it('knows where to begin', async () => {
    await using server = await startServer(kind);
    const drives = await (await setupAdmin(server)).call('listDrives', {});
    expect(drives.length).toBeGreaterThan(0);
  });
});
