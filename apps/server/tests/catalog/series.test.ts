import { describe, expect, it } from 'vitest';
import { expectRefusal, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer } from '../_harness/start-server.ts';

const UNKNOWN = '01a1fd6f-0000-75f4-9695-181ffb188bdc';

function titles({ data }: { readonly data: readonly { readonly title: string }[] }): string[] {
  return data.map(({ title }) => title);
}

describe.each(databases)('series on %s', (kind) => {
  it('come by title in natural order, page by page, each once', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const shelf = await newShelf(server);
    for (let number = 1; number <= 130; number += 1)
      await shelf.addBook(await shelf.addSeries(`Series ${number}`), 'B');
    const seen: string[] = [];
    for (const page of [1, 2, 3, 3]) {
      const answer = await admin.call('listSeries', { query: { page, pageSize: 60 } });
      expect(answer).toMatchObject({ page, total: 130, totalPages: 3 });
      if (seen.length < 130) seen.push(...titles(answer));
      else expect(titles(answer)).toEqual(seen.slice(120));
    }
    expect(seen).toEqual(Array.from({ length: 130 }, (_, index) => `Series ${index + 1}`));
  });

  it.each([
    ['name', ['Ant', 'Bee', 'Cat']],
    ['date_added', ['Bee', 'Cat', 'Ant']],
    ['date_updated', ['Cat', 'Bee', 'Ant']],
    ['release_date', ['Cat', 'Ant', 'Bee']],
    ['date_read', ['Ant', 'Bee', 'Cat']],
    ['book_count', ['Ant', 'Bee', 'Cat']],
    ['file_size', ['Bee', 'Cat', 'Ant']],
    ['filename', ['Cat', 'Bee', 'Ant']],
    ['page_count', ['Cat', 'Ant', 'Bee']],
  ])('are sorted by %s', async (field, expected) => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const shelf = await newShelf(server);
    const bee = await shelf.addSeries('Bee', { updatedAt: 20, path: 'folder 2' });
    const cat = await shelf.addSeries('Cat', { updatedAt: 10, path: 'folder 1', year: 1990 });
    const ant = await shelf.addSeries('Ant', { updatedAt: 30, path: 'folder 3', year: 2010 });
    await shelf.addBook(bee, 'B1', { fileSize: 10, pageCount: 90 });
    const two = await shelf.addBook(bee, 'B2', { fileSize: 10, pageCount: 10 });
    for (const title of ['C1', 'C2', 'C3']) await shelf.addBook(cat, title, { fileSize: 100, pageCount: 10 });
    const one = await shelf.addBook(ant, 'A1', { fileSize: 1000, pageCount: 50 });
    await shelf.addBook(ant, 'A2', { fileSize: 9000, pageCount: 900, deletedAt: 1 });
    await admin.call('saveProgress', { params: { id: one }, body: { currentPage: 1 } });
    await new Promise((resolve) => setTimeout(resolve, 5));
    await admin.call('saveProgress', { params: { id: two }, body: { currentPage: 1 } });
    expect(titles(await admin.call('listSeries', { query: { sort: `${field},asc` } }))).toEqual(expected);
  });

  it('turn their order round, except for those without a value, who stay last', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const shelf = await newShelf(server);
    for (const [title, year] of [
      ['A', null],
      ['B', 2001],
      ['C', 1999],
    ] as const) {
      await shelf.addBook(await shelf.addSeries(title, { year }), title);
    }
    const by = async (sort: string) => titles(await admin.call('listSeries', { query: { sort } }));
    expect(await by('name,desc')).toEqual(['C', 'B', 'A']);
    expect(await by('release_date,desc')).toEqual(['B', 'C', 'A']);
    expect(await expectRefusal(by('colour'))).toMatchObject({
      status: 400,
      message: expect.stringContaining('book_count') as string,
    });
  });

  it('count their books, those unread and those in progress', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const shelf = await newShelf(server, { defaultReadingDirection: 'webtoon' });
    const id = await shelf.addSeries('Series', { path: 'Folder/Series', summary: 'S', publisher: 'P', year: 2000 });
    const books = [];
    for (const title of ['A', 'B', 'C', 'D'])
      books.push(await shelf.addBook(id, title, { coverKey: `cover-${title}` }));
    await shelf.addBook(id, 'E', { deletedAt: 1 });
    await admin.call('markBookRead', { params: { id: books[0] ?? '' } });
    await admin.call('saveProgress', { params: { id: books[1] ?? '' }, body: { currentPage: 4 } });
    const series = await admin.call('getSeries', { params: { id } });
    expect(series).toMatchObject({
      title: 'Series',
      path: 'Folder/Series',
      summary: 'S',
      publisher: 'P',
      year: 2000,
      status: 'unknown',
      readingDirection: 'webtoon',
      bookCount: 4,
      unreadCount: 3,
      inProgressCount: 1,
      coverVersion: 'cover-A',
    });
    expect((await admin.call('listSeries', {})).data).toEqual([series]);
  });

  it('take their cover from the first book in reading order that has one', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const shelf = await newShelf(server);
    const id = await shelf.addSeries('Series');
    await shelf.addBook(id, 'A', { coverKey: 'numberless' });
    await shelf.addBook(id, 'B', { numberSort: 10, coverKey: 'ten' });
    await shelf.addBook(id, 'C', { numberSort: 2, coverKey: 'two' });
    await shelf.addBook(id, 'D', { numberSort: 1 });
    expect(await admin.call('getSeries', { params: { id } })).toMatchObject({ coverVersion: 'two' });
  });

  it('without a live book are in no list, but can be looked at', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const shelf = await newShelf(server);
    const id = await shelf.addSeries('Gone');
    await shelf.addBook(id, 'A', { deletedAt: 1 });
    expect(await admin.call('listSeries', {})).toMatchObject({ total: 0, data: [] });
    expect(await admin.call('getSeries', { params: { id } })).toMatchObject({ bookCount: 0, unreadCount: 0 });
    expect(await admin.call('listSeriesBooks', { params: { id } })).toMatchObject({ total: 0 });
    const all = await admin.call('listSeriesBooks', { params: { id }, query: { includeDeleted: 'true' } });
    expect(titles(all)).toEqual(['A']);
  });

  it('list their books in reading order, page by page', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const shelf = await newShelf(server);
    const id = await shelf.addSeries('Series');
    await shelf.addBook(id, 'Special');
    for (const number of [10, 2, 1.5, 1]) await shelf.addBook(id, `Nr ${number}`, { numberSort: number });
    const pages = [];
    for (const page of [1, 2, 3]) {
      pages.push(await admin.call('listSeriesBooks', { params: { id }, query: { page, pageSize: 2 } }));
    }
    expect(pages.map(titles)).toEqual([['Nr 1', 'Nr 1.5'], ['Nr 2', 'Nr 10'], ['Special']]);
    expect(pages[0]?.links.next).toBe(`/api/v1/series/${id}/books?page=2&pageSize=2`);
    const refusal = await expectRefusal(admin.call('listSeriesBooks', { params: { id: UNKNOWN } }));
    expect(refusal).toMatchObject({ status: 404, message: `Series ${UNKNOWN} not found` });
  });

  it('are filtered by library, in progress, newest and latest changed', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const one = await newShelf(server, { name: 'One' });
    const two = await newShelf(server, { name: 'Two' });
    const late = await one.addSeries('Late', { createdAt: 30, updatedAt: 10 });
    const early = await one.addSeries('Early', { createdAt: 10, updatedAt: 20 });
    const other = await two.addSeries('Other', { createdAt: 20, updatedAt: 30 });
    await one.addBook(late, 'A');
    const book = await one.addBook(early, 'B');
    await two.addBook(other, 'C');
    await admin.call('saveProgress', { params: { id: book }, body: { currentPage: 1 } });
    expect(titles(await admin.call('listRecentlyAddedSeries', {}))).toEqual(['Late', 'Other', 'Early']);
    expect(titles(await admin.call('listRecentlyUpdatedSeries', {}))).toEqual(['Other', 'Early', 'Late']);
    expect(titles(await admin.call('listSeriesInProgress', {}))).toEqual(['Early']);
    const { libraryId } = one;
    expect(titles(await admin.call('listSeries', { query: { libraryId } }))).toEqual(['Early', 'Late']);
    const snake = await admin.fetch(`/api/v1/series/recently-added?library_id=${two.libraryId}&page_size=1`);
    expect(await snake.json()).toMatchObject({ total: 1, pageSize: 1, data: [{ title: 'Other' }] });
  });

  it('are marked read and unread as a whole', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const shelf = await newShelf(server);
    const id = await shelf.addSeries('Series');
    const params = { id };
    const books = [];
    for (const title of ['A', 'B', 'C']) books.push(await shelf.addBook(id, title, { pageCount: 7 }));
    await shelf.addBook(id, 'Not analysed', { pageCount: 0, state: 'pending' });
    await admin.call('markBookRead', { params: { id: books[0] ?? '' } });
    await admin.call('saveProgress', { params: { id: books[1] ?? '' }, body: { currentPage: 3 } });
    expect(await admin.call('markSeriesRead', { params })).toEqual({ count: 3, message: '3 books marked as read' });
    expect(await admin.call('getSeries', { params })).toMatchObject({ unreadCount: 0, inProgressCount: 0 });
    const progress = await admin.call('getProgress', { params: { id: books[1] ?? '' } });
    expect(progress).toMatchObject({ currentPage: 7, completed: true, progressPercentage: 1 });
    expect(await admin.call('markSeriesRead', { params })).toMatchObject({ count: 0 });
    expect(await admin.call('markSeriesUnread', { params })).toEqual({ count: 4, message: '4 books marked as unread' });
    expect(await admin.call('getSeries', { params })).toMatchObject({ unreadCount: 4 });
    const completions = await server.context.db.read.selectFrom('readCompletion').select('bookId').execute();
    expect(completions).toHaveLength(4);
    for (const name of ['markSeriesRead', 'markSeriesUnread'] as const) {
      expect(await expectRefusal(admin.call(name, { params: { id: UNKNOWN } }))).toMatchObject({ status: 404 });
    }
  });
});
