import { appendFileSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Client, expectRefusal, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { newBookFolder } from '../_harness/make-books.ts';
import { addLibrary, listAllBooks, scan, waitForTasks, until } from '../_harness/scans.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

afterEach(() => void vi.restoreAllMocks());

/** A library with what is in its folder read. */
async function readLibrary(client: Client, path: string, values: Parameters<typeof addLibrary>[2] = {}) {
  const library = await addLibrary(client, path, values);
  await scan(client, library.id);
  await waitForTasks(client);
  return library;
}

/** Ids by path below a folder. */
async function idsBelow(client: Client, root: string): Promise<Record<string, string>> {
  const books = await listAllBooks(client);
  return Object.fromEntries(
    books.filter(({ path }) => path.startsWith(`${root}/`)).map(({ path, id }) => [path.slice(root.length + 1), id]),
  );
}

async function readSeries(server: TestServer): Promise<Record<string, string>> {
  const rows = await server.context.db.read.selectFrom('series').select(['id', 'path']).execute();
  return Object.fromEntries(rows.map(({ path, id }) => [path, id]));
}

describe.each(databases)('moved files on %s', (kind) => {
  it('of two folders that changed names keep both series, and what was read', async () => {
    using folder = newBookFolder();
    for (const number of [1, 2, 3]) {
      await folder.addComic(`Saga/${String(number)}.cbz`, { info: `<Title>Saga ${String(number)}</Title>` });
      await folder.addComic(`Bone/${String(number)}.cbz`, { info: `<Title>Bone ${String(number)}</Title>` });
      const time = new Date(Date.now() - 7_200_000 - number * 1_000);
      await utimes(folder.at(`Bone/${String(number)}.cbz`), time, time);
    }
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await readLibrary(client, folder.path);
    const [ids, series] = [await idsBelow(client, folder.path), await readSeries(server)];
    const params = { id: ids['Saga/2.cbz'] ?? '' };
    await client.call('saveProgress', { params, body: { currentPage: 2, completed: false } });
    await rename(folder.at('Saga'), folder.at('aside'));
    await rename(folder.at('Bone'), folder.at('Saga'));
    await rename(folder.at('aside'), folder.at('Bone'));
    await folder.addComic('Saga/4.cbz', { pages: 4 });
    const reads = vi.spyOn(server.context.readers, 'readPacked');
    expect(await scan(client, library.id)).toMatchObject({ booksAdded: 1, booksUpdated: 6, booksDeleted: 0 });
    await waitForTasks(client);
    expect(reads).toHaveBeenCalledTimes(1);
    expect(await readSeries(server)).toEqual({ Saga: series['Bone'], Bone: series['Saga'] });
    const after = await idsBelow(client, folder.path);
    for (const name of ['1.cbz', '2.cbz', '3.cbz']) {
      expect([after[`Saga/${name}`], after[`Bone/${name}`]]).toEqual([ids[`Bone/${name}`], ids[`Saga/${name}`]]);
    }
    const moved = await client.call('getBook', { params });
    expect(moved.book).toMatchObject({ seriesName: 'Bone', readProgress: { currentPage: 2 } });
  });

  it('of a library that all went to another one keep series, edits and covers', async () => {
    using left = newBookFolder();
    using right = newBookFolder();
    for (const number of [1, 2]) await left.addComic(`Saga/${String(number)}.cbz`, { tint: number * 40 });
    await right.addComic('Bone/1.cbz', { tint: 200 });
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    // Purging is no reason to forget a book that was missed just now.
    const from = await readLibrary(client, left.path, { scanningConfig: { purgeDeletedOnScan: true } });
    const to = await readLibrary(client, right.path, { name: 'Other' });
    const [ids, series] = [await idsBelow(client, left.path), await readSeries(server)];
    const saga = series['Saga'] ?? '';
    await server.context.db.transaction(async (tx) => {
      await tx.write
        .updateTable('series')
        .set({ locks: '["title"]', title: 'My Saga' })
        .where('id', '=', saga)
        .execute();
    });
    await rename(left.at('Saga'), right.at('Saga anew'));
    await left.addComic('Other/1.cbz', { pages: 5 });
    await scan(client, from.id);
    await client.call('confirmRemovals', { params: { id: from.id } });
    await scan(client, from.id);
    expect(await scan(client, to.id)).toMatchObject({ booksAdded: 0, booksUpdated: 2 });
    await waitForTasks(client);
    const after = await idsBelow(client, right.path);
    expect([after['Saga anew/1.cbz'], after['Saga anew/2.cbz']]).toEqual([ids['Saga/1.cbz'], ids['Saga/2.cbz']]);
    expect(await client.call('getSeries', { params: { id: saga } })).toMatchObject({
      title: 'My Saga',
      libraryId: to.id,
      bookCount: 2,
    });
  });

  it('leave their folder to another series, which a file belongs to that comes to a place of theirs', async () => {
    using folder = newBookFolder();
    for (const number of [1, 2]) await folder.addComic(`Bone/${String(number)}.cbz`, { tint: 100 + number * 40 });
    for (const number of [1, 2]) await folder.addComic(`Saga/${String(number)}.cbz`, { tint: number * 40 });
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await readLibrary(client, folder.path);
    const [ids, series] = [await idsBelow(client, folder.path), await readSeries(server)];
    for (const name of ['Bone/1.cbz', 'Bone/2.cbz']) await rm(folder.at(name));
    await rename(folder.at('Saga/1.cbz'), folder.at('Bone/3.cbz'));
    await rename(folder.at('Saga/2.cbz'), folder.at('Bone/4.cbz'));
    await rm(folder.at('Saga'), { recursive: true });
    // Two of four are too many to be removed without a question.
    expect(await scan(client, library.id)).toMatchObject({ booksMoved: 2, pendingRemovals: 2 });
    expect((await readSeries(server))['Bone']).toBe(series['Saga']);
    await folder.addComic('Bone/1.cbz', { pages: 4 });
    expect(await scan(client, library.id)).toMatchObject({ booksAdded: 0 });
    await waitForTasks(client);
    const found = (await listAllBooks(client)).filter(({ path }) => !path.endsWith('2.cbz'));
    expect(found.map(({ id, seriesId }) => [id, seriesId]).toSorted()).toEqual(
      ['Bone/1.cbz', 'Saga/1.cbz', 'Saga/2.cbz'].map((path) => [ids[path], series['Saga']]).toSorted(),
    );
  });

  it('that cannot be read as books keep them all the same', async () => {
    using folder = newBookFolder();
    await folder.addFile('Saga/1.cbz', 'no archive at all');
    await folder.addFile('Saga/2.pdf', '%PDF-1.4 nothing here');
    await folder.addComic('Saga/3.cbz');
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await readLibrary(client, folder.path);
    const ids = await idsBelow(client, folder.path);
    await server.context.db.transaction(async (tx) => {
      // As before their checksums are known.
      await tx.write.updateTable('book').set({ fileHash: '' }).execute();
    });
    await rename(folder.at('Saga/1.cbz'), folder.at('Saga/one.cbz'));
    await rename(folder.at('Saga/2.pdf'), folder.at('Saga/two.pdf'));
    expect(await scan(client, library.id)).toMatchObject({ booksAdded: 0, booksUpdated: 2 });
    const after = await idsBelow(client, folder.path);
    expect([after['Saga/one.cbz'], after['Saga/two.pdf']]).toEqual([ids['Saga/1.cbz'], ids['Saga/2.pdf']]);
  });

  it('that may not be opened just now are left to the next scan, with the books they may be', async () => {
    using folder = newBookFolder();
    for (const number of [1, 2, 3]) await folder.addComic(`Saga/${String(number)}.cbz`, { pages: number });
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await readLibrary(client, folder.path);
    const ids = await idsBelow(client, folder.path);
    await rename(folder.at('Saga/1.cbz'), folder.at('Saga/0.cbz'));
    const refused = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
    vi.spyOn(server.context.readers, 'identify').mockRejectedValueOnce(refused);
    const status = await scan(client, library.id);
    expect(status).toMatchObject({ status: 'completed', booksAdded: 0, booksDeleted: 0 });
    expect(status.warnings.join()).toMatch(/Saga\/0\.cbz.*left to the next scan.*EACCES/);
    expect(await scan(client, library.id)).toMatchObject({ booksAdded: 0, booksUpdated: 1, warnings: [] });
    expect((await idsBelow(client, folder.path))['Saga/0.cbz']).toBe(ids['Saga/1.cbz']);
  });

  it('into the one folder that is looked through keep their books and their series', async () => {
    using folder = newBookFolder();
    for (const number of [1, 2]) await folder.addComic(`Saga/${String(number)}.cbz`, { tint: number * 30 });
    for (const number of [1, 2]) await folder.addComic(`Bone/${String(number)}.cbz`, { pages: 2 + number });
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await readLibrary(client, folder.path);
    const [ids, series] = [await idsBelow(client, folder.path), await readSeries(server)];
    await mkdir(folder.at('new'));
    await rename(folder.at('Saga'), folder.at('new/Saga'));
    await rm(folder.at('Bone/1.cbz'));
    const params = { id: library.id };
    await client.call('startScan', { params, query: { path: 'new/' } });
    await waitForTasks(client);
    expect(await client.call('getScanStatus', { params })).toMatchObject({ filesTotal: 2, booksUpdated: 2 });
    const after = await idsBelow(client, folder.path);
    // What lies elsewhere was not looked at.
    expect(after).toEqual({
      ...{ 'Bone/1.cbz': ids['Bone/1.cbz'], 'Bone/2.cbz': ids['Bone/2.cbz'] },
      ...{ 'new/Saga/1.cbz': ids['Saga/1.cbz'], 'new/Saga/2.cbz': ids['Saga/2.cbz'] },
    });
    expect(await readSeries(server)).toEqual({ Bone: series['Bone'], 'new/Saga': series['Saga'] });
    await client.call('startSeriesScan', { params: { id: series['Bone'] ?? '' }, query: {} });
    // One of everything is to follow, later: the missing file may be anywhere.
    const ended = await until(
      async () => client.call('getScanStatus', { params }),
      ({ status }) => status === 'completed',
    );
    expect(ended).toMatchObject({ filesTotal: 1, booksDeleted: 1 });
    const refused = await expectRefusal(client.call('startScan', { params, query: { path: '../elsewhere' } }));
    expect(refused.status).toBe(400);
    const unknown = { params: { id: '0192f0c1-0000-7000-8000-000000000001' }, query: {} };
    expect((await expectRefusal(client.call('startSeriesScan', unknown))).status).toBe(404);
  });

  it('do not come from a library whose folder is suddenly empty, until a user confirms its removals', async () => {
    using folder = newBookFolder();
    using kept = newBookFolder();
    for (const number of [1, 2]) await folder.addComic(`old/Saga/${String(number)}.cbz`, { tint: number * 30 });
    await kept.addComic('Bone/1.cbz');
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const old = await readLibrary(client, folder.at('old'));
    const other = await addLibrary(client, kept.path, { name: 'Other' });
    const ids = await idsBelow(client, folder.at('old'));
    await rename(folder.at('old'), folder.at('away'));
    await mkdir(folder.at('old'));
    await copyFile(folder.at('away/Saga/1.cbz'), kept.at('Bone/2.cbz'));
    expect(await scan(client, other.id)).toMatchObject({ booksAdded: 2, booksUpdated: 0 });
    expect(await idsBelow(client, folder.at('old'))).toMatchObject(ids);
    expect(await scan(client, old.id)).toMatchObject({ status: 'failed', pendingRemovals: 2 });
    await client.call('confirmRemovals', { params: { id: old.id } });
    await copyFile(folder.at('away/Saga/2.cbz'), kept.at('Bone/3.cbz'));
    expect(await scan(client, other.id)).toMatchObject({ booksAdded: 0, booksUpdated: 1 });
    expect((await idsBelow(client, kept.path))['Bone/3.cbz']).toBe(ids['Saga/2.cbz']);
  });

  it('are looked for below another root of the library by their relative paths', async () => {
    using folder = newBookFolder();
    for (const number of [1, 2, 3, 4]) await folder.addComic(`old/Saga/${String(number)}.cbz`, { tint: number * 30 });
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await readLibrary(client, folder.at('old'));
    const params = { id: library.id };
    const ids = await idsBelow(client, folder.at('old'));
    await rename(folder.at('old'), folder.at('new'));
    await writeFile(folder.at('new/Saga/2.cbz'), await readFile(folder.at('new/Saga/3.cbz')));
    await rm(folder.at('new/Saga/4.cbz'));
    await folder.addComic('new/Saga/5.cbz', { pages: 7 });
    await mkdir(folder.at('wrong'));
    const wrong = await client.call('previewLibraryPath', { params, body: { path: folder.at('wrong') } });
    expect(wrong).toMatchObject({ matched: 0, missing: 4, needsConfirmation: true });
    const right = await client.call('previewLibraryPath', { params, body: { path: `${folder.at('new')}/` } });
    expect(right).toMatchObject({
      ...{ path: folder.at('new'), matched: 2, changed: 1, missing: 1, added: 1, needsConfirmation: false },
      ...{ sampleAdded: ['Saga/5.cbz'], sampleChanged: ['Saga/2.cbz'], sampleMissing: ['Saga/4.cbz'] },
    });
    expect(
      (await expectRefusal(client.call('previewLibraryPath', { params, body: { path: '/nowhere' } }))).status,
    ).toBe(400);
    // The wrong one first: nothing is lost by it.
    await client.call('updateLibrary', { params, body: { path: folder.at('wrong') } });
    expect(await scan(client, library.id)).toMatchObject({ status: 'failed', pendingRemovals: 4 });
    await client.call('updateLibrary', { params, body: { path: folder.at('new') } });
    await scan(client, library.id);
    await waitForTasks(client);
    const after = await idsBelow(client, folder.at('new'));
    expect([after['Saga/1.cbz'], after['Saga/3.cbz']]).toEqual([ids['Saga/1.cbz'], ids['Saga/3.cbz']]);
    expect(Object.keys(after)).toHaveLength(4);
  });

  it('that are deleted are purged on request, or after a day', async () => {
    using folder = newBookFolder();
    for (const number of [1, 2, 3, 4, 5, 6]) {
      await folder.addComic(`${String(number)}/1.cbz`, { tint: number * 30 });
    }
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await readLibrary(client, folder.path, { scanningConfig: { purgeDeletedOnScan: true } });
    const params = { id: library.id };
    // One after the other, they would be more than a fifth of the library.
    await client.call('updateSetting', { params: { key: 'scanner.mass_removal_guard' }, body: { value: 100 } });
    const series = await readSeries(server);
    const remove = async (name: string): Promise<void> => {
      await rm(folder.at(name), { recursive: true });
      await scan(client, library.id);
    };
    await remove('1');
    expect(await listAllBooks(client, 'true')).toHaveLength(6);
    await server.context.db.transaction(async (tx) => {
      const yesterday = Date.now() - 25 * 3_600_000;
      await tx.write.updateTable('book').set({ deletedAt: yesterday }).where('deletedAt', 'is not', null).execute();
    });
    await remove('2');
    expect(await listAllBooks(client, 'true')).toHaveLength(5);
    await remove('3');
    expect(await client.call('purgeSeries', { params: { id: series['3'] ?? '' } })).toBe(1);
    expect((await expectRefusal(client.call('purgeSeries', { params: { id: series['3'] ?? '' } }))).status).toBe(404);
    expect(await client.call('purgeLibrary', { params })).toBe(1);
    expect(await client.call('purgeLibrary', { params })).toBe(0);
    expect(await listAllBooks(client, 'true')).toHaveLength(3);
    expect(Object.keys(await readSeries(server)).toSorted()).toEqual(['4', '5', '6']);
    const unknown = { params: { id: '0192f0c1-0000-7000-8000-000000000001' } };
    expect((await expectRefusal(client.call('purgeLibrary', unknown))).status).toBe(404);
  });

  it('behind links inside the root are found once, whichever way round, and never outside', async () => {
    using folder = newBookFolder();
    using outside = newBookFolder();
    await outside.addComic('secret.cbz');
    await folder.addComic('.store/Saga/1.cbz');
    await folder.addComic('Bone/1.cbz', { pages: 3 });
    await symlink('.store/Saga', folder.at('Saga'));
    await symlink('.store/Saga', folder.at('Saga again'));
    await symlink('../Bone/1.cbz', folder.at('Bone/same.cbz'));
    await symlink('..', folder.at('.store/Saga/up'));
    await symlink('.', folder.at('Bone/round'));
    await symlink(outside.path, folder.at('linked'));
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    expect(await scan(client, library.id)).toMatchObject({ booksAdded: 2 });
    await waitForTasks(client);
    const paths = Object.keys(await idsBelow(client, folder.path));
    expect(paths).toContain('Bone/1.cbz');
    expect(paths.filter((path) => /^Saga( again)?\/1\.cbz$/.test(path))).toHaveLength(1);
    expect((await listAllBooks(client)).every(({ analyzed }) => analyzed)).toBe(true);
  });

  it('behind links out of the root are found once when that is wanted, and never those of another library', async () => {
    using folder = newBookFolder();
    using outside = newBookFolder();
    using hidden = newBookFolder();
    await folder.addComic('root/Saga/1.cbz');
    await outside.addComic('store/Bone/1.cbz', { pages: 3 });
    await outside.addComic('single.cbz', { pages: 4 });
    await hidden.addComic('Akira/1.cbz', { pages: 5 });
    // Twice the same place, one inside another, a file, and ways round in circles.
    await symlink(outside.at('store'), folder.at('root/A'));
    await symlink(outside.at('store/Bone'), folder.at('root/B'));
    await symlink(outside.at('single.cbz'), folder.at('root/Saga/2.cbz'));
    await symlink(folder.at('root'), outside.at('store/back'));
    await symlink(outside.at('store'), outside.at('store/again'));
    // To a folder around the library, and to a library that others may see.
    await symlink(folder.path, folder.at('root/around'));
    await symlink(hidden.at('Akira'), folder.at('root/hidden'));
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    await addLibrary(client, hidden.path, { name: 'Hidden' });
    const { id } = await addLibrary(client, folder.at('root'));
    expect((await client.call('getLibrary', { params: { id } })).scanningConfig.followLinksOutside).toBe(false);
    expect(await scan(client, id)).toMatchObject({ filesTotal: 1, booksAdded: 1 });
    const follow = { scanningConfig: { followLinksOutside: true } };
    const preview = await client.call('previewLibraryPath', { params: { id }, body: { path: folder.at('root') } });
    expect(preview).toMatchObject({ matched: 1, added: 0 });
    await client.call('updateLibrary', { params: { id }, body: follow });
    expect(await scan(client, id)).toMatchObject({ filesTotal: 3, booksAdded: 2, warnings: [] });
    await waitForTasks(client);
    const paths = Object.keys(await idsBelow(client, folder.at('root')));
    expect(paths.filter((path) => /^(A\/Bone|B)\/1\.cbz$/.test(path))).toHaveLength(1);
    expect(paths).toEqual(expect.arrayContaining(['Saga/1.cbz', 'Saga/2.cbz']));
    expect((await listAllBooks(client)).every(({ analyzed, pageCount }) => analyzed && pageCount > 0)).toBe(true);
    expect(await scan(client, id)).toMatchObject({ booksAdded: 0, booksUpdated: 0, booksDeleted: 0 });
    const wrong = { scanningConfig: { followLinksOutside: 'yes' as unknown as boolean } };
    expect((await expectRefusal(client.call('updateLibrary', { params: { id }, body: wrong }))).status).toBe(400);
  });

  it('that are still written to are looked at again without being asked', async () => {
    using folder = newBookFolder();
    await folder.addComic('Saga/1.cbz');
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    const path = folder.at('Saga/2.cbz');
    await writeFile(path, 'beginning');
    const growing = setInterval(() => appendFileSync(path, 'more'), 20);
    await scan(client, library.id);
    clearInterval(growing);
    const { data } = await client.call('listTasks', { query: { taskType: 'scan_library', status: 'pending' } });
    expect(data).toHaveLength(1);
    expect(Date.parse(data[0]?.scheduledFor ?? '')).toBeGreaterThan(Date.now() + 10_000);
    // It is the one that a user's wish begins at once.
    await until(
      async () => scan(client, library.id),
      ({ warnings }) => warnings.length === 0,
    );
    const waiting = await client.call('listTasks', { query: { taskType: 'scan_library', status: 'pending' } });
    expect(waiting.data).toEqual([]);
  });
});
