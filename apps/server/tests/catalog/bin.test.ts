import { rm } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { expectRefusal, setupAdmin, signIn } from '../_harness/client.ts';
import { type DatabaseKind, databases } from '../_harness/databases.ts';
import { openEventStream } from '../_harness/event-stream.ts';
import { newBookFolder } from '../_harness/make-books.ts';
import { addLibrary, scan, waitForTasks } from '../_harness/scans.ts';
import { startServer } from '../_harness/start-server.ts';

const PASSWORD = 'a long password';

/** Two libraries with a series of three books each, a curator who sees the first only, and a reader. */
async function openShelves(kind: DatabaseKind) {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(newBookFolder());
  const server = opened.use(await startServer(kind));
  const admin = await setupAdmin(server);
  const libraries: string[] = [];
  for (const [index, name] of ['Open', 'Hidden'].entries()) {
    for (const number of [1, 2, 3]) {
      await folder.addComic(`${name}/${name} Saga/${String(number)}.cbz`, { tint: index * 90 + number * 20 });
    }
    const { id } = await addLibrary(admin, folder.at(name), { name });
    await scan(admin, id);
    libraries.push(id);
  }
  await waitForTasks(admin);
  const [openId = '', hiddenId = ''] = libraries;
  const account = { username: 'curator', password: PASSWORD };
  const permissions = ['BooksDelete', 'SeriesDelete'] as const;
  await admin.call('createUser', { body: { ...account, permissions: [...permissions], libraryIds: [openId] } });
  const reader = { username: 'reader', password: PASSWORD };
  await admin.call('createUser', { body: reader });
  const listBooks = async (libraryId: string) =>
    (await admin.call('listBooks', { query: { libraryId, pageSize: 100 } })).data.toSorted((one, other) =>
      one.path < other.path ? -1 : 1,
    );
  const owned = opened.move();
  return {
    ...{ server, admin, folder, openId, hiddenId, listBooks },
    curator: await signIn(server, account),
    reader: await signIn(server, reader),
    open: await listBooks(openId),
    hidden: await listBooks(hiddenId),
    [Symbol.asyncDispose]: async () => owned.disposeAsync(),
  };
}

function idAt(books: readonly { readonly id: string }[], index: number): string {
  const book = books[index];
  if (book === undefined) throw new Error(`Expected a book ${String(index)}`);
  return book.id;
}

