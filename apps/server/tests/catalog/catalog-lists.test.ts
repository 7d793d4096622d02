import { describe, expect, it } from 'vitest';
import { writeTerms } from '#db/repos/rows/terms.repo.ts';
import { createClient, expectRefusal, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer } from '../_harness/start-server.ts';

const UNKNOWN = '01a1fd6f-0000-75f4-9695-181ffb188bdc';

interface Data {
  readonly data: readonly { readonly title: string }[];
}

function titles({ data }: Data): string[] {
  return data.map(({ title }) => title);
}

/** Two libraries: series A with books 1 to 7 (odd ones in the genre Drama, 1 read, 2 begun), series B, and C in the other. */
async function openLists(kind: (typeof databases)[number]) {
  const server = await startServer(kind);
  const admin = await setupAdmin(server);
  const [shelf, other] = [await newShelf(server), await newShelf(server, { name: 'Other' })];
  const [a, b, c] = [await shelf.addSeries('A'), await shelf.addSeries('Éb'), await other.addSeries('かC')];
  const ids: string[] = [];
  for (let number = 1; number <= 7; number += 1) {
    const id = await shelf.addBook(a, `A ${number}`, { number: String(number), numberSort: number });
    ids.push(id);
    const genres = number % 2 === 1 ? ['Drama', ...(number === 7 ? ['War'] : [])] : [];
    await server.context.db.transaction(async (tx) => writeTerms(tx, 'genre', { kind: 'book', id }, genres));
  }
  await shelf.addBook(b, 'Éb 1');
  await shelf.addBook(b, '2b', { deletedAt: 1 });
  const last = await other.addBook(c, 'かC 1');
  await admin.call('markBookRead', { params: { id: ids[0] ?? '' } });
  await admin.call('saveProgress', { params: { id: last }, body: { currentPage: 2 } });
  const { libraryId } = shelf;
  return { server, admin, libraryId, otherId: other.libraryId, a, b, c, ids };
}

