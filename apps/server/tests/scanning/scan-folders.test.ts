import { mkdir, rename, rm, symlink, utimes } from 'node:fs/promises';
import { dirname } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leastFolders } from '#jobs/join-scans.ts';
import { type Client, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { type BookFolder, newBookFolder } from '../_harness/make-books.ts';
import { addLibrary, listAllBooks, scan, waitForTasks, until } from '../_harness/scans.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';
import { casesToTry } from '../_harness/test-length.ts';

/** Scans some folders in one go, as a watch has it done, and waits for the end of it. */
async function scanFolders(server: TestServer, client: Client, libraryId: string, folders: readonly string[]) {
  const { db, queue } = server.context;
  const id = await db.transaction(async (tx) => {
    // What an earlier one of these had follow is not what is tested.
    await tx.write.deleteFrom('task').where('type', '=', 'scan_library').where('status', '=', 'pending').execute();
    return queue.enqueue(tx, 'scan_library', { libraryId, mode: 'normal', folders });
  });
  await until(
    async () => client.call('getTask', { params: { id } }),
    ({ status }) => status === 'completed',
  );
  return client.call('getScanStatus', { params: { id: libraryId } });
}

/** Scans of a library that wait for their time. */
async function waitingScans({ context }: TestServer) {
  const rows = await context.db.read
    .selectFrom('task')
    .select('payload')
    .where('type', '=', 'scan_library')
    .where('status', '=', 'pending')
    .execute();
  return rows.map(({ payload }): unknown => JSON.parse(payload));
}

async function fetchIds(client: Client, root: string) {
  const books = await listAllBooks(client);
  return Object.fromEntries(books.map(({ path, id }) => [path.slice(root.length + 1), id]));
}

async function move(folder: BookFolder, from: string, to: string): Promise<void> {
  await mkdir(dirname(folder.at(to)), { recursive: true });
  await rename(folder.at(from), folder.at(to));
}

const file = fc.constantFrom('A/1', 'A/2', 'A/B/1', 'A/B/2', 'C/1', 'C/2', 'D/1').map((path) => `${path}.cbz`);
const change = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('move' as const), from: file, to: file }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('remove' as const, 'add' as const), from: file }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('move-folder' as const), from: fc.constantFrom('A', 'A/B', 'C') }),
  },
);
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

/** Files by their contents, the book of each content, and the folders in which something changed. */
class TouchedFiles {
  readonly #folder: BookFolder;
  readonly #contents = new Map<string, number>();
  readonly #books = new Map<number, string>();
  readonly #touched = new Set<string>();
  #made = 0;
  #folders = 0;

  constructor(folder: BookFolder) {
    this.#folder = folder;
  }

