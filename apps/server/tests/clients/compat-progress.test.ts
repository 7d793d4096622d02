import { describe, expect, it } from 'vitest';
import { chapter, writeEpub } from '../../../../fixtures/epub-writer.ts';
import { setupAdmin } from '../_harness/client.ts';
import { ADMIN, ReaderApp, switchCompatOn } from '../_harness/compat.ts';
import { BookShape, TrackedReadList, TrackedSeries } from '../_harness/compat-shapes.ts';
import { type DatabaseKind, databases } from '../_harness/databases.ts';
import { newBookFolder } from '../_harness/make-books.ts';
import { addLibrary, scan, waitForTasks } from '../_harness/scans.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer } from '../_harness/start-server.ts';

/** A text of four chapters, the second the longest. */
const TEXT = writeEpub({
  metadata: '<dc:title>Text</dc:title><dc:language>en</dc:language>',
  manifest: [1, 2, 3, 4]
    .map((at) => `<item id="c${String(at)}" href="c${String(at)}.xhtml" media-type="application/xhtml+xml"/>`)
    .join(''),
  spine: [1, 2, 3, 4].map((at) => `<itemref idref="c${String(at)}"/>`).join(''),
  files: Object.fromEntries(
    [500, 4_000, 1_500, 1_000].map((length, index) => [
      `OPS/c${String(index + 1)}.xhtml`,
      chapter(`<p>${'word '.repeat(length)}</p>`),
    ]),
  ),
});

/** A series of four books: 1, 2, 2.5 and one without a number. */
async function openShelf(kind: DatabaseKind) {
  await using opened = new AsyncDisposableStack();
  const server = opened.use(await startServer(kind));
  const admin = await setupAdmin(server);
  await switchCompatOn(admin);
  const shelf = await newShelf(server);
  const series = await shelf.addSeries('Series');
  const books: string[] = [];
  for (const numberSort of [1, 2, 2.5]) {
    books.push(await shelf.addBook(series, `Book ${numberSort}`, { number: String(numberSort), numberSort }));
  }
  books.push(await shelf.addBook(series, 'Extra'));
  const owned = opened.move();
  return {
    ...{ server, admin, series, books, app: new ReaderApp(server, ADMIN) },
    [Symbol.asyncDispose]: async () => owned.disposeAsync(),
  };
}

