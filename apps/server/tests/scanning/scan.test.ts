import { appendFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { expectRefusal, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { newBookFolder, newComic } from '../_harness/make-books.ts';
import { addLibrary, listAllBooks, scan, waitForTasks, until } from '../_harness/scans.ts';
import { startServer } from '../_harness/start-server.ts';

afterEach(() => void vi.restoreAllMocks());

describe.each(databases)('a scan on %s', (kind) => {
  it('finds books by folder, numbers them, and reads them afterwards', async () => {
    using folder = newBookFolder();
    await folder.addComic('Saga/Saga 10.cbz', { pages: 3 });
    await folder.addComic('Saga/Saga 2.cbz');
    await folder.addComic('Old/Saga/Saga 1.cbz');
    await folder.addComic('One-shot.cbz', { info: '<Title>Alone</Title><Summary>Once.</Summary>' });
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    const status = await scan(client, library.id);
    expect(status).toMatchObject({ status: 'completed', filesTotal: 4, booksFound: 4, booksAdded: 4, seriesFound: 3 });
    await waitForTasks(client);
    const books = await listAllBooks(client);
    expect(
      books.map(({ seriesName, title, number, pageCount, analyzed }) => [
        seriesName,
        title,
        number,
        pageCount,
        analyzed,
      ]),
    ).toEqual([
      ['Saga', 'Saga 1', 1, 2, true],
      ['One-shot', 'One-shot', 1, 2, true],
      ['Saga', 'Saga 10', 2, 3, true],
      ['Saga', 'Saga 2', 1, 2, true],
    ]);
    const alone = books.find(({ title }) => title === 'One-shot');
    const detail = await client.call('getBook', { params: { id: alone?.id ?? '' } });
    expect(detail.metadata).toMatchObject({ title: 'Alone', summary: 'Once.' });
    expect(books.every(({ fileHash, coverVersion }) => /^[0-9a-f]{64}$/.test(fileHash) && coverVersion !== null)).toBe(
      true,
    );
    expect(await client.call('getLibrary', { params: { id: library.id } })).toMatchObject({
      bookCount: 4,
      seriesCount: 3,
    });
  });

  it('opens no file that did not change', async () => {
    using folder = newBookFolder();
    for (const number of [1, 2, 3]) await folder.addComic(`Saga/${String(number)}.cbz`, { tint: number });
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    await scan(client, library.id);
    await waitForTasks(client);
    const before = await listAllBooks(client);
    // A reader of this one would find garbage.
    const { atime, mtime, size } = await stat(folder.at('Saga/2.cbz'));
    await writeFile(folder.at('Saga/2.cbz'), Buffer.alloc(size));
    await utimes(folder.at('Saga/2.cbz'), atime, mtime);
    const reads = vi.spyOn(server.context.readers, 'readPacked');
    expect(await scan(client, library.id)).toMatchObject({ status: 'completed', booksUpdated: 0, booksAdded: 0 });
    await waitForTasks(client);
    expect(reads).not.toHaveBeenCalled();
    expect(await listAllBooks(client)).toEqual(before);
    // A deep scan opens every file.
    await scan(client, library.id, 'deep');
    await waitForTasks(client);
    expect(reads).toHaveBeenCalledTimes(3);
    expect((await listAllBooks(client)).map(({ analyzed }) => analyzed)).toEqual([true, false, true]);
  });

  it('reads a changed file again, under the same id', async () => {
    using folder = newBookFolder();
    await folder.addComic('Saga/1.cbz', { pages: 2 });
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    await scan(client, library.id);
    await waitForTasks(client);
    const [before] = await listAllBooks(client);
    await writeFile(folder.at('Saga/1.cbz'), newComic({ pages: 5 }));
    expect(await scan(client, library.id)).toMatchObject({ booksUpdated: 1, booksAdded: 0 });
    await waitForTasks(client);
    const [after] = await listAllBooks(client);
    expect(after).toMatchObject({ id: before?.id, pageCount: 5, analyzed: true });
    expect(after?.fileHash).not.toBe(before?.fileHash);
  });

  it('keeps a broken file as a book with an error, and does not try it again until it changes', async () => {
    using folder = newBookFolder();
    await folder.addComic('Saga/1.cbz');
    await folder.addFile('Saga/2.cbz', 'no archive at all');
    await folder.addFile('Saga/3.pdf', '%PDF-1.4 nothing');
    await folder.addFile('Saga/4.epub', newComic({ pages: 0 }));
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    await scan(client, library.id);
    expect((await waitForTasks(client)).every(({ status }) => status === 'completed')).toBe(true);
    const errors = await client.call('listBooksWithErrors', {});
    expect(errors).toMatchObject({ totalBooksWithErrors: 3 });
    const broken = (await listAllBooks(client)).filter(({ analyzed }) => !analyzed);
    expect(broken).toHaveLength(3);
    for (const book of broken) expect(book.analysisError).toMatch(/\w/);
    const reads = vi.spyOn(server.context.readers, 'readPacked');
    await scan(client, library.id);
    await waitForTasks(client);
    expect(reads).not.toHaveBeenCalled();
    await folder.addComic('Saga/2.cbz');
    await scan(client, library.id);
    await waitForTasks(client);
    expect(reads).toHaveBeenCalledTimes(1);
    expect((await client.call('listBooksWithErrors', {})).totalBooksWithErrors).toBe(2);
  });

  it('marks missing books deleted, brings them back, and keeps their progress', async () => {
    using folder = newBookFolder();
    for (let number = 1; number <= 10; number += 1) {
      await folder.addComic(`Saga/${String(number)}.cbz`, { tint: number * 20, pages: number });
    }
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    await scan(client, library.id);
    await waitForTasks(client);
    const second = (await listAllBooks(client)).find(({ title }) => title === '2');
    const id = second?.id ?? '';
    await client.call('saveProgress', { params: { id }, body: { currentPage: 2, completed: false } });
    const bytes = await readFile(folder.at('Saga/2.cbz'));
    await rm(folder.at('Saga/2.cbz'));
    expect(await scan(client, library.id)).toMatchObject({ booksDeleted: 1, pendingRemovals: 0 });
    expect((await listAllBooks(client)).map(({ title, number }) => [title, number])).toContainEqual(['3', 2]);
    expect(await listAllBooks(client)).toHaveLength(9);
    expect(await client.call('getBook', { params: { id } })).toMatchObject({ book: { deleted: true } });
    expect(await scan(client, library.id)).toMatchObject({ booksDeleted: 0 });
    await folder.addFile('Saga/2.cbz', bytes);
    expect(await scan(client, library.id)).toMatchObject({ booksRestored: 1, booksAdded: 0 });
    await waitForTasks(client);
    const restored = (await listAllBooks(client)).find(({ title }) => title === '2');
    expect(restored).toMatchObject({ id, number: 2, analyzed: true, readProgress: { currentPage: 2 } });
  });

  it('asks before it takes many missing books for removed', async () => {
    using folder = newBookFolder();
    for (const number of [1, 2, 3, 4]) await folder.addComic(`Saga/${String(number)}.cbz`, { tint: number * 9 });
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    const params = { id: library.id };
    await scan(client, library.id);
    await waitForTasks(client);
    await rm(folder.at('Saga/1.cbz'));
    await rm(folder.at('Saga/2.cbz'));
    const held = await scan(client, library.id);
    expect(held).toMatchObject({ status: 'completed', booksDeleted: 0, pendingRemovals: 2 });
    expect(held.warnings.join()).toMatch(/2 of 4 books are missing/);
    expect(held.pendingRemovalsUrl).toBe(`/api/v1/libraries/${library.id}/removals`);
    const first = await client.call('listRemovals', { params, query: { pageSize: 1 } });
    expect(first).toMatchObject({ total: 2, totalPages: 2, data: [{ title: '1', path: 'Saga/1.cbz' }] });
    const { data: named } = await client.call('listRemovals', { params });
    expect(named.map(({ title, seriesName }) => [title, seriesName])).toEqual([
      ['1', 'Saga'],
      ['2', 'Saga'],
    ]);
    expect(named.every(({ fileSize, missingSince }) => fileSize > 0 && Date.parse(missingSince) > 0)).toBe(true);
    const nowhere = { id: '0192f0c1-0000-7000-8000-000000000000' };
    expect((await expectRefusal(client.call('listRemovals', { params: nowhere }))).status).toBe(404);
    expect(await listAllBooks(client)).toHaveLength(4);
    expect(await client.call('dismissRemovals', { params })).toMatchObject({
      pendingRemovals: 0,
      pendingRemovalsUrl: null,
    });
    expect(await client.call('listRemovals', { params })).toMatchObject({ total: 0, data: [] });
    expect((await expectRefusal(client.call('dismissRemovals', { params }))).status).toBe(409);
    expect(await scan(client, library.id)).toMatchObject({ pendingRemovals: 2 });
    expect(await client.call('confirmRemovals', { params })).toMatchObject({ pendingRemovals: 0 });
    expect((await listAllBooks(client)).map(({ title, number }) => [title, number])).toEqual([
      ['3', 1],
      ['4', 2],
    ]);
    expect((await expectRefusal(client.call('confirmRemovals', { params }))).status).toBe(409);
  });

  it('changes nothing when the folder is gone or suddenly empty', async () => {
    using folder = newBookFolder();
    await folder.addComic('root/Saga/1.cbz');
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.at('root'));
    await scan(client, library.id);
    await waitForTasks(client);
    await rename(folder.at('root'), folder.at('unplugged'));
    const missing = await scan(client, library.id);
    expect(missing).toMatchObject({ status: 'failed', booksDeleted: 0, pendingRemovals: 0 });
    expect(missing.errors.join()).toMatch(/does not exist/);
    await mkdir(folder.at('root'));
    const empty = await scan(client, library.id);
    expect(empty).toMatchObject({ status: 'failed', booksDeleted: 0, pendingRemovals: 1 });
    expect(empty.errors.join()).toMatch(/is empty/);
    expect(await listAllBooks(client)).toHaveLength(1);
    await rm(folder.at('root'), { recursive: true });
    await rename(folder.at('unplugged'), folder.at('root'));
    expect(await scan(client, library.id)).toMatchObject({ status: 'completed', pendingRemovals: 0, booksAdded: 0 });
  });

  it('knows a moved or renamed file and folder again', async () => {
    using folder = newBookFolder();
    for (let number = 1; number <= 3; number += 1) {
      await folder.addComic(`Saga/${String(number)}.cbz`, { tint: number * 20 });
      await folder.addComic(`Bone/${String(number)}.cbz`, { tint: 100 + number * 20, pages: 3 });
    }
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    await scan(client, library.id);
    await waitForTasks(client);
    const before = await listAllBooks(client);
    const [bone1, , , saga1] = before;
    const progress = { currentPage: 2, completed: false };
    await client.call('saveProgress', { params: { id: saga1?.id ?? '' }, body: progress });
    await rename(folder.at('Saga/1.cbz'), folder.at('Bone/Saga first.cbz'));
    const reads = vi.spyOn(server.context.readers, 'readPacked');
    const looks = vi.spyOn(server.context.readers, 'identify');
    expect(await scan(client, library.id)).toMatchObject({ booksAdded: 0, booksDeleted: 0, booksUpdated: 1 });
    await waitForTasks(client);
    expect([reads.mock.calls.length, looks.mock.calls.length]).toEqual([0, 1]);
    const moved = (await listAllBooks(client)).find(({ id }) => id === saga1?.id);
    expect(moved).toMatchObject({ title: 'Saga first', seriesName: 'Bone', analyzed: true, readProgress: progress });
    await rename(folder.at('Bone'), folder.at('Bones'));
    expect(await scan(client, library.id)).toMatchObject({ booksAdded: 0, booksDeleted: 0 });
    await waitForTasks(client);
    const after = await listAllBooks(client);
    expect(after.map(({ id }) => id).toSorted()).toEqual(before.map(({ id }) => id).toSorted());
    const bones = after.find(({ id }) => id === bone1?.id);
    expect(bones).toMatchObject({ seriesName: 'Bones', seriesId: bone1?.seriesId });
  });

  it('takes a copy for a book of its own', async () => {
    using folder = newBookFolder();
    await folder.addComic('Saga/1.cbz');
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    await scan(client, library.id);
    await waitForTasks(client);
    await folder.addFile('Saga/copy.cbz', await readFile(folder.at('Saga/1.cbz')));
    expect(await scan(client, library.id)).toMatchObject({ booksAdded: 1, booksDeleted: 0 });
    expect(await listAllBooks(client)).toHaveLength(2);
  });

  it('leaves out what is hidden, junk, excluded, of another format, or a link', async () => {
    using folder = newBookFolder();
    using outside = newBookFolder();
    await outside.addComic('secret.cbz');
    const kept = ['Saga/1.cbz', 'Saga/UPPER.CBZ', 'deep/er/2.cbz'];
    const left = [
      '.hidden.cbz',
      '.git/1.cbz',
      '__MACOSX/1.cbz',
      'drafts/1.cbz',
      'Saga/1.tmp.cbz',
      'Saga/x.epub',
      'a.zip',
    ];
    for (const path of [...kept, ...left]) await folder.addComic(path);
    await symlink(outside.path, folder.at('linked'));
    await symlink(outside.at('secret.cbz'), folder.at('Saga/linked.cbz'));
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const settings = { allowedFormats: ['CBZ'], excludedPatterns: 'drafts\n*.tmp.cbz' };
    const library = await addLibrary(client, folder.path, settings);
    await scan(client, library.id);
    const paths = (await listAllBooks(client)).map(({ path }) => path);
    expect(paths).toEqual(kept.map((path) => join(folder.path, path)).toSorted());
  });

  it('says which names it cannot open', async () => {
    using folder = newBookFolder();
    await folder.addComic('Saga/1.cbz');
    await writeFile(
      Buffer.concat([Buffer.from(`${folder.path}/Saga/`), Buffer.from([0xff, 0xfe]), Buffer.from('.cbz')]),
      'x',
    );
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    const status = await scan(client, library.id);
    expect(status).toMatchObject({ status: 'completed', booksAdded: 1 });
    expect(status.warnings).toEqual([expect.stringMatching(/cannot be read/)]);
  });

  it('leaves a file that is still being written to the next scan', async () => {
    using folder = newBookFolder();
    await folder.addComic('Saga/1.cbz');
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    const path = folder.at('Saga/2.cbz');
    await writeFile(path, 'beginning');
    const growing = setInterval(() => appendFileSync(path, 'more'), 20);
    const status = await scan(client, library.id);
    clearInterval(growing);
    expect(status).toMatchObject({ booksAdded: 1 });
    expect(status.warnings.join()).toMatch(/still being written/);
    await folder.addComic('Saga/2.cbz');
    expect(await scan(client, library.id)).toMatchObject({ booksAdded: 1, warnings: [] });
  });

  it('refuses a second one at the same time, an unknown library and an unknown mode', async () => {
    using folder = newBookFolder();
    for (let number = 0; number < 60; number += 1) await folder.addComic(`${String(number)}/1.cbz`);
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    const params = { id: library.id };
    expect((await expectRefusal(client.call('getScanStatus', { params }))).status).toBe(404);
    expect((await expectRefusal(client.call('cancelScan', { params }))).status).toBe(404);
    const [one, two] = await Promise.allSettled([
      client.call('startScan', { params, query: { mode: 'DEEP' } }),
      client.call('startScan', { params }),
    ]);
    const refused = [one, two].flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []));
    expect(refused).toMatchObject([{ status: 409, kind: 'Conflict' }]);
    const active = await client.call('listActiveScans', {});
    expect(active.length).toBeLessThanOrEqual(1);
    const unknown = { id: '0192f0c1-0000-7000-8000-000000000001' };
    expect((await expectRefusal(client.call('startScan', { params: unknown }))).status).toBe(404);
    expect((await expectRefusal(client.call('startScan', { params, query: { mode: 'quick' } }))).status).toBe(400);
    await waitForTasks(client);
  });

  it('stops when it is cancelled, with its analysis, and the next one does the rest', async () => {
    using folder = newBookFolder();
    for (let number = 0; number < 250; number += 1) {
      await folder.addComic(`${String(number % 100)}/${String(number)}.cbz`, { tint: number, pages: 1 + (number % 5) });
    }
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    const params = { id: library.id };
    await client.call('startScan', { params });
    await until(
      async () => client.call('listBooks', { query: { pageSize: 1 } }),
      ({ total }) => total > 0,
    );
    const cancelled = await client.fetch(`/api/v1/libraries/${library.id}/scan/cancel`, { method: 'POST' });
    const tasks = await waitForTasks(client);
    if (cancelled.status === 204) {
      expect(await client.call('getScanStatus', { params })).toMatchObject({ status: 'cancelled' });
      expect(tasks.map(({ status }) => status)).toContain('cancelled');
      expect(tasks.filter(({ taskType }) => taskType === 'analyze_library').map(({ status }) => status)).not.toContain(
        'running',
      );
    } else {
      expect(cancelled.status).toBe(404);
    }
    expect(await scan(client, library.id)).toMatchObject({ status: 'completed', booksFound: 250 });
    await waitForTasks(client);
    const books = await listAllBooks(client);
    expect(books).toHaveLength(250);
    expect(new Set(books.map(({ path }) => path)).size).toBe(250);
    expect(books.every(({ analyzed }) => analyzed)).toBe(true);
  });

  it('leaves books waiting when the disk fails, and tries again', async () => {
    using folder = newBookFolder();
    await folder.addComic('Saga/1.cbz');
    await folder.addComic('Saga/2.cbz', { pages: 3 });
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    const broken = Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' });
    vi.spyOn(server.context.readers, 'readPacked').mockRejectedValueOnce(broken);
    await scan(client, library.id);
    await until(
      async () => (await client.call('listTasks', { query: { taskType: 'analyze_library' } })).data,
      (tasks) => tasks.some(({ attempts, lastError }) => attempts === 1 && lastError === 'EIO: i/o error, read'),
    );
    expect((await client.call('listBooksWithErrors', {})).totalBooksWithErrors).toBe(0);
    await scan(client, library.id);
    await waitForTasks(client);
    expect((await listAllBooks(client)).every(({ analyzed }) => analyzed)).toBe(true);
  });

  it('analyses a book at once when someone asks, and a series', async () => {
    using folder = newBookFolder();
    await folder.addComic('Saga/1.cbz');
    await folder.addComic('Saga/2.cbz', { pages: 3 });
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    await scan(client, library.id);
    await waitForTasks(client);
    const reads = vi.spyOn(server.context.readers, 'readPacked');
    const [book] = await listAllBooks(client);
    const { taskId } = await client.call('analyzeBook', { params: { id: book?.id ?? '' } });
    await waitForTasks(client);
    expect(reads).toHaveBeenCalledTimes(1);
    expect(await client.call('getTask', { params: { id: taskId } })).toMatchObject({
      taskType: 'analyze_book',
      status: 'completed',
      bookId: book?.id,
      bookTitle: '1',
      result: { ready: 1 },
    });
    await client.call('analyzeSeries', { params: { id: book?.seriesId ?? '' } });
    await waitForTasks(client);
    expect(reads).toHaveBeenCalledTimes(3);
    const unknown = { params: { id: '0192f0c1-0000-7000-8000-000000000001' } };
    expect((await expectRefusal(client.call('analyzeBook', unknown))).status).toBe(404);
    expect((await expectRefusal(client.call('analyzeSeries', unknown))).status).toBe(404);
  });
});