describe.each(databases)('lists on %s', (kind) => {
  it('are filtered by a tree and by genres, sorted, paged and counted exactly', async () => {
    const { server, admin, a, b, ids } = await openLists(kind);
    await using _ = server;
    const condition = {
      allOf: [
        { seriesId: { operator: 'in', values: [a, b] } },
        { anyOf: [{ title: { operator: 'beginsWith', value: 'a' } }, { title: { operator: 'contains', value: 'B' } }] },
        { readStatus: { operator: 'isNot', value: 'read' } },
      ],
    };
    const page = async (query: object) => admin.call('listFilteredBooks', { query, body: { condition } });
    const first = await page({ pageSize: 4, sort: 'title,desc' });
    expect(titles(first)).toEqual(['Éb 1', 'A 7', 'A 6', 'A 5']);
    expect(first).toMatchObject({ total: 7, totalPages: 2, page: 1, pageSize: 4 });
    expect(first.links.next).toBe('/api/v1/books/list?page=2&pageSize=4&sort=title%2Cdesc');
    expect(titles(await page({ page: 2, pageSize: 4, sort: 'title', order: 'desc' }))).toEqual(['A 4', 'A 3', 'A 2']);
    expect(await page({ page: 9 })).toMatchObject({ data: [], total: 7, page: 9 });
    const both = await admin.call('listBooks', { query: { genres: ' drama, WAR' } });
    // A series has the genres of its books, and its books have those of the series.
    expect(both.total).toBe(7);
    expect((await admin.call('listBooks', { query: { genres: 'Drama,nothing' } })).total).toBe(0);
    expect(titles(await admin.call('listSeries', { query: { genres: 'drama' } }))).toEqual(['A']);
    const deleted = await admin.call('listFilteredBooks', {
      body: { condition: { title: { operator: 'is', value: '2B' } }, includeDeleted: true },
    });
    expect(titles(deleted)).toEqual(['2b']);
    const read = await admin.call('listFilteredSeries', {
      body: { condition: { readStatus: { operator: 'is', value: 'in_progress' } } },
      query: { sort: 'name,desc' },
    });
    expect(titles(read)).toEqual(['かC', 'A']);
    expect((await admin.call('listFilteredBooks', {})).total).toBe(9);
    const bulky = await admin.fetch('/api/v1/books/list?page_size=2', { method: 'POST' });
    expect(await bulky.json()).toMatchObject({ pageSize: 50, total: 9 });
    const wrong = await expectRefusal(
      admin.call('listFilteredBooks', {
        body: { condition: { allOf: [{ genre: { operator: 'like', value: 'x' } }] } },
      }),
    );
    expect(wrong).toMatchObject({ status: 400, details: [{ path: 'condition.allOf[0].genre.operator' }] });
    expect(ids).toHaveLength(7);
  });

  it('of a library are those of all, within it, and are not found for a library that is not there', async () => {
    const { server, admin, libraryId, otherId } = await openLists(kind);
    await using _ = server;
    const pairs = [
      ['listLibrarySeries', 'listSeries'],
      ['listLibrarySeriesInProgress', 'listSeriesInProgress'],
      ['listLibraryRecentlyAddedSeries', 'listRecentlyAddedSeries'],
      ['listLibraryRecentlyUpdatedSeries', 'listRecentlyUpdatedSeries'],
      ['listLibraryBooks', 'listBooks'],
      ['listLibraryBooksInProgress', 'listBooksInProgress'],
      ['listLibraryOnDeck', 'listOnDeck'],
      ['listLibraryRecentlyAddedBooks', 'listRecentlyAddedBooks'],
      ['listLibraryRecentlyReadBooks', 'listRecentlyReadBooks'],
    ] as const;
    let found = 0;
    for (const [within, all] of pairs) {
      for (const id of [libraryId, otherId]) {
        const own = await admin.call(within, { params: { id } });
        expect([within, own.data]).toEqual([within, (await admin.call(all, { query: { libraryId: id } })).data]);
        found += own.total > 0 ? 1 : 0;
      }
      expect(await expectRefusal(admin.call(within, { params: { id: UNKNOWN } }))).toMatchObject({ status: 404 });
    }
    // Every list but in progress and on deck of one of the libraries has something to show.
    expect(found).toBe(15);
    const second = await admin.call('listLibraryBooks', { params: { id: libraryId }, query: { page: 2, pageSize: 3 } });
    expect(titles(second)).toEqual(['A 4', 'A 5', 'A 6']);
    expect(second.links.next).toBe(`/api/v1/libraries/${libraryId}/books?page=3&pageSize=3`);
  });

  it('tell how many rows begin with each letter', async () => {
    const { server, admin, libraryId, b } = await openLists(kind);
    await using _ = server;
    expect(await admin.call('listSeriesGroups', {})).toEqual([
      { group: 'a', count: 1 },
      { group: 'e', count: 1 },
      { group: 'か', count: 1 },
    ]);
    expect(await admin.call('listBookGroups', { query: { libraryId }, body: { includeDeleted: true } })).toEqual([
      { group: '2', count: 1 },
      { group: 'a', count: 7 },
      { group: 'e', count: 1 },
    ]);
    const condition = { seriesId: { operator: 'is', value: b } };
    expect(await admin.call('listBookGroups', { body: { condition } })).toEqual([{ group: 'e', count: 1 }]);
  });

  it('of the home page come at once, each as the list of its own', async () => {
    const { server, admin, libraryId } = await openLists(kind);
    await using _ = server;
    const [{ id: wanted } = { id: '' }] = (await admin.call('listSeries', { query: {} })).data;
    await admin.call('addWantToRead', { body: { seriesId: wanted } });
    const home = await admin.call('getHome', { query: { limit: 3 } });
    const query = { pageSize: 3 };
    expect(home).toEqual({
      inProgress: (await admin.call('listBooksInProgress', { query })).data,
      onDeck: (await admin.call('listOnDeck', { query })).data,
      recentlyAddedBooks: (await admin.call('listRecentlyAddedBooks', { query })).data,
      recentlyReadBooks: (await admin.call('listRecentlyReadBooks', { query })).data,
      recentlyAddedSeries: (await admin.call('listRecentlyAddedSeries', { query })).data,
      recentlyUpdatedSeries: (await admin.call('listRecentlyUpdatedSeries', { query })).data,
      wantToRead: (await admin.call('listWantToRead', { query })).data,
    });
    expect(Object.values(home).map(({ length }) => length)).toEqual([1, 1, 3, 2, 3, 3, 1]);
    const own = await admin.call('getHome', { query: { libraryId } });
    expect(own.inProgress).toEqual([]);
    const { key } = await admin.call('createApiKey', { body: { name: 'Series', permissions: ['SeriesRead'] } });
    const seriesOnly = await createClient(server, key).call('getHome', {});
    expect(Object.values(seriesOnly).map(({ length }) => length)).toEqual([0, 0, 0, 0, 3, 3, 0]);
  });
});
