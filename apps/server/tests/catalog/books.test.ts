import { describe, expect, it } from 'vitest';
import { type Client, expectRefusal, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { newShelf, type Shelf } from '../_harness/shelf.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const UNKNOWN = '01a1fd6f-0000-75f4-9695-181ffb188bdc';

interface Data {
  readonly data: readonly { readonly title: string }[];
}

function titles({ data }: Data): string[] {
  return data.map(({ title }) => title);
}

async function numbered(shelf: Shelf, seriesId: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 1; number <= count; number += 1) {
    ids.push(await shelf.addBook(seriesId, `Book ${number}`, { number: String(number), numberSort: number }));
  }
  return ids;
}

async function finish(client: Client, ...ids: (string | undefined)[]): Promise<void> {
  for (const id of ids) await client.call('markBookRead', { params: { id: id ?? UNKNOWN } });
}

async function failBook(server: TestServer, bookId: string, errors: readonly [string, string][]): Promise<void> {
  await server.context.db.transaction(async (tx) => {
    await tx.write.updateTable('book').set({ state: 'failed' }).where('id', '=', bookId).execute();
    for (const [errorType, message] of errors) {
      await tx.write.insertInto('bookError').values({ bookId, errorType, message, occurredAt: 1_000 }).execute();
    }
  });
}