  touched(): string[] {
    const folders = leastFolders([...this.#touched]) ?? [];
    this.#touched.clear();
    return [...folders];
  }

  async add(path: string): Promise<void> {
    this.#made += 1;
    const info = `<Title>${String(this.#made)}</Title>`;
    await this.#folder.addComic(path, { tint: this.#made, info });
    // Two files of one size and time that change places look as if nothing had happened.
    const at = new Date(Date.UTC(2024, 0, 1, 0, this.#made));
    await utimes(this.#folder.at(path), at, at);
    this.#contents.set(path, this.#made);
    this.#touched.add(dirname(path));
  }

  async act(one: Change): Promise<void> {
    if (one.do === 'add') await this.add(one.from);
    else if (one.do === 'move') await this.#move(one.from, one.to);
    else if (one.do === 'move-folder') await this.#moveFolder(one.from);
    else if (this.#contents.delete(one.from)) {
      await rm(this.#folder.at(one.from));
      this.#touched.add(dirname(one.from));
    }
  }

  /** Compares what is known with what has to be: a content keeps its book wherever it is. */
  learn(ids: Readonly<Record<string, string>>): void {
    for (const [path, content] of this.#contents) {
      const id = ids[path] ?? '';
      expect([path, id]).toEqual([path, this.#books.get(content) ?? id]);
      expect(id, path).not.toBe('');
      this.#books.set(content, id);
    }
  }

  async #move(from: string, to: string): Promise<void> {
    const content = this.#contents.get(from);
    if (content === undefined || from === to) return;
    await move(this.#folder, from, to);
    this.#contents.delete(from);
    this.#contents.set(to, content);
    this.#touched.add(dirname(from)).add(dirname(to));
  }

  async #moveFolder(from: string): Promise<void> {
    const inside = [...this.#contents].filter(([path]) => path.startsWith(`${from}/`));
    if (inside.length === 0) return;
    this.#folders += 1;
    // Never one that is there: no folder is moved over another.
    const to = `E${String(this.#folders)}`;
    await move(this.#folder, from, to);
    for (const [path, content] of inside) {
      this.#contents.delete(path);
      this.#contents.set(to + path.slice(from.length), content);
    }
    this.#touched.add(from).add(to);
  }
}

describe.each(databases)('folders that were touched, on %s,', (kind) => {
  it('are looked through together and alone, and what is missed is looked for everywhere', async () => {
    using folder = newBookFolder();
    for (const [at, name] of ['Saga/1', 'Saga/2', 'Bone/1', 'Bone/2', 'Akira/1'].entries()) {
      await folder.addComic(`${name}.cbz`, { tint: at * 20 });
    }
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const { id } = await addLibrary(client, folder.path);
    await scan(client, id);
    await waitForTasks(client);
    const before = await fetchIds(client, folder.path);
    const updates: string[] = [];
    using _ = server.context.events.onChange(({ json }) => updates.push(json));

    // From one to the other in one go: never deleted. A third is not looked at.
    await move(folder, 'Saga/2.cbz', 'Bone/3.cbz');
    await rm(folder.at('Akira/1.cbz'));
    expect(await scanFolders(server, client, id, ['Saga', 'Bone'])).toMatchObject({ filesTotal: 4, booksDeleted: 0 });
    const { 'Saga/2.cbz': moved, ...others } = before;
    expect(await fetchIds(client, folder.path)).toEqual({ ...others, 'Bone/3.cbz': moved });
    expect(updates.join()).not.toContain('"deleted"');
    expect(await waitingScans(server)).toEqual([]);

    // A folder that is not there any more; a scan of everything is to follow, since its books may be anywhere.
    expect(await scanFolders(server, client, id, ['Akira'])).toMatchObject({ filesTotal: 0, booksDeleted: 1 });
    expect(await waitingScans(server)).toEqual([{ libraryId: id, mode: 'normal' }]);

    // Behind a link, where nothing is watched: a scan of folders knows of it, and has everything looked at at once.
    await folder.addComic('.store/new.cbz', { tint: 200 });
    await move(folder, 'Saga/1.cbz', '.store/1.cbz');
    await symlink(folder.at('.store'), folder.at('Bone/Link'));
    await scanFolders(server, client, id, ['Saga', 'Bone']);
    const found = await until(
      async () => fetchIds(client, folder.path),
      (ids) => ids['Bone/Link/new.cbz'] !== undefined,
    );
    expect(found['Bone/Link/1.cbz']).toBe(before['Saga/1.cbz']);
    // What is behind it stays when only its folder is looked through.
    expect(await scanFolders(server, client, id, ['Bone'])).toMatchObject({ booksDeleted: 0, booksAdded: 0 });
  });

  it('do not lose together what one scan would have asked about', async () => {
    using folder = newBookFolder();
    const names = ['A', 'B', 'C', 'D', 'E'].flatMap((name) => [`${name}/1.cbz`, `${name}/2.cbz`]);
    for (const [at, name] of names.entries()) await folder.addComic(name, { tint: at * 20 });
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const { id } = await addLibrary(client, folder.path);
    await scan(client, id);
    const lose = async (...paths: string[]) => {
      for (const path of paths) await rm(folder.at(path));
      return scanFolders(server, client, id, paths.map(dirname));
    };
    const params = { id };
    expect(await lose('A/1.cbz')).toMatchObject({ booksDeleted: 1, pendingRemovals: 0 });
    expect(await lose('B/1.cbz')).toMatchObject({ booksDeleted: 1, pendingRemovals: 0 });
    // Three of the ten that there were.
    const asked = await lose('C/1.cbz');
    expect(asked).toMatchObject({ booksDeleted: 0, pendingRemovals: 1 });
    expect(asked.warnings.join()).toContain('1 of 8 books are missing, after 2 others within a day');
    expect((await client.call('listRemovals', { params })).data.map(({ path }) => path)).toEqual(['C/1.cbz']);
    // A confirmed removal does not count against later scans.
    await client.call('confirmRemovals', { params });
    expect(await lose('D/1.cbz')).toMatchObject({ booksDeleted: 1, pendingRemovals: 0 });
    await client.call('updateSetting', { params: { key: 'scanner.mass_removal_guard' }, body: { value: 80 } });
    expect(await lose('A/2.cbz', 'B/2.cbz')).toMatchObject({ booksDeleted: 2, pendingRemovals: 0 });
  });

  it('leave nothing to a scan of everything, whatever happened in them', { timeout: 3_600_000 }, async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const rounds = fc.array(fc.array(change, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 });
    const property = fc.asyncProperty(rounds, async (all) => {
      using folder = newBookFolder();
      const files = new TouchedFiles(folder);
      await folder.addComic('Z/1.cbz');
      for (const path of ['A/1', 'A/2', 'A/B/1', 'C/1', 'C/2', 'D/1']) await files.add(`${path}.cbz`);
      const { id: libraryId } = await addLibrary(client, folder.path);
      await scan(client, libraryId);
      await waitForTasks(client);
      files.learn(await fetchIds(client, folder.path));
      for (const changes of all) {
        for (const one of changes) await files.act(one);
        await scanFolders(server, client, libraryId, files.touched());
        files.learn(await fetchIds(client, folder.path));
        const { pendingRemovals } = await client.call('getScanStatus', { params: { id: libraryId } });
        if (pendingRemovals > 0) await client.call('confirmRemovals', { params: { id: libraryId } });
        const nothing = { booksAdded: 0, booksUpdated: 0, booksDeleted: 0, booksRestored: 0, pendingRemovals: 0 };
        expect(await scan(client, libraryId)).toMatchObject({ status: 'completed', ...nothing });
        await waitForTasks(client);
      }
      await client.call('deleteLibrary', { params: { id: libraryId } });
    });
    await fc.assert(property, { ...casesToTry(3), endOnFailure: true });
  });
});
