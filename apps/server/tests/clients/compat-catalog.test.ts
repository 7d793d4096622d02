import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { setupAdmin } from '../_harness/client.ts';
import { ADMIN, ReaderApp, switchCompatOn } from '../_harness/compat.ts';
import { BookPageShape, BookShape, CreditPage, Credits, SeriesPage, Words } from '../_harness/compat-shapes.ts';
import { type DatabaseKind, databases } from '../_harness/databases.ts';
import { writeTerms } from '#db/repos/rows/terms.repo.ts';
import { openSaga } from '../_harness/saga.ts';
import { newShelf } from '../_harness/shelf.ts';
import { newPicture, sendPicture } from '../_harness/pictures.ts';
import { startServer } from '../_harness/start-server.ts';

async function openShelf(kind: DatabaseKind) {
  await using opened = new AsyncDisposableStack();
  const server = opened.use(await startServer(kind));
  const admin = await setupAdmin(server);
  await switchCompatOn(admin);
  const shelf = await newShelf(server, { name: 'One' });
  const other = await newShelf(server, { name: 'Two' });
  const app = new ReaderApp(server, ADMIN);
  const owned = opened.move();
  return { server, admin, shelf, other, app, [Symbol.asyncDispose]: async () => owned.disposeAsync() };
}

const Refusal = z.object({ violations: z.array(z.object({ fieldName: z.string(), message: z.string() })).min(1) });

type World = Awaited<ReturnType<typeof openShelf>>;

/** Three series, in two libraries, of one, two and twenty-five books. */
async function fill({ shelf, other }: World) {
  const alpha = await shelf.addSeries('Alpha', {
    status: 'ended',
    ageRating: 12,
    language: 'en',
    publisher: 'House, One',
  });
  const beta = await shelf.addSeries('Beta', { status: 'ongoing', language: 'ja', totalVolumeCount: 2 });
  const gamma = await other.addSeries('Gamma');
  const one = await shelf.addBook(alpha, 'Alpha 1', { number: '1', numberSort: 1 });
  const first = await shelf.addBook(beta, 'Beta 1', { number: '1', numberSort: 1 });
  const second = await shelf.addBook(beta, 'Beta 2', { number: '2.5', numberSort: 2.5, state: 'failed' });
  for (let number = 1; number <= 25; number += 1) {
    await other.addBook(gamma, `Gamma ${String(number).padStart(2, '0')}`, {
      number: String(number),
      numberSort: number,
    });
  }
  return { alpha, beta, gamma, one, first, second };
}

const SORTED = 'sort=metadata.titleSort,asc';

