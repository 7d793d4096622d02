import { describe, expect, it } from 'vitest';
import { ListCache } from '#core/catalog/browse/list-cache.ts';
import { listOnDeck, listRecentlyReadBooks } from '#core/catalog/browse/list-by-reading.ts';
import { getAdjacentBooks, getBookDetail } from '#core/catalog/browse/get-book.ts';
import { getLibrary, listLibraries } from '#core/catalog/libraries/libraries.ts';
import { getSeries } from '#core/catalog/browse/get-series.ts';
import { listSeries } from '#core/catalog/browse/list-series.ts';
import { listBooksWithErrors } from '#core/catalog/browse/book-errors.ts';
import { listBooks } from '#core/catalog/browse/list-books.ts';
import { listRemovals } from '#core/activities/scan/removals.ts';
import { getProgress, listProgress } from '#core/catalog/reading/get-progress.ts';
import { listPages } from '#core/catalog/pages/list-pages.ts';
import { markBookRead, saveProgress } from '#core/catalog/reading/save-progress.ts';
import { type Viewer } from '#core/viewer.ts';
import { setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer } from '../_harness/start-server.ts';

const PAGE = { page: 1, pageSize: 50 };

describe.each(databases)('a viewer who may see one library on %s', (kind) => {
  it('finds nothing of another one, in lists, in counts and by id', async () => {
    await using server = await startServer(kind);
    const { context } = server;
    const admin = await setupAdmin(server);
    const { id: userId } = await admin.call('getCurrentUser', {});
    const open = await newShelf(server, { name: 'Open' });
    const hidden = await newShelf(server, { name: 'Hidden' });
    const seen = await open.addBook(await open.addSeries('Seen'), 'Seen');
    const series = await hidden.addSeries('Unseen');
    const book = await hidden.addBook(series, 'Unseen');
    await hidden.addBook(series, 'Unseen 2');
    const everywhere: Viewer = { userId, username: 'u', role: 'reader', permissions: new Set(), sessionId: null };
    const viewer: Viewer = { ...everywhere, libraryIds: [open.libraryId] };
    const device = { deviceId: 'test', name: 'Test', apiKeyId: null };
    await markBookRead(context, { viewer: everywhere, device }, book);
    await context.db.transaction(async (tx) => {
      const error = { errorType: 'parser', message: 'torn', occurredAt: 1 };
      await tx.write
        .insertInto('bookError')
        .values({ ...error, bookId: book })
        .execute();
    });

    expect((await listBooks(context, everywhere, PAGE)).total).toBe(3);
    const books = await listBooks(context, viewer, PAGE);
    expect([books.total, books.rows.map(({ id }) => id)]).toEqual([1, [seen]]);
    expect((await listBooks(context, viewer, { ...PAGE, seriesId: series })).total).toBe(0);
    const allSeries = await listSeries(context, viewer, PAGE);
    expect([allSeries.total, allSeries.rows.map(({ title }) => title)]).toEqual([1, ['Seen']]);
    const libraries = await listLibraries(context, viewer, PAGE);
    expect([libraries.total, libraries.rows.map(({ name }) => name)]).toEqual([1, ['Open']]);
    expect((await listOnDeck(context, everywhere, PAGE)).total).toBe(1);
    expect(await listOnDeck(context, viewer, PAGE)).toEqual({ rows: [], total: 0 });
    expect(await listRecentlyReadBooks(context, viewer, PAGE)).toEqual({ rows: [], total: 0 });
    expect(await listProgress(context, viewer, PAGE)).toEqual({ rows: [], total: 0 });
    const errors = await listBooksWithErrors(context, viewer, PAGE);
    expect(errors).toMatchObject({ errorCounts: {}, groups: [], totalBooksWithErrors: 0 });

    const missing = { kind: 'NotFound', message: `Book ${book} not found` };
    await expect(getBookDetail(context, viewer, book)).rejects.toMatchObject(missing);
    await expect(getAdjacentBooks(context, viewer, book)).rejects.toMatchObject(missing);
    await expect(getProgress(context, viewer, book)).rejects.toMatchObject(missing);
    await expect(saveProgress(context, { viewer, device }, book, { currentPage: 1 })).rejects.toMatchObject(missing);
    await expect(listPages(context, viewer, book)).rejects.toMatchObject(missing);
    await expect(getSeries(context, viewer, series)).rejects.toMatchObject({ kind: 'NotFound' });
    const removals = { libraryId: hidden.libraryId, page: 1, pageSize: 50 };
    await expect(listRemovals(context, viewer, removals)).rejects.toMatchObject({ kind: 'NotFound' });
    await expect(getLibrary(context, viewer, hidden.libraryId)).rejects.toMatchObject({ kind: 'NotFound' });
  });

  it('sees nothing at all when no library is theirs', async () => {
    await using server = await startServer(kind);
    const { context } = server;
    const admin = await setupAdmin(server);
    const { id: userId } = await admin.call('getCurrentUser', {});
    const shelf = await newShelf(server);
    await shelf.addBook(await shelf.addSeries('Series'), 'Book');
    const permissions: Viewer['permissions'] = new Set();
    const viewer: Viewer = { userId, username: 'u', role: 'reader', permissions, sessionId: null, libraryIds: [] };
    using lists = new ListCache(context.events);
    expect(await listBooks({ ...context, lists }, viewer, PAGE)).toEqual({ rows: [], total: 0 });
    expect(await listLibraries(context, viewer, PAGE)).toEqual({ rows: [], total: 0 });
  });
});