describe.each(databases)('progress through the compatible API on %s', (kind) => {
  it('takes a page, the end, and a change of mind', async () => {
    await using world = await openShelf(kind);
    const { app, admin } = world;
    const [book = ''] = world.books;
    const path = `/api/v1/books/${book}/read-progress`;
    const progress = async () => (await app.get(`/api/v1/books/${book}`, BookShape)).readProgress;
    expect(await app.send('PATCH', path, { page: 4 })).toBe(204);
    expect(await progress()).toMatchObject({ page: 4, completed: false, deviceId: '' });
    expect((await admin.call('getProgress', { params: { id: book } }))?.currentPage).toBe(4);
    expect(await app.send('PATCH', path, { page: 10 })).toBe(204);
    expect(await progress()).toMatchObject({ page: 10, completed: true });
    expect(await app.send('DELETE', path)).toBe(204);
    expect(await progress()).toBeNull();
    expect(await app.send('DELETE', path)).toBe(204);
    expect(await app.send('PATCH', path, { completed: true })).toBe(204);
    expect(await progress()).toMatchObject({ page: 10, completed: true });
    for (const body of [{ page: 11 }, { page: 0 }, { completed: false }, {}]) {
      expect([body, await app.send('PATCH', path, body)]).toEqual([body, 400]);
    }
    const unknown = '/api/v1/books/0192f0c1-0000-7000-8000-000000000000/read-progress';
    expect(await app.send('PATCH', unknown, { page: 1 })).toBe(404);
  });

  it('marks a series read and unread', async () => {
    await using world = await openShelf(kind);
    const { app, series } = world;
    const tracked = async () => app.get(`/api/v2/series/${series}/read-progress/tachiyomi`, TrackedSeries);
    expect(await app.send('POST', `/api/v1/series/${series}/read-progress`)).toBe(204);
    expect(await tracked()).toMatchObject({ booksReadCount: 4, lastReadContinuousNumberSort: 4, maxNumberSort: 4 });
    expect(await app.send('DELETE', `/api/v1/series/${series}/read-progress`)).toBe(204);
    expect(await tracked()).toMatchObject({ booksReadCount: 0, lastReadContinuousNumberSort: 0 });
  });

  it('is tracked by number in a series, and never goes back', async () => {
    await using world = await openShelf(kind);
    const { app, series, books } = world;
    const path = `/api/v2/series/${series}/read-progress/tachiyomi`;
    expect(await app.send('PUT', path, { lastBookNumberSortRead: 2 })).toBe(204);
    expect(await app.get(path, TrackedSeries)).toEqual({
      ...{ booksCount: 4, booksReadCount: 2, booksUnreadCount: 2, booksInProgressCount: 0 },
      ...{ lastReadContinuousNumberSort: 2, maxNumberSort: 4 },
    });
    expect(await app.send('PUT', path, { lastBookNumberSortRead: 1 })).toBe(204);
    expect((await app.get(path, TrackedSeries)).booksReadCount).toBe(2);
    await app.send('PATCH', `/api/v1/books/${books[3] ?? ''}/read-progress`, { page: 2 });
    expect((await app.get(path, TrackedSeries)).booksInProgressCount).toBe(1);
  });

  it('is tracked by place in a read list', async () => {
    await using world = await openShelf(kind);
    const { app, admin, books } = world;
    const body = { name: 'List', ordered: true, bookIds: books.toReversed() };
    const { id } = await admin.call('createReadList', { body });
    const path = `/api/v1/readlists/${id}/read-progress/tachiyomi`;
    expect(await app.send('PUT', path, { lastBookRead: 3 })).toBe(204);
    expect(await app.get(path, TrackedReadList)).toEqual({
      ...{ booksCount: 4, booksReadCount: 3, booksUnreadCount: 1, booksInProgressCount: 0 },
      lastReadContinuousIndex: 3,
    });
    expect((await app.get(`/api/v1/books/${books[0] ?? ''}`, BookShape)).readProgress).toBeNull();
  });

  it('gives a locator back as it came, and refuses an older one', async () => {
    await using world = await openShelf(kind);
    const { app } = world;
    const path = `/api/v1/books/${world.books[0] ?? ''}/progression`;
    expect((await app.fetch(path)).status).toBe(204);
    const locator = {
      ...{ href: 'x', type: 'image/jpeg', koboSpan: 'kobo.1' },
      locations: { fragments: ['a'], position: 7, totalProgression: 0.7 },
    };
    const device = { id: 'd', name: 'Device' };
    const at = (time: number) => ({ modified: new Date(time).toISOString(), device, locator });
    const now = Date.now();
    expect(await app.send('PUT', path, at(now + 60_000))).toBe(204);
    const answer = await app.fetch(path);
    expect(answer.headers.get('content-type')).toBe('application/vnd.readium.progression+json');
    expect(await answer.json()).toMatchObject({ device, locator });
    expect(await app.send('PUT', path, at(now - 3_600_000))).toBe(409);
    expect(await app.send('PUT', path, { modified: 'today', locator })).toBe(400);
    const book = await app.get(`/api/v1/books/${world.books[0] ?? ''}`, BookShape);
    expect(book.readProgress).toMatchObject({ page: 7, completed: false });
  });

  it('takes every place of a device whose clock is behind, and says its time in whole seconds', async () => {
    await using world = await openShelf(kind);
    for (const path of [`/komga/api/v1/books`, '/api/v1/opds/v2/books'].map(
      (root) => `${root}/${world.books[0] ?? ''}/progression`,
    )) {
      const ask = async (init?: RequestInit) => world.admin.fetch(path, init);
      const start = Date.now() - 30_900;
      for (const page of [1, 2, 3, 4, 5, 6]) {
        const modified = new Date(start + page * 10).toISOString();
        const locator = { href: 'x', type: 'image/jpeg', locations: { position: page, totalProgression: page / 10 } };
        const body = JSON.stringify({ modified, device: { id: 'slow', name: 'Slow clock' }, locator });
        const headers = { 'content-type': 'application/vnd.readium.progression+json' };
        expect([page, (await ask({ method: 'PUT', headers, body })).status]).toEqual([page, 204]);
        const stored = (await (await ask()).json()) as { readonly modified: string };
        expect(stored).toMatchObject({ modified: `${modified.slice(0, 19)}Z`, locator });
      }
      await world.admin.call('deleteProgress', { params: { id: world.books[0] ?? '' } });
      await world.server.context.db.transaction(async (tx) => tx.write.deleteFrom('readingSession').execute());
    }
  });

  it('finds the place of a locator that knows its chapter only', async () => {
    await using world = await openShelf(kind);
    const { app, admin, books } = world;
    using folder = newBookFolder();
    await folder.addFile('Texts/Text.epub', TEXT);
    const { id: libraryId } = await addLibrary(admin, folder.path);
    await scan(admin, libraryId);
    await waitForTasks(admin);
    const { data } = await admin.call('listBooks', { query: { libraryId } });
    const id = data[0]?.id ?? '';
    const { positions, total } = await admin.call('getBookPositions', { params: { id } });
    const ofSecond = positions.filter(({ href }) => href.endsWith('c2.xhtml'));
    const path = `/api/v1/books/${id}/progression`;
    const put = async (href: string, progression: number) => {
      const locator = { href, type: 'application/xhtml+xml', locations: { fragments: [], progression } };
      const body = { modified: new Date(Date.now() + 1_000).toISOString(), locator };
      return { status: await app.send('PUT', path, body), locator };
    };
    expect(ofSecond.length).toBeGreaterThan(3);
    const site = `${world.server.url}/komga/api/v1/books/${id}/resource/`;
    for (const href of [`${site}OPS/c2.xhtml`, 'OPS/c2.xhtml#half']) {
      const { status, locator } = await put(href, 0.5);
      expect(status).toBe(204);
      expect(await (await app.fetch(path)).json()).toMatchObject({ locator });
      const before = (ofSecond[0]?.locations.position ?? 0) - 1;
      const progress = await admin.call('getProgress', { params: { id } });
      expect(progress?.currentPage).toBe(before + Math.floor(ofSecond.length / 2) + 1);
      expect(progress?.progressPercentage).toBeCloseTo((before + ofSecond.length / 2) / total, 5);
      await admin.call('deleteProgress', { params: { id } });
    }
    expect((await put('OPS/c4.xhtml', 1)).status).toBe(204);
    expect(await admin.call('getProgress', { params: { id } })).toMatchObject({ completed: true, currentPage: total });
    await admin.call('deleteProgress', { params: { id } });
    expect((await put('OPS/none.xhtml', 0.5)).status).toBe(400);
    // Of pictures the address says the page.
    const comic = `/api/v1/books/${books[0] ?? ''}`;
    const locator = { href: `${world.server.url}/komga${comic}/pages/4`, locations: { progression: 0 } };
    const body = { modified: new Date().toISOString(), locator };
    expect(await app.send('PUT', `${comic}/progression`, body)).toBe(204);
    expect((await app.get(comic, BookShape)).readProgress).toMatchObject({ page: 4 });
    const nowhere = { ...body, locator: { ...locator, locations: {} } };
    expect(await app.send('PUT', `${comic}/progression`, nowhere)).toBe(400);
  });
});