describe.each(databases)('the catalog of the compatible API on %s', (kind) => {
  it('gives pages as they are asked for, and everything at once', async () => {
    await using world = await openShelf(kind);
    const { gamma } = await fill(world);
    const { app } = world;
    const books = `/api/v1/series/${gamma}/books`;
    const page = await app.get(books, BookPageShape);
    expect([page.content.length, page.totalElements, page.totalPages, page.last]).toEqual([20, 25, 2, false]);
    const second = await app.get(`${books}?page=1&size=10&unpaged=false`, BookPageShape);
    expect(second.content.map(({ metadata }) => metadata.numberSort)).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
    expect(second.pageable).toMatchObject({ pageNumber: 1, pageSize: 10, offset: 10, paged: true });
    const all = await app.get(`${books}?unpaged=true&media_status=READY&deleted=false`, BookPageShape);
    expect([all.content.length, all.totalPages, all.size, all.last]).toEqual([25, 1, 25, true]);
    const past = await app.get(`${books}?page=9`, BookPageShape);
    expect([past.empty, past.numberOfElements]).toEqual([true, 0]);
    const down = await app.get(`${books}?size=1&sort=nonsense,up&sort=metadata.numberSort%2Cdesc`, BookPageShape);
    expect(down.content.map(({ name }) => name)).toEqual(['Gamma 25']);
  });

  it('narrows lists down by what the query says, with commas and repeated names', async () => {
    await using world = await openShelf(kind);
    await fill(world);
    const { app, shelf, other } = world;
    const titles = async (query: string) =>
      (await app.get(`/api/v1/series?${SORTED}&${query}`, SeriesPage)).content.map(({ metadata }) => metadata.title);
    expect(await titles('unknown=1&deleted=false')).toEqual(['Alpha', 'Beta', 'Gamma']);
    expect(await titles(`library_id=${shelf.libraryId}, ${other.libraryId}`)).toEqual(['Alpha', 'Beta', 'Gamma']);
    expect(await titles(`library_id=${shelf.libraryId}&status=ENDED&status=HIATUS`)).toEqual(['Alpha']);
    expect(await titles('status=ONGOING')).toEqual(['Beta', 'Gamma']);
    expect(await titles('age_rating=12')).toEqual(['Alpha']);
    expect(await titles('age_rating=None')).toEqual(['Beta', 'Gamma']);
    expect(await titles('language=ja')).toEqual(['Beta']);
    expect(await titles('complete=true')).toEqual(['Beta']);
    expect(await titles('read_status=READ')).toEqual([]);
    expect(await titles('search_regex=^ga,TITLE_SORT')).toEqual(['Gamma']);
    expect(await titles('oneshot=true')).toEqual([]);
    expect((await app.fetch('/api/v1/series?status=SOLD')).status).toBe(400);
    const failed = await app.get('/api/v1/books?media_status=ERROR', BookPageShape);
    expect(failed.content.map(({ name }) => name)).toEqual(['Beta 2']);
  });

  it('reads conditions however apps spell them, and refuses what it does not know', async () => {
    await using world = await openShelf(kind);
    const { alpha, beta } = await fill(world);
    const { app, shelf, admin } = world;
    const titles = async (condition: unknown) => {
      const found = await app.post(`/api/v1/series/list?${SORTED}`, { condition }, SeriesPage);
      return found.content.map(({ metadata }) => metadata.title);
    };
    const inShelf = { libraryId: { operator: 'is', value: shelf.libraryId } };
    expect(await titles({ type: 'allOf', allOf: [] })).toEqual(['Alpha', 'Beta', 'Gamma']);
    expect(await titles({ anyOf: [] })).toEqual(['Alpha', 'Beta', 'Gamma']);
    expect(await titles({ allOf: [inShelf, { seriesStatus: { operator: 'isnot', value: 'ENDED' } }] })).toEqual([
      'Beta',
    ]);
    expect(
      await titles({
        anyOf: [{ title: { operator: 'beginsWith', value: 'al' } }, { title: { operator: 'endsWith', value: 'MMA' } }],
      }),
    ).toEqual(['Alpha', 'Gamma']);
    expect(await titles({ oneshot: { operator: 'isfalse', type: 'x' } })).toEqual(['Alpha', 'Beta', 'Gamma']);
    expect(await titles({ language: { operator: 'isNot', value: '' } })).toEqual(['Alpha', 'Beta', 'Gamma']);
    expect(await titles({ libraryId: { operator: 'isNot', value: '' } })).toEqual(['Alpha', 'Beta', 'Gamma']);
    expect(await titles({ ageRating: { operator: 'lessThan', value: 13 } })).toEqual(['Alpha']);
    expect(await titles({ ageRating: { operator: 'isNull' } })).toEqual(['Beta', 'Gamma']);
    const { id } = await admin.call('createCollection', { body: { name: 'Some', seriesIds: [alpha, beta] } });
    expect(await titles({ collectionId: { operator: 'is', value: id } })).toEqual(['Alpha', 'Beta']);
    expect(await titles({ collectionId: { operator: 'isNot', value: id } })).toEqual(['Gamma']);
    const ruled = await admin.call('createCollection', {
      body: { name: 'Rule', condition: { name: { operator: 'is', value: 'Gamma' } } },
    });
    expect(await titles({ collectionId: { operator: 'is', value: ruled.id } })).toEqual(['Gamma']);
    for (const condition of [
      { colour: { operator: 'is', value: 'red' } },
      { title: { operator: 'sounds', value: 'x' } },
      { allOf: [{ title: { operator: 'is', value: 'x' }, genre: { operator: 'is', value: 'y' } }] },
      { readStatus: { operator: 'is', value: 'SOON' } },
      { author: { operator: 'is' } },
    ]) {
      const answer = await app.fetch('/api/v1/series/list', {
        method: 'POST',
        body: JSON.stringify({ condition }),
        headers: { 'content-type': 'application/json' },
      });
      expect([condition, answer.status]).toEqual([condition, 400]);
      const { violations } = Refusal.parse(await answer.json());
      expect(violations[0]?.fieldName).toContain('condition');
    }
  });

  it('finds books by conditions of their own', async () => {
    await using world = await openShelf(kind);
    const { beta, first, second } = await fill(world);
    const { app, admin } = world;
    const names = async (condition: unknown) => {
      const found = await app.post('/api/v1/books/list?sort=metadata.title,asc', { condition }, BookPageShape);
      return found.content.map(({ name }) => name);
    };
    const ofBeta = { seriesId: { operator: 'is', value: beta } };
    expect(await names(ofBeta)).toEqual(['Beta 1', 'Beta 2']);
    expect(await names({ allOf: [ofBeta, { numberSort: { operator: 'greaterThan', value: 2 } }] })).toEqual(['Beta 2']);
    expect(await names({ allOf: [ofBeta, { mediaStatus: { operator: 'is', value: 'READY' } }] })).toEqual(['Beta 1']);
    expect(await names({ allOf: [ofBeta, { mediaProfile: { operator: 'isNot', value: 'DIVINA' } }] })).toEqual([]);
    const posters = async (value: unknown, operator = 'is') =>
      names({ allOf: [ofBeta, { poster: { operator, value } }] });
    const both = ['Beta 1', 'Beta 2'];
    expect(await posters({ type: 'USER_UPLOADED' })).toEqual([]);
    expect(await posters({ type: 'GENERATED', selected: true })).toEqual(both);
    const picture = await newPicture('png', 'red', { width: 60, height: 90 });
    await sendPicture(admin, `/api/v1/books/${second}/cover`, picture);
    for (const [value, found] of [
      [{ type: 'USER_UPLOADED' }, ['Beta 2']],
      [{ type: 'USER_UPLOADED', selected: false }, []],
      [{ type: 'SIDECAR' }, []],
      [{ type: 'GENERATED' }, both],
      [{ type: 'GENERATED', selected: false }, ['Beta 2']],
      [{ type: 'GENERATED', selected: true }, ['Beta 1']],
      [{ selected: true }, both],
    ] as const) {
      expect([value, await posters(value)]).toEqual([value, found]);
      const others = both.filter((name) => !found.some((one) => one === name));
      expect([value, await posters(value, 'isNot')]).toEqual([value, others]);
    }
    expect(await names({ deleted: { operator: 'isTrue' } })).toEqual([]);
    const { id } = await admin.call('createReadList', { body: { name: 'Later', bookIds: [second, first] } });
    expect(await names({ readListId: { operator: 'is', value: id } })).toEqual(['Beta 1', 'Beta 2']);
    await admin.call('markBookRead', { params: { id: first } });
    expect(await names({ allOf: [ofBeta, { readStatus: { operator: 'is', value: 'READ' } }] })).toEqual(['Beta 1']);
    const deck = await app.get('/api/v1/books/ondeck', BookPageShape);
    expect(deck.content.map(({ id: found }) => found)).toEqual([second]);
    const elsewhere = await app.get(`/api/v1/books/ondeck?library_id=${world.other.libraryId}`, BookPageShape);
    expect(elsewhere.totalElements).toBe(0);
  });

  it('leads from book to book, in series and read lists, and ends', async () => {
    await using world = await openShelf(kind);
    const { first, second, one } = await fill(world);
    const { app, admin } = world;
    expect((await app.get(`/api/v1/books/${first}/next`, BookShape)).id).toBe(second);
    expect((await app.get(`/api/v1/books/${second}/previous`, BookShape)).id).toBe(first);
    expect((await app.fetch(`/api/v1/books/${second}/next`)).status).toBe(404);
    const { id } = await admin.call('createReadList', {
      body: { name: 'Order', ordered: true, bookIds: [second, one] },
    });
    const list = `/api/v1/readlists/${id}/books`;
    expect((await app.get(`${list}/${second}/next`, BookShape)).id).toBe(one);
    expect((await app.fetch(`${list}/${one}/next`)).status).toBe(404);
    expect((await app.get(list, BookPageShape)).content.map((book) => book.id)).toEqual([second, one]);
  });

  it('tells the words that books are filtered by, whole and in pages', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    await switchCompatOn(admin);
    using _folder = await openSaga(admin);
    const app = new ReaderApp(server, ADMIN);
    const words = async (path: string) => app.get(`/api/v1/${path}`, Words);
    expect(await words('genres')).toEqual(['Drama']);
    expect(await words('tags')).toEqual([]);
    expect(await words('publishers')).toEqual(['House "One"']);
    expect(await words('series/release-dates')).toEqual(['2020']);
    expect(await words('age-ratings')).toEqual(['None']);
    expect(await words('sharing-labels')).toEqual([]);
    const people = [
      { name: 'Ann <Writer>', role: 'writer' },
      { name: 'Bob', role: 'penciller' },
    ];
    expect(await app.get('/api/v1/authors', Credits)).toEqual(people);
    const page = await app.get('/api/v2/authors?role=writer&search=ann', CreditPage);
    expect([page.content, page.totalElements]).toEqual([people.slice(0, 1), 1]);
    expect(await words('authors/roles')).toEqual(['penciller', 'writer']);
    const byAuthor = await app.get('/api/v1/series?author=Bob,penciller', SeriesPage);
    expect(byAuthor.totalElements).toBe(1);
    expect((await app.get('/api/v1/series?author=Bob,writer', SeriesPage)).totalElements).toBe(0);
    expect((await app.get('/api/v1/series?release_year=2020', SeriesPage)).totalElements).toBe(1);
    expect((await app.get('/api/v1/series?release_year=2021', SeriesPage)).totalElements).toBe(0);
    expect((await app.get('/api/v1/series?search=saga', SeriesPage)).totalElements).toBe(1);
    const groups = await app.fetch('/api/v1/series/alphabetical-groups');
    expect(await groups.json()).toEqual([{ group: 's', count: 1 }]);
  });

  it('gives words in parts that the database cuts, of a part of the catalog too', async () => {
    await using world = await openShelf(kind);
    const { app, admin, shelf, other, server } = world;
    const { alpha, beta, gamma, one } = await fill(world);
    await server.context.db.transaction(async (tx) => {
      const authors = (names: readonly string[], role: string) =>
        JSON.stringify(names.map((name) => ({ name, role, sortName: null })));
      const numbered = Array.from({ length: 30 }, (_, index) => `Writer ${String(index).padStart(2, '0')}`);
      for (const [seriesId, text] of [
        [alpha, authors(numbered, 'writer')],
        [beta, authors(['ann', 'Ann', 'Writer 00'], 'cover_artist')],
        [gamma, authors(['Élan', "O'Neil"], 'editor')],
      ] as const) {
        await tx.write.updateTable('series').set({ authors: text }).where('id', '=', seriesId).execute();
      }
      const times = { createdAt: 0, updatedAt: 0, awards: '[]', locks: '[]' };
      const own = { id: '0192f0c1-0000-7000-8000-00000000000a', bookId: one, authors: authors(['Bea'], 'writer') };
      await tx.write
        .insertInto('bookMetadata')
        .values({ ...own, ...times, year: 1999 })
        .execute();
      await writeTerms(tx, 'tag', { kind: 'series', id: beta }, ['Sea', 'sky']);
      await writeTerms(tx, 'tag', { kind: 'book', id: one }, ['Sea', 'Air']);
    });
    const page = await app.get('/api/v2/authors?size=10&page=3', CreditPage);
    expect([page.totalElements, page.totalPages, page.content.length]).toEqual([36, 4, 6]);
    expect(page.content.map(({ name }) => name)).toEqual([
      ...['Writer 25', 'Writer 26', 'Writer 27', 'Writer 28', 'Writer 29', 'Élan'],
    ]);
    const names = async (query: string) =>
      (await app.get(`/api/v2/authors?unpaged=true&${query}`, CreditPage)).content.map(({ name }) => name);
    expect(await names('role=cover')).toEqual(['Ann', 'ann', 'Writer 00']);
    expect(await names("search=O'n")).toEqual(["O'Neil"]);
    expect(await names('search=ÉL')).toEqual(['Élan']);
    expect(await names(`series_id=${beta}&search=writer`)).toEqual(['Writer 00']);
    expect(await names(`library_id=${other.libraryId}`)).toEqual(["O'Neil", 'Élan']);
    expect((await app.get('/api/v2/authors?page=99', CreditPage)).totalElements).toBe(36);
    const words = async (path: string) => app.get(`/api/v1/${path}`, Words);
    expect(await words('authors/roles')).toEqual(['cover', 'editor', 'writer']);
    expect(await words(`authors/names?library_id=${other.libraryId}`)).toEqual(["O'Neil", 'Élan']);
    expect(await words('tags')).toEqual(['Air', 'Sea', 'sky']);
    // A series has the tags of its books.
    expect(await words('tags/series')).toEqual(['Air', 'Sea', 'sky']);
    expect(await words('tags/book')).toEqual(['Air', 'Sea']);
    expect(await words('tags?search=S')).toEqual(['Sea', 'sky']);
    expect(await words('publishers?search=house')).toEqual(['House, One']);
    expect(await words('languages')).toEqual(['en', 'ja']);
    expect(await words('age-ratings')).toEqual(['None', '12']);
    const ages = await app.get(
      '/api/v2/age-ratings',
      z.object({ content: z.array(z.unknown()), totalElements: z.int() }),
    );
    expect(ages).toEqual({ content: [12], totalElements: 1 });
    const collection = await admin.call('createCollection', { body: { name: 'Some', seriesIds: [beta] } });
    const list = await admin.call('createReadList', { body: { name: 'Some', bookIds: [one] } });
    expect(await words(`tags?collection_id=${collection.id}`)).toEqual(['Sea', 'sky']);
    expect(await words(`tags/book?readlist_id=${list.id}`)).toEqual(['Air', 'Sea']);
    expect(await words(`publishers?readlist_id=${list.id}`)).toEqual(['House, One']);
    expect(await words(`series/release-dates?library_id=${shelf.libraryId}`)).toEqual(['1999']);
  });
});