describe.each(databases)('books on %s', (kind) => {
  it('come by title in natural order, page by page, each once', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const shelf = await newShelf(server);
    await numbered(shelf, await shelf.addSeries('Series'), 25);
    const seen: string[] = [];
    for (const page of [1, 2, 3]) {
      const answer = await admin.call('listBooks', { query: { page, pageSize: 10 } });
      expect(answer).toMatchObject({ page, pageSize: 10, total: 25, totalPages: 3 });
      seen.push(...titles(answer));
    }
    expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => `Book ${index + 1}`));
  });

  it('stay in order on pages that begin at a remembered row, and after the list has changed', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const shelf = await newShelf(server);
    const series = await shelf.addSeries('Series');
    await numbered(shelf, series, 130);
    const third = async () => titles(await admin.call('listBooks', { query: { page: 3, pageSize: 60 } }));
    const expected = Array.from({ length: 10 }, (_, index) => `Book ${index + 121}`);
    expect(await third()).toEqual(expected);
    expect(await third()).toEqual(expected);
    const fourth = await admin.call('listBooks', { query: { page: 13, pageSize: 10 } });
    expect(titles(fourth)).toEqual(expected);
    await shelf.addBook(series, 'A book in front');
    expect(await third()).toEqual(['Book 120', ...expected]);
    const down = await admin.call('listBooks', { query: { page: 2, pageSize: 60, sort: 'title,desc' } });
    expect(titles(down).slice(0, 2)).toEqual(['Book 70', 'Book 69']);
  });

  it.each([
    ['title', ['Äpfel', 'Birne 2', 'birne 10']],
    ['file_size', ['birne 10', 'Äpfel', 'Birne 2']],
    ['page_count', ['Birne 2', 'birne 10', 'Äpfel']],
    ['created_at', ['birne 10', 'Birne 2', 'Äpfel']],
    ['modified_at', ['birne 10', 'Birne 2', 'Äpfel']],
    ['filename', ['Birne 2', 'birne 10', 'Äpfel']],
    ['series', ['birne 10', 'Birne 2', 'Äpfel']],
    ['last_read', ['birne 10', 'Äpfel', 'Birne 2']],
  ])('are sorted by %s, both ways and in both spellings', async (field, expected) => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const shelf = await newShelf(server);
    const zebra = await shelf.addSeries('Zebra');
    await shelf.addBook(await shelf.addSeries('Antelope'), 'birne 10', { fileSize: 1, pageCount: 20, numberSort: 1 });
    const two = await shelf.addBook(zebra, 'Birne 2', { fileSize: 3, pageCount: 10, numberSort: 1 });
    await shelf.addBook(zebra, 'Äpfel', { fileSize: 2, pageCount: 30, numberSort: 2 });
    await admin.call('saveProgress', { params: { id: two }, body: { currentPage: 2 } });
    expect(titles(await admin.call('listBooks', { query: { sort: `${field},asc` } }))).toEqual(expected);
    const down = await admin.call('listBooks', { query: { sort: field, order: 'desc' } });
    expect(titles(down)).toEqual(expected.toReversed());
  });

  it('are sorted by number and by release date with those that have none at the end, both ways', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const shelf = await newShelf(server);
    const series = await shelf.addSeries('Series');
    await shelf.addBook(series, 'None');
    const half = await shelf.addBook(series, 'Half', { number: '1.5', numberSort: 1.5 });
    const ten = await shelf.addBook(series, 'Ten', { number: '10', numberSort: 10 });
    await server.context.db.transaction(async (tx) => {
      const at = { createdAt: 1, updatedAt: 1 };
      await tx.write
        .insertInto('bookMetadata')
        .values([
          { id: half, bookId: half, year: 2020, authors: '[]', awards: '[]', locks: '[]', ...at },
          { id: ten, bookId: ten, year: 2001, month: 3, authors: '[]', awards: '[]', locks: '[]', ...at },
        ])
        .execute();
    });
    const by = async (sort: string) => titles(await admin.call('listBooks', { query: { sort } }));
    expect(await by('number')).toEqual(['Half', 'Ten', 'None']);
    expect(await by('number,desc')).toEqual(['Ten', 'Half', 'None']);
    expect(await by('release_date,asc')).toEqual(['Ten', 'Half', 'None']);
    expect(await by('release_date,desc')).toEqual(['Half', 'Ten', 'None']);
  });

  it('refuse an unknown field or direction and name the valid ones', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const refuse = async (query: object) => expectRefusal(admin.call('listBooks', { query }));
    expect(await refuse({ sort: 'colour' })).toMatchObject({
      status: 400,
      message: expect.stringContaining('must be one of title, number') as string,
    });
    expect(await refuse({ sort: 'title,up' })).toMatchObject({ status: 400, details: [{ path: 'sort' }] });
    expect(await refuse({ sort: 'title', order: 'up' })).toMatchObject({ status: 400, details: [{ path: 'order' }] });
  });

  it('are filtered by library and series in both spellings, and links keep the filter', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const one = await newShelf(server, { name: 'One' });
    const two = await newShelf(server, { name: 'Two' });
    const series = await one.addSeries('Series');
    await numbered(one, series, 3);
    await numbered(one, await one.addSeries('Other'), 1);
    await numbered(two, await two.addSeries('Third'), 2);
    const answer = await admin.call('listBooks', { query: { libraryId: one.libraryId, pageSize: 2 } });
    expect(answer).toMatchObject({
      total: 4,
      links: { next: `/api/v1/books?page=2&pageSize=2&libraryId=${one.libraryId}` },
    });
    const snake = await admin.fetch(`/api/v1/books?series_id=${series}&page_size=2&page=2`);
    expect(await snake.json()).toMatchObject({ total: 3, page: 2, pageSize: 2, data: [{ title: 'Book 3' }] });
    expect(await admin.call('listBooks', { query: { seriesId: UNKNOWN } })).toMatchObject({ total: 0 });
  });

  it('clamp paging that is out of range', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const shelf = await newShelf(server);
    await numbered(shelf, await shelf.addSeries('Series'), 2);
    expect(await admin.call('listBooks', { query: { page: 0, pageSize: 9999 } })).toMatchObject({
      page: 1,
      pageSize: 500,
    });
    expect(await admin.call('listBooks', { query: { page: 7, pageSize: 0 } })).toMatchObject({
      data: [],
      pageSize: 50,
      links: { next: null, prev: '/api/v1/books?page=1&pageSize=50' },
    });
    expect(await expectRefusal(admin.call('listBooks', { query: { page: 'x' } }))).toMatchObject({ status: 400 });
  });

  it('leave soft-deleted ones out of lists unless asked, and still show their detail', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const shelf = await newShelf(server);
    const series = await shelf.addSeries('Series');
    await numbered(shelf, series, 2);
    const gone = await shelf.addBook(series, 'Gone', { deletedAt: 5 });
    expect(await admin.call('listBooks', {})).toMatchObject({ total: 2 });
    const all = await admin.call('listBooks', { query: { includeDeleted: 'true' } });
    expect(titles(all)).toEqual(['Book 1', 'Book 2', 'Gone']);
    const { book } = await admin.call('getBook', { params: { id: gone } });
    expect(book.deleted).toBe(true);
  });

  it('show everything about one book', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const shelf = await newShelf(server, { name: 'Manga', defaultReadingDirection: 'rtl' });
    const series = await shelf.addSeries('Akira');
    const values = { number: '12.5', numberSort: 12.5, volume: 3, path: 'Akira/Akira 12.5.cbz', coverKey: 'abc' };
    const id = await shelf.addBook(series, 'Akira 12.5', values);
    const bare = await admin.call('getBook', { params: { id } });
    expect(bare.metadata).toBeUndefined();
    expect(bare.book).toMatchObject({
      libraryName: 'Manga',
      seriesName: 'Akira',
      number: 12,
      volume: 3,
      path: `/nowhere/${shelf.libraryId}/Akira/Akira 12.5.cbz`,
      readingDirection: 'rtl',
      analyzed: true,
      analysisError: null,
      wantToRead: false,
      coverVersion: 'abc',
    });
    expect('readProgress' in bare.book).toBe(false);
    await server.context.db.transaction(async (tx) => {
      await tx.write
        .insertInto('bookMetadata')
        .values({
          id: series,
          bookId: id,
          summary: 'Neo-Tokyo',
          number: '12.5',
          year: 1984,
          month: 9,
          manga: 1,
          subjects: '["Science Fiction"]',
          authors:
            '[{"name":"Otomo","role":"writer","sortName":null},{"name":"Otomo","role":"penciller","sortName":null}]',
          awards: '[]',
          locks: '[]',
          createdAt: 1,
          updatedAt: 1,
        })
        .execute();
    });
    const full = await admin.call('getBook', { params: { id } });
    expect(full.book.summary).toBe('Neo-Tokyo');
    expect(full.metadata).toMatchObject({
      number: '12.5',
      releaseDate: '1984-09-01T00:00:00.000Z',
      manga: true,
      blackAndWhite: null,
      subjects: ['Science Fiction'],
      writers: ['Otomo'],
      pencillers: ['Otomo'],
      inkers: [],
      pageCount: 10,
    });
  });

  it('know their neighbours in reading order', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const shelf = await newShelf(server);
    const series = await shelf.addSeries('Series');
    const [first, second, third] = await numbered(shelf, series, 3);
    await shelf.addBook(series, 'Book 2.5', { numberSort: 2.5, deletedAt: 1 });
    await shelf.addBook(series, 'Book 0 without number');
    const around = async (id = UNKNOWN) => {
      const { prev, next } = await admin.call('getAdjacentBooks', { params: { id } });
      return [prev?.title ?? null, next?.title ?? null];
    };
    expect(await around(first)).toEqual([null, 'Book 2']);
    expect(await around(second)).toEqual(['Book 1', 'Book 3']);
    expect(await around(third)).toEqual(['Book 2', 'Book 0 without number']);
    expect(await expectRefusal(around(UNKNOWN))).toMatchObject({ status: 404, message: `Book ${UNKNOWN} not found` });
  });

  it('are in progress by latest reading, page by page, and no longer when finished', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const shelf = await newShelf(server);
    const ids = await numbered(shelf, await shelf.addSeries('Series'), 5);
    for (const id of ids) await admin.call('saveProgress', { params: { id }, body: { currentPage: 2 } });
    await finish(admin, ids[4]);
    const pages = [];
    for (const page of [1, 2, 3]) pages.push(await admin.call('listBooksInProgress', { query: { page, pageSize: 2 } }));
    expect(pages.map(titles)).toEqual([['Book 4', 'Book 3'], ['Book 2', 'Book 1'], []]);
    expect(pages[1]).toMatchObject({
      total: 4,
      data: [{ readProgress: { currentPage: 2, progressPercentage: 0.2 } }, {}],
    });
    expect(titles(await admin.call('listRecentlyReadBooks', { query: { pageSize: 2 } }))).toEqual(['Book 5', 'Book 4']);
    expect(titles(await admin.call('listCurrentlyReading', {}))).toEqual(['Book 4', 'Book 3', 'Book 2', 'Book 1']);
  });

  it('are listed newest first', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const shelf = await newShelf(server);
    await numbered(shelf, await shelf.addSeries('Series'), 5);
    const pages = [];
    for (const page of [1, 2, 3])
      pages.push(await admin.call('listRecentlyAddedBooks', { query: { page, pageSize: 2 } }));
    expect(pages.map(titles)).toEqual([['Book 5', 'Book 4'], ['Book 3', 'Book 2'], ['Book 1']]);
  });

  it('are on deck when a book of their series is finished and none is in progress', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const shelf = await newShelf(server);
    const begun = await numbered(shelf, await shelf.addSeries('Begun'), 3);
    const reading = await numbered(shelf, await shelf.addSeries('Reading'), 3);
    const done = await numbered(shelf, await shelf.addSeries('Done'), 2);
    const skipped = await numbered(shelf, await shelf.addSeries('Skipped'), 3);
    await numbered(shelf, await shelf.addSeries('Untouched'), 2);
    const gone = await shelf.addSeries('Only a deleted one is finished');
    const deleted = await shelf.addBook(gone, 'Deleted', { deletedAt: 1 });
    await shelf.addBook(gone, 'Left');
    await finish(admin, begun[1], reading[0], ...done, skipped[2], deleted);
    await admin.call('saveProgress', { params: { id: reading[1] ?? '' }, body: { currentPage: 2 } });
    const answer = await admin.call('listOnDeck', {});
    expect(answer.data.map(({ id }) => id)).toEqual([skipped[0], begun[2]]);
    expect(answer.total).toBe(2);
    const second = await admin.call('listOnDeck', { query: { page: 2, pageSize: 1, libraryId: shelf.libraryId } });
    expect(second.data.map(({ id }) => id)).toEqual([begun[2]]);
    expect(await admin.call('listOnDeck', { query: { libraryId: UNKNOWN } })).toMatchObject({ total: 0 });
  });

  it('with errors are grouped by kind; the answer counts pages from 0', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const shelf = await newShelf(server);
    const [one = '', two = '', three = ''] = await numbered(shelf, await shelf.addSeries('Series'), 3);
    await failBook(server, one, [['parser', 'The directory is torn']]);
    await failBook(server, two, [
      ['parser', 'The directory is torn'],
      ['thumbnail', 'No picture'],
    ]);
    const all = await admin.call('listBooksWithErrors', {});
    expect(all).toMatchObject({
      errorCounts: { parser: 2, thumbnail: 1 },
      page: 0,
      pageSize: 50,
      totalBooksWithErrors: 2,
      totalPages: 1,
    });
    expect(all.groups.map(({ label, count, books }) => [label, count, books.map(({ book }) => book.id)])).toEqual([
      ['Parser Error', 2, [two, one]],
      ['Thumbnail Generation', 1, [two]],
    ]);
    expect(all.groups[0]?.books[0]?.book.analysisError).toBe('The directory is torn');
    const next = await admin.call('listBooksWithErrors', { query: { page: 2, pageSize: 1 } });
    expect(next).toMatchObject({
      page: 1,
      totalPages: 2,
      groups: [{ errorType: 'parser', books: [{ book: { id: one } }] }],
    });
    const thumbnails = await admin.call('listBooksWithErrors', { query: { errorType: 'thumbnail' } });
    expect(thumbnails).toMatchObject({ totalBooksWithErrors: 1, groups: [{ errorType: 'thumbnail' }] });
    expect(thumbnails.groups).toHaveLength(1);
    const { data } = await admin.call('listBooks', {});
    expect(data.map(({ id, analyzed }) => [id, analyzed])).toEqual([
      [one, false],
      [two, false],
      [three, true],
    ]);
  });
});