describe.each(databases)('the bin on %s', (kind) => {
  it('takes a book from every list, count and feed at once, and gives it back with what users made', async () => {
    await using shelves = await openShelves(kind);
    const { admin, curator, open, openId } = shelves;
    const [id, seriesId] = [idAt(open, 1), open[0]?.seriesId ?? ''];
    await admin.call('saveProgress', { params: { id }, body: { currentPage: 2, completed: false } });
    const list = await admin.call('createReadList', { body: { name: 'Mine', bookIds: [id] } });
    const stream = await openEventStream(admin, '/api/v1/events/stream');
    await curator.call('deleteBook', { params: { id } });
    expect(await stream.until(id)).toContain('book_deleted');
    await stream.close();
    expect(await shelves.listBooks(openId)).toHaveLength(2);
    expect(await admin.call('getSeries', { params: { id: seriesId }, query: {} })).toMatchObject({ bookCount: 2 });
    expect((await admin.call('listReadListBooks', { params: { id: list.id }, query: {} })).total).toBe(0);
    expect((await admin.call('listBooksInProgress', { query: {} })).total).toBe(0);
    for (const feed of [`/opds/v1.2/series/${seriesId}`, `/opds/v2/series/${seriesId}`]) {
      const response = await admin.fetch(feed);
      expect([feed, response.status, (await response.text()).includes(id)]).toEqual([feed, 200, false]);
    }
    expect((await expectRefusal(curator.call('deleteBook', { params: { id } }))).status).toBe(404);
    const download = await admin.fetch(`/api/v1/books/${id}/file`);
    expect([download.status, await download.text()]).toEqual([404, expect.stringContaining('restore it first')]);
    const { data } = await curator.call('listBinnedBooks', { query: {} });
    expect(data).toMatchObject([{ id, path: 'Open Saga/2.cbz', deletedBy: { username: 'curator' } }]);
    expect(await curator.call('restoreBook', { params: { id } })).toMatchObject({ books: 1, series: 1, missing: 0 });
    expect((await curator.call('listBinnedBooks', { query: {} })).total).toBe(0);
    const { book } = await admin.call('getBook', { params: { id } });
    expect(book).toMatchObject({ deleted: false, readProgress: { currentPage: 2 } });
    expect((await admin.call('listReadListBooks', { params: { id: list.id }, query: {} })).total).toBe(1);
    expect((await expectRefusal(curator.call('restoreBook', { params: { id } }))).status).toBe(404);
  });

  it('takes whole series, and one undo gives back what that deletion took', async () => {
    await using shelves = await openShelves(kind);
    const { admin, curator, open } = shelves;
    const seriesId = open[0]?.seriesId ?? '';
    await curator.call('deleteBook', { params: { id: idAt(open, 0) } });
    const stream = await openEventStream(admin, '/api/v1/events/stream');
    const deletion = await curator.call('deleteManySeries', { body: { seriesIds: [seriesId] } });
    await stream.until('series_deleted');
    expect(deletion).toMatchObject({ books: 2, series: 1, missing: 0 });
    const { data: shown } = await admin.call('listSeries', { query: {} });
    expect(shown.map(({ title }) => title)).toEqual(['Hidden Saga']);
    expect((await curator.call('listBinnedSeries', { query: {} })).data).toMatchObject([
      { id: seriesId, title: 'Open Saga', binnedCount: 3, bookCount: 0 },
    ]);
    await curator.call('restoreDeletion', { params: { id: deletion.deletionId } });
    await stream.until('series_created');
    await stream.close();
    expect(await shelves.listBooks(shelves.openId)).toHaveLength(2);
    expect((await curator.call('listBinnedSeries', { query: { search: 'saga' } })).data).toMatchObject([
      { binnedCount: 1, bookCount: 2 },
    ]);
    await curator.call('restoreSeries', { params: { id: seriesId } });
    expect(await shelves.listBooks(shelves.openId)).toHaveLength(3);
    await curator.call('deleteSeries', { params: { id: seriesId } });
    expect((await curator.call('listBinnedBooks', { query: { seriesId } })).total).toBe(3);
  });

  it('says not found to a user who may not see the library, and forbidden to one who may not delete', async () => {
    await using shelves = await openShelves(kind);
    const { admin, curator, reader, open, hidden } = shelves;
    const [hiddenId, hiddenSeries] = [idAt(hidden, 0), hidden[0]?.seriesId ?? ''];
    const refused = async (work: Promise<unknown>) => (await expectRefusal(work)).status;
    expect(await refused(reader.call('deleteBook', { params: { id: idAt(open, 0) } }))).toBe(403);
    expect(await refused(reader.call('listBinnedBooks', { query: {} }))).toBe(403);
    expect(await refused(curator.call('deleteBook', { params: { id: hiddenId } }))).toBe(404);
    expect(await refused(curator.call('deleteSeries', { params: { id: hiddenSeries } }))).toBe(404);
    const many = { bookIds: [hiddenId, idAt(open, 0)] };
    expect(await curator.call('deleteManyBooks', { body: many })).toMatchObject({ books: 1, series: 1 });
    expect((await admin.call('getBook', { params: { id: hiddenId } })).book.deleted).toBe(false);
    const deletion = await admin.call('deleteManyBooks', { body: { bookIds: [hiddenId] } });
    expect((await curator.call('listBinnedBooks', { query: {} })).data).toMatchObject([{ id: idAt(open, 0) }]);
    expect((await curator.call('listBinnedSeries', { query: {} })).total).toBe(1);
    expect(await refused(curator.call('restoreBook', { params: { id: hiddenId } }))).toBe(404);
    expect(await refused(curator.call('restoreSeries', { params: { id: hiddenSeries } }))).toBe(404);
    expect(await refused(curator.call('restoreDeletion', { params: { id: deletion.deletionId } }))).toBe(404);
    expect(await curator.call('restoreManyBooks', { body: many })).toMatchObject({ books: 1 });
    expect(await refused(curator.call('purgeBinnedBooks', { body: many }))).toBe(403);
    expect((await admin.call('listBinnedBooks', { query: {} })).data).toMatchObject([{ id: hiddenId }]);
  });

  it('lets an admin remove for good what has no file any more, and only that', async () => {
    await using shelves = await openShelves(kind);
    const { admin, folder, open } = shelves;
    const bookIds = [idAt(open, 0), idAt(open, 1)];
    await admin.call('deleteManyBooks', { body: { bookIds } });
    await rm(folder.at('Open/Open Saga/1.cbz'));
    const ids = [...bookIds, idAt(open, 2)];
    expect(await admin.call('purgeBinnedBooks', { body: { bookIds: ids } })).toEqual({ books: 1, kept: 1 });
    expect((await admin.call('listBinnedBooks', { query: {} })).data).toMatchObject([{ id: bookIds[1] }]);
    expect(await shelves.listBooks(shelves.openId)).toHaveLength(1);
  });
});
