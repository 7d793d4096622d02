import { FormatError } from '@lectern/formats';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { png } from '../../../../fixtures/pictures.ts';
import { writeZip } from '../../../../fixtures/zip-writer.ts';
import { type Client, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { newBookFolder } from '../_harness/make-books.ts';
import { addLibrary, listAllBooks, scan, waitForTasks } from '../_harness/scans.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

afterEach(() => void vi.restoreAllMocks());

const garbage = Buffer.from('this was a picture once');

function makeComic(pages: readonly Uint8Array[]): Buffer {
  return writeZip(pages.map((bytes, index) => ({ name: `${String(index + 1)}.png`, bytes: Buffer.from(bytes) })));
}

async function scanned(client: Client, libraryId: string, mode: 'normal' | 'deep' = 'normal') {
  const status = await scan(client, libraryId, mode);
  return { status, tasks: await waitForTasks(client) };
}

async function fetchErrors(client: Client) {
  const { groups } = await client.call('listBooksWithErrors', {});
  return groups.map(({ errorType, books }) => [
    errorType,
    books[0]?.errors.find((error) => error.errorType === errorType),
  ]);
}

async function wind(server: TestServer, byMs: number): Promise<void> {
  await server.context.db.transaction(async (tx) => {
    await tx.write
      .updateTable('book')
      .set((eb) => ({ retryAt: eb('retryAt', '-', byMs) }))
      .where('retryAt', 'is not', null)
      .execute();
  });
}

describe.each(databases)('a damaged book on %s', (kind) => {
  it('stays readable but for its damaged pages, which are named until they are whole', async () => {
    using folder = newBookFolder();
    const whole = png(20, 30).bytes;
    await folder.addFile('Saga/1.cbz', makeComic([whole, garbage, garbage, garbage, whole]));
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    await scanned(client, library.id);
    const [book] = await listAllBooks(client);
    expect(book).toMatchObject({ analyzed: true, pageCount: 5 });
    expect(await fetchErrors(client)).toMatchObject([
      [
        'page_extraction',
        {
          message: '3 of 5 pages are damaged: 2 to 4 (no picture of a known type)',
          details: { pages: '2 to 4', count: 3 },
        },
      ],
    ]);
    const id = book?.id ?? '';
    expect((await client.fetch(`/api/v1/books/${id}/pages/5`)).status).toBe(200);
    await folder.addFile('Saga/1.cbz', makeComic([whole, whole, whole, whole, whole]));
    await scanned(client, library.id);
    expect(await fetchErrors(client)).toEqual([]);
    expect(await listAllBooks(client)).toMatchObject([{ id, analyzed: true, pageCount: 5 }]);
  });

  it('with unknown picture types still serves their bytes', async () => {
    using folder = newBookFolder();
    await folder.addFile('Saga/1.cbz', makeComic([garbage, garbage]));
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    await scanned(client, library.id);
    const [book] = await listAllBooks(client);
    expect(book).toMatchObject({ analyzed: true, pageCount: 2, coverVersion: null });
    expect(await fetchErrors(client)).toMatchObject([
      ['page_extraction', { message: '2 of 2 pages are damaged: 1, 2 (no picture of a known type)' }],
    ]);
    const page = await client.fetch(`/api/v1/books/${book?.id ?? ''}/pages/2`);
    expect(page.headers.get('content-type')).toBe('application/octet-stream');
    expect(Buffer.from(await page.arrayBuffer()).equals(garbage)).toBe(true);
  });

  it('whose reader fails unexpectedly is retried when it changes or a user asks, not by every scan', async () => {
    using folder = newBookFolder();
    await folder.addComic('Saga/1.cbz');
    await folder.addComic('Saga/2.cbz', { tint: 70 });
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    const reads = vi.spyOn(server.context.readers, 'readPacked').mockRejectedValueOnce(new TypeError('x is undefined'));
    const { tasks } = await scanned(client, library.id);
    expect(tasks.map(({ status }) => status)).not.toContain('failed');
    const failed = (await listAllBooks(client)).filter(({ analyzed }) => !analyzed);
    expect(failed).toHaveLength(1);
    expect(await fetchErrors(client)).toMatchObject([
      ['other', { message: 'Reading the file failed unexpectedly: x is undefined' }],
    ]);
    const id = failed[0]?.id ?? '';
    expect((await client.fetch(`/api/v1/books/${id}/pages/1`)).status).toBe(404);
    reads.mockClear();
    await scanned(client, library.id);
    expect(reads).not.toHaveBeenCalled();
    await client.call('analyzeBook', { params: { id } });
    await waitForTasks(client);
    expect((await listAllBooks(client)).every(({ analyzed }) => analyzed)).toBe(true);
    expect(await fetchErrors(client)).toEqual([]);
    // Known books keep what is known of them.
    reads.mockRejectedValueOnce(new TypeError('x is undefined'));
    await client.call('analyzeBook', { params: { id } });
    await waitForTasks(client);
    expect((await listAllBooks(client)).find((book) => book.id === id)).toMatchObject({ analyzed: true, pageCount: 2 });
    expect((await client.call('listBookPages', { params: { id } })).length).toBe(2);
  });

  it('that takes too long is tried again by later scans, later each time', async () => {
    using folder = newBookFolder();
    await folder.addComic('Saga/1.cbz');
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    const slow = new FormatError('limit.time', 'Reading the file took longer than 60 s');
    const reads = vi.spyOn(server.context.readers, 'readPacked').mockRejectedValue(slow);
    await scanned(client, library.id);
    expect(await fetchErrors(client)).toMatchObject([['parser', { details: { code: 'limit.time' } }]]);
    await scanned(client, library.id);
    expect(reads).toHaveBeenCalledTimes(1);
    for (const [index, minutes] of [10, 60].entries()) {
      await wind(server, (minutes - 2) * 60_000);
      await scanned(client, library.id);
      expect(reads).toHaveBeenCalledTimes(1 + index);
      await wind(server, 3 * 60_000);
      await scanned(client, library.id);
      expect(reads).toHaveBeenCalledTimes(2 + index);
    }
    reads.mockRestore();
    await folder.addComic('Saga/1.cbz', { pages: 3 });
    await scanned(client, library.id);
    expect(await listAllBooks(client)).toMatchObject([{ analyzed: true, pageCount: 3 }]);
    expect(await fetchErrors(client)).toEqual([]);
  });

  it('that was slow once is read by the next scan whose time has come', async () => {
    using folder = newBookFolder();
    await folder.addComic('Saga/1.cbz');
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    const slow = new FormatError('limit.time', 'Reading the file took longer than 60 s');
    vi.spyOn(server.context.readers, 'readPacked').mockRejectedValueOnce(slow);
    await scanned(client, library.id);
    expect(await listAllBooks(client)).toMatchObject([{ analyzed: false }]);
    await wind(server, 11 * 60_000);
    await scanned(client, library.id);
    expect(await listAllBooks(client)).toMatchObject([{ analyzed: true, pageCount: 2 }]);
    const row = await server.context.db.read
      .selectFrom('book')
      .select(['failedAttempts', 'retryAt'])
      .executeTakeFirst();
    expect(row).toEqual({ failedAttempts: 0, retryAt: null });
  });
});
