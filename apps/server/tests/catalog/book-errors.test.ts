import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { retryAllErrors, retryBook } from '#core/activities/analyze/retry-errors.ts';
import { ignoreBookErrors } from '#core/catalog/browse/book-errors.ts';
import { type Viewer } from '#core/viewer.ts';
import { type Client, expectRefusal, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { newBookFolder, newComic } from '../_harness/make-books.ts';
import { addLibrary, listAllBooks, scan, waitForTasks } from '../_harness/scans.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

async function addError(server: TestServer, bookId: string, errorType: string, occurredAt = 1): Promise<void> {
  await server.context.db.transaction(async (tx) => {
    const row = { bookId, errorType, message: `${errorType} failed`, details: '{"code":"x"}', occurredAt };
    await tx.write.insertInto('bookError').values(row).execute();
  });
}

/** How often books were opened so far, one way or another. */
async function countAnalyses(client: Client): Promise<number> {
  const tasks = await waitForTasks(client);
  return tasks.filter(({ taskType }) => taskType.startsWith('analyze')).length;
}

/** The one error that there is. */
async function onlyError(client: Client) {
  const { groups } = await client.call('listBooksWithErrors', {});
  const [found] = groups.flatMap(({ books }) =>
    books.flatMap(({ book, errors }) => errors.map((error) => ({ book, error }))),
  );
  if (found === undefined) throw new Error('Expected a book with an error');
  return { id: found.book.id, errorType: found.error.errorType, occurredAt: found.error.occurredAt };
}

describe.each(databases)('books with errors on %s', (kind) => {
  it('are grouped by label, a book with two errors twice; counts and pages are over books', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const [shelf, other] = [await newShelf(server), await newShelf(server)];
    const [series, sequel] = [await shelf.addSeries('S'), await shelf.addSeries('T')];
    const [oldest, middle, newest] = [
      await shelf.addBook(series, 'Oldest'),
      await shelf.addBook(series, 'Middle'),
      await shelf.addBook(sequel, 'Newest'),
    ];
    const elsewhere = await other.addBook(await other.addSeries('U'), 'Elsewhere');
    const deleted = await shelf.addBook(series, 'Deleted', { deletedAt: 1 });
    await addError(server, oldest, 'zero_pages');
    await addError(server, middle, 'parser');
    await addError(server, middle, 'thumbnail', 1_000);
    await addError(server, newest, 'parser');
    await addError(server, elsewhere, 'other');
    await addError(server, deleted, 'parser');
    const list = async (query: Parameters<typeof client.call<'listBooksWithErrors'>>[1]['query'] = {}) => {
      const answer = await client.call('listBooksWithErrors', { query });
      const groups = answer.groups.map(({ label, count, books }) => [
        label,
        count,
        books.map(({ book }) => book.title),
      ]);
      return { ...answer, groups };
    };
    const { libraryId } = shelf;
    expect(await list({ libraryId })).toEqual({
      errorCounts: { parser: 2, thumbnail: 1, zero_pages: 1 },
      groups: [
        ['Parser Error', 2, ['Newest', 'Middle']],
        ['Thumbnail Generation', 1, ['Middle']],
        ['Zero Pages', 1, ['Oldest']],
      ],
      ...{ page: 0, pageSize: 50, totalBooksWithErrors: 3, totalBooksIgnored: 0, totalPages: 1 },
    });
    expect(await list({ libraryId, page: 2, pageSize: 1 })).toMatchObject({
      groups: [
        ['Parser Error', 2, ['Middle']],
        ['Thumbnail Generation', 1, ['Middle']],
      ],
      ...{ page: 1, pageSize: 1, totalBooksWithErrors: 3, totalPages: 3 },
    });
    expect(await list({ libraryId, seriesId: sequel, errorType: 'parser' })).toMatchObject({
      errorCounts: { parser: 2, thumbnail: 1, zero_pages: 1 },
      groups: [['Parser Error', 1, ['Newest']]],
      totalBooksWithErrors: 1,
    });
    expect(await list({ errorType: 'metadata' })).toMatchObject({ groups: [], totalBooksWithErrors: 0, totalPages: 1 });
    const { groups } = await client.call('listBooksWithErrors', { query: { errorType: 'thumbnail' } });
    expect(groups[0]?.books[0]?.errors).toEqual([
      {
        errorType: 'thumbnail',
        message: 'thumbnail failed',
        occurredAt: '1970-01-01T00:00:01.000Z',
        details: { code: 'x' },
        ...{ ignoredAt: null, ignoredBy: null },
      },
    ]);
    const wrong = await client.fetch('/api/v1/books/errors?errorType=torn');
    expect(wrong.status).toBe(400);
    await wrong.body?.cancel();
  });

  it('are not opened again by a normal scan, until their file changes', async () => {
    using folder = newBookFolder();
    await folder.addComic('Saga/Saga 1.cbz');
    await writeFile(join(folder.path, 'Saga/Saga 2.cbz'), 'this is no archive');
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    await scan(client, library.id);
    const before = await countAnalyses(client);
    const failed = await client.call('listBooksWithErrors', {});
    expect(failed.totalBooksWithErrors).toBe(1);
    await scan(client, library.id);
    expect(await countAnalyses(client)).toBe(before);
    expect(await client.call('listBooksWithErrors', {})).toEqual(failed);
    await writeFile(join(folder.path, 'Saga/Saga 2.cbz'), newComic());
    await scan(client, library.id);
    expect(await countAnalyses(client)).toBe(before + 1);
    expect((await client.call('listBooksWithErrors', {})).totalBooksWithErrors).toBe(0);
    expect((await listAllBooks(client)).map(({ analyzed }) => analyzed)).toEqual([true, true]);
  });

  it('are opened again when someone asks, one by one', async () => {
    using folder = newBookFolder();
    await folder.addComic('Saga/Saga 1.cbz');
    await writeFile(join(folder.path, 'Saga/Saga 2.cbz'), 'this is no archive');
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    await scan(client, library.id);
    await waitForTasks(client);
    const { id, errorType, occurredAt } = await onlyError(client);
    const none = client.call('retryBook', { params: { id }, body: { errorTypes: ['thumbnail'] } });
    expect(await expectRefusal(none)).toMatchObject({ status: 400 });
    const good = (await listAllBooks(client)).find((book) => book.id !== id)?.id ?? '';
    expect(await expectRefusal(client.call('retryBook', { params: { id: good } }))).toMatchObject({ status: 400 });
    const unknown = { params: { id: '0192f0c1-0000-7000-8000-000000000000' } };
    expect(await expectRefusal(client.call('retryBook', unknown))).toMatchObject({ status: 404 });
    const again = await client.call('retryBook', { params: { id }, body: { errorTypes: [errorType] } });
    expect(again.tasksEnqueued).toBe(1);
    await waitForTasks(client);
    expect((await onlyError(client)).occurredAt > occurredAt).toBe(true);
    await writeFile(join(folder.path, 'Saga/Saga 2.cbz'), newComic());
    expect((await client.call('retryBook', { params: { id } })).tasksEnqueued).toBe(1);
    await waitForTasks(client);
    expect((await client.call('listBooksWithErrors', {})).totalBooksWithErrors).toBe(0);
  });

  it('are opened again all at once, or those of a library or a type', async () => {
    using folder = newBookFolder();
    using second = newBookFolder();
    for (const number of [1, 2]) {
      await folder.addComic(`Saga/Saga ${String(number)}.cbz`);
      await second.addComic(`Akira/Akira ${String(number)}.cbz`);
    }
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const [library, other] = [await addLibrary(client, folder.path), await addLibrary(client, second.path)];
    await scan(client, library.id);
    await scan(client, other.id);
    await waitForTasks(client);
    expect(await client.call('retryAllErrors', {})).toEqual({ tasksEnqueued: 0, message: 'No book has such an error' });
    const books = await listAllBooks(client);
    for (const { id, libraryId } of books) await addError(server, id, libraryId === library.id ? 'parser' : 'metadata');
    const left = async () => (await client.call('listBooksWithErrors', {})).errorCounts;
    const seriesId = books.find(({ libraryId }) => libraryId === other.id)?.seriesId ?? '';
    const none = await client.call('retryAllErrors', { body: { errorType: 'parser', seriesId } });
    expect(none.tasksEnqueued).toBe(0);
    const some = await client.call('retryAllErrors', { body: { errorType: 'parser' } });
    expect(some).toEqual({ tasksEnqueued: 1, message: '2 books are read again' });
    await waitForTasks(client);
    expect(await left()).toEqual({ metadata: 2 });
    expect((await client.call('retryAllErrors', { body: { libraryId: other.id } })).tasksEnqueued).toBe(1);
    await waitForTasks(client);
    expect(await left()).toEqual({});
  });

  it('are hidden once a user ignores them, until their file changes and fails again', async () => {
    using folder = newBookFolder();
    await folder.addComic('Saga/Saga 1.cbz');
    await writeFile(join(folder.path, 'Saga/Saga 2.cbz'), 'this is no archive');
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const { username } = await client.call('getCurrentUser', {});
    const library = await addLibrary(client, folder.path);
    await scan(client, library.id);
    await waitForTasks(client);
    const { id, errorType } = await onlyError(client);
    const params = { id };
    const told: unknown[] = [];
    using _ = server.context.events.onChange(({ json }) => told.push(JSON.parse(json)));
    const [ignored] = await client.call('ignoreBookErrors', { params, body: { errorTypes: [errorType] } });
    expect(ignored).toMatchObject({ errorType, ignoredBy: username });
    expect(told).toMatchObject([{ type: 'book_updated', book_id: id, fields: ['errors'] }]);
    // An ignored error stays ignored, without another event.
    expect(await client.call('ignoreBookErrors', { params })).toEqual([ignored]);
    expect(told).toHaveLength(1);
    const none = { totalBooksWithErrors: 0, totalBooksIgnored: 1, errorCounts: {}, groups: [] };
    expect(await client.call('listBooksWithErrors', {})).toMatchObject(none);
    const all = await client.call('listBooksWithErrors', { query: { includeIgnored: 'true' } });
    expect(all).toMatchObject({ totalBooksWithErrors: 1, errorCounts: { [errorType]: 1 } });
    expect(all.groups.map(({ count, books }) => [count, books[0]?.errors])).toEqual([[1, [ignored]]]);
    expect((await client.call('retryAllErrors', {})).tasksEnqueued).toBe(0);

    // The same file fails in the same way.
    await client.call('retryBook', { params });
    await waitForTasks(client);
    expect(await client.call('listBooksWithErrors', {})).toMatchObject(none);
    await writeFile(join(folder.path, 'Saga/Saga 2.cbz'), 'this is no archive either');
    await scan(client, library.id);
    await waitForTasks(client);
    expect(await client.call('listBooksWithErrors', {})).toMatchObject({
      ...{ totalBooksWithErrors: 1, totalBooksIgnored: 0 },
    });

    await client.call('ignoreBookErrors', { params });
    const [counting] = await client.call('unignoreBookErrors', { params });
    expect(counting).toMatchObject({ errorType, ignoredAt: null, ignoredBy: null });
    expect((await onlyError(client)).id).toBe(id);
    const other = client.call('ignoreBookErrors', { params, body: { errorTypes: ['thumbnail'] } });
    expect(await expectRefusal(other)).toMatchObject({ status: 400 });
    const unknown = { params: { id: '0192f0c1-0000-7000-8000-000000000000' } };
    expect(await expectRefusal(client.call('unignoreBookErrors', unknown))).toMatchObject({ status: 404 });
  });

  it('are opened again only by those who may see them', async () => {
    await using server = await startServer(kind);
    const { context } = server;
    const [open, hidden] = [await newShelf(server), await newShelf(server)];
    const book = await hidden.addBook(await hidden.addSeries('S'), 'Unseen');
    await addError(server, book, 'parser');
    const everywhere: Viewer = { userId: '', username: 'u', role: 'reader', permissions: new Set(), sessionId: null };
    const viewer: Viewer = { ...everywhere, libraryIds: [open.libraryId] };
    await expect(retryBook(context, viewer, { bookId: book })).rejects.toMatchObject({ kind: 'NotFound' });
    const ignoring = ignoreBookErrors(context, viewer, { bookId: book, ignored: true });
    await expect(ignoring).rejects.toMatchObject({ kind: 'NotFound' });
    expect((await retryAllErrors(context, viewer, {})).tasksEnqueued).toBe(0);
    const named = retryAllErrors(context, viewer, { libraryId: hidden.libraryId });
    await expect(named).rejects.toMatchObject({ kind: 'NotFound' });
    expect((await retryAllErrors(context, everywhere, {})).tasksEnqueued).toBe(1);
  });
});
