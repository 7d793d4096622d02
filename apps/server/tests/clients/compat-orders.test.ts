import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, setupAdmin } from '../_harness/client.ts';
import { ADMIN, ReaderApp, switchCompatOn } from '../_harness/compat.ts';
import { BookPageShape, BookShape, SeriesPage, SeriesShape } from '../_harness/compat-shapes.ts';
import { databases } from '../_harness/databases.ts';
import { newShelf, type Shelf } from '../_harness/shelf.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const SERIES = ['Apple', 'Birch', 'Cedar', 'Élan', '7 Oaks'];

describe.each(databases)('orders and titles in the compatible API on %s', (kind) => {
  let server: TestServer;
  let admin: Client;
  let shelf: Shelf;
  let app: ReaderApp;
  const series = new Map<string, string>();
  const books = new Map<string, string>();

  const findId = (ids: ReadonlyMap<string, string>, name: string): string => ids.get(name) ?? '';
  const titles = async (query: string): Promise<readonly string[]> =>
    (await app.get(`/api/v1/series?${query}`, SeriesPage)).content.map(({ metadata }) => metadata.title);
  const names = async (query: string): Promise<readonly string[]> =>
    (await app.get(`/api/v1/books?${query}`, BookPageShape)).content.map(({ name }) => name);

  const groups = async (query: string): Promise<unknown> =>
    (await app.fetch(`/api/v1/series/alphabetical-groups?${query}`)).json();

  beforeAll(async () => {
    server = await startServer(kind);
    admin = await setupAdmin(server);
    await switchCompatOn(admin);
    shelf = await newShelf(server);
    app = new ReaderApp(server, ADMIN);
    for (const title of SERIES) series.set(title, await shelf.addSeries(title));
    const add = async (of: string, title: string, values: Parameters<Shelf['addBook']>[2] = {}) =>
      books.set(title, await shelf.addBook(findId(series, of), title, values));
    await add('Apple', 'Apple 1', { numberSort: 1, fileSize: 300, fileHash: 'cc', fileFormat: 'cbz', pageCount: 5 });
    await add('Apple', 'Apple 2', { numberSort: 2, fileSize: 100, fileHash: 'aa', fileFormat: 'epub', pageCount: 5 });
    await add('Birch', 'Birch 1', { numberSort: 1, fileSize: 300, fileHash: 'bb', fileFormat: 'pdf', pageCount: 9 });
    await add('Cedar', 'Cedar 1', { numberSort: 1, fileSize: 200, fileHash: 'dd', fileFormat: 'cbr', state: 'failed' });
    await add('Élan', 'Élan 1', { numberSort: 1, fileSize: 200, fileHash: 'ee', state: 'pending' });
    await add('7 Oaks', '7 Oaks 1', { numberSort: 1, fileSize: 200, fileHash: 'ff' });
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  it('sorts by all that is asked for, one thing after the other', async () => {
    const pages = 'sort=media.pagesCount,desc';
    expect(await names(`${pages}&sort=fileSize,asc&sort=nonsense&sort=metadata.title,desc`)).toEqual([
      ...['Élan 1', 'Cedar 1', '7 Oaks 1', 'Birch 1', 'Apple 2', 'Apple 1'],
    ]);
    expect(await names('sort=metadata.numberSort,desc&sort=series,desc')).toEqual([
      ...['Apple 2', 'Élan 1', 'Cedar 1', 'Birch 1', 'Apple 1', '7 Oaks 1'],
    ]);
    // Several names before one direction, as the web app of the dialect sends them.
    expect(await names('sort=series,metadata.numberSort,desc')).toEqual([
      ...['Élan 1', 'Cedar 1', 'Birch 1', 'Apple 2', 'Apple 1', '7 Oaks 1'],
    ]);
    expect(await titles('sort=booksCount,desc&sort=metadata.titleSort,desc')).toEqual([
      ...['Apple', 'Élan', 'Cedar', 'Birch', '7 Oaks'],
    ]);
  });

  it('sorts by each thing that apps know', async () => {
    expect(await names('sort=fileHash,asc')).toEqual([
      ...['Apple 2', 'Birch 1', 'Apple 1', 'Cedar 1', 'Élan 1', '7 Oaks 1'],
    ]);
    expect(await names('sort=media.mediaType,asc&sort=fileHash,desc')).toEqual([
      ...['Apple 2', 'Birch 1', 'Cedar 1', '7 Oaks 1', 'Élan 1', 'Apple 1'],
    ]);
    expect(await names('sort=media.status,asc&sort=fileHash,asc&size=2')).toEqual(['Cedar 1', 'Élan 1']);
    expect((await names('sort=media.comment,desc'))[0]).toBe('7 Oaks 1');
    expect(await names('sort=media.pagesCount,asc&sort=url,desc&size=2')).toEqual(['Apple 2', 'Apple 1']);
    await server.context.db.transaction(async (tx) => {
      for (const [index, title] of ['Cedar 1', 'Apple 2'].entries()) {
        const row = {
          id: findId(series, SERIES[index] ?? ''),
          bookId: findId(books, title),
          authors: '[]',
          awards: '[]',
        };
        const times = { createdAt: 0, updatedAt: 0, locks: '[]' };
        await tx.write
          .insertInto('bookMetadata')
          .values({ ...row, ...times, year: 2001 + index })
          .execute();
      }
    });
    expect((await titles('sort=booksMetadata.releaseDate,desc')).slice(0, 2)).toEqual(['Apple', 'Cedar']);
    expect((await titles('sort=booksMetadata.releaseDate,asc')).slice(0, 2)).toEqual(['Cedar', 'Apple']);
    expect((await names('sort=metadata.releaseDate,asc')).slice(0, 2)).toEqual(['Cedar 1', 'Apple 2']);
    for (const key of ['name', 'created', 'createdDate', 'lastModified', 'lastModifiedDate', 'relevance']) {
      expect(await names(`sort=${key},asc`)).toHaveLength(books.size);
      expect(await titles(`sort=${key},desc`)).toHaveLength(SERIES.length);
    }
  });

  it('shuffles series the same on every page', async () => {
    const shuffled: string[] = [];
    for (let page = 0; page < SERIES.length; page += 1) {
      shuffled.push(...(await titles(`sort=random,asc&size=1&page=${String(page)}`)));
    }
    expect(shuffled.toSorted()).toEqual(SERIES.toSorted());
    expect(await titles('sort=random,asc')).toEqual(shuffled);
    expect(await titles('sort=random,desc')).toEqual(shuffled.toReversed());
  });

  it('keeps the order of a list also where it is narrowed', async () => {
    const seriesIds = ['Cedar', 'Apple', 'Birch'].map((name) => findId(series, name));
    const bookIds = ['Birch 1', 'Apple 2', 'Apple 1'].map((name) => findId(books, name));
    const collection = await admin.call('createCollection', { body: { name: 'Own', ordered: true, seriesIds } });
    const list = await admin.call('createReadList', { body: { name: 'Own', ordered: true, bookIds } });
    const inCollection = async (query: string) =>
      (await app.get(`/api/v1/collections/${collection.id}/series?${query}`, SeriesPage)).content.map(({ id }) => id);
    const inList = async (query: string) =>
      (await app.get(`/api/v1/readlists/${list.id}/books?${query}`, BookPageShape)).content.map(({ id }) => id);
    const here = `library_id=${shelf.libraryId}`;
    expect(await inCollection(here)).toEqual(seriesIds);
    expect(await inCollection(`${here}&sort=collection.number,desc`)).toEqual(seriesIds.toReversed());
    expect(await inList(here)).toEqual(bookIds);
    expect(await inList(`${here}&sort=readList.number,desc`)).toEqual(bookIds.toReversed());
    const condition = { allOf: [{ collectionId: { operator: 'is', value: collection.id } }] };
    const found = await app.post('/api/v1/series/list?sort=collection.number,asc', { condition }, SeriesPage);
    expect(found.content.map(({ id }) => id)).toEqual(seriesIds);
  });

  it('reads expressions about titles, and refuses what could take long', async () => {
    const matching = async (expression: string) =>
      titles(`sort=metadata.titleSort&search_regex=${encodeURIComponent(expression)}`);
    expect(await matching('^b,TITLE_SORT')).toEqual(['Birch']);
    expect(await matching('^[^a-z],TITLE')).toEqual(['7 Oaks', 'Élan']);
    expect(await matching('^[a-b],TITLE')).toEqual(['Apple', 'Birch']);
    expect(await matching('^(ap|ce).*,TITLE')).toEqual(['Apple', 'Cedar']);
    expect(await matching('ch$|^é,TITLE')).toEqual(['Birch', 'Élan']);
    expect(await matching('^7\\s?oaks$,TITLE')).toEqual(['7 Oaks']);
    expect(await matching('.*d.?a,TITLE').catch(() => 'refused')).toBe('refused');
    expect(await matching('^\\d,TITLE')).toEqual(['7 Oaks']);
    const wrong = ['(a+)+$,TITLE', '^a{2},TITLE', '[a,TITLE', '(a,TITLE', 'a),TITLE', '^a', 'a,NAME', '\\pL,TITLE'];
    const long = ['[a-z][a-z][a-z],TITLE', `${'a'.repeat(301)},TITLE`, '(?=a),TITLE', '[^a],TITLE', '*,TITLE'];
    for (const expression of [...wrong, ...long]) {
      const answer = await app.fetch(`/api/v1/series?search_regex=${encodeURIComponent(expression)}`);
      expect([expression, answer.status]).toEqual([expression, 400]);
      expect(await answer.text()).toContain('search_regex');
    }
  });

  it('finds what is deleted, and one-shots', async () => {
    const alone = await shelf.addSeries('Alone', { path: '/Alone.cbz' });
    const book = await shelf.addBook(alone, 'Alone');
    expect(await titles('oneshot=true')).toEqual(['Alone']);
    expect(await titles('oneshot=false')).not.toContain('Alone');
    expect(await app.get(`/api/v1/series/${alone}`, SeriesShape)).toMatchObject({ oneshot: true, deleted: false });
    expect(await app.get(`/api/v1/books/${book}`, BookShape)).toMatchObject({ oneshot: true });
    const cedar = await app.get(`/api/v1/series/${findId(series, 'Cedar')}`, SeriesShape);
    expect(cedar.oneshot).toBe(false);
    // One that says so itself, in a folder.
    await server.context.db.transaction(async (tx) =>
      tx.write
        .updateTable('bookMetadata')
        .set({ bookType: 'oneshot' })
        .where('bookId', 'in', [findId(books, 'Cedar 1'), findId(books, 'Apple 2')])
        .execute(),
    );
    expect(await titles('oneshot=true&sort=name,asc')).toEqual(['Alone', 'Cedar']);
    const oneShots = { condition: { oneShot: { operator: 'isTrue' } } };
    const found = await app.post('/api/v1/books/list?sort=name,asc', oneShots, BookPageShape);
    expect(found.content.map(({ name, oneshot }) => [name, oneshot])).toEqual([
      ['Alone', true],
      ['Cedar 1', true],
    ]);
    await server.context.db.transaction(async (tx) =>
      tx.write.updateTable('book').set({ deletedAt: Date.now() }).where('id', '=', book).execute(),
    );
    expect(await titles('deleted=true')).toEqual(['Alone']);
    expect(await groups('deleted=true')).toEqual([{ group: 'a', count: 1 }]);
    const condition = { name: { operator: 'beginsWith', value: 'B' } };
    const { id: ruled } = await admin.call('createCollection', { body: { name: 'Ruled', condition } });
    expect(await groups(`collection_id=${ruled}&deleted=false`)).toEqual([{ group: 'b', count: 1 }]);
    expect(await titles('deleted=false')).toHaveLength(SERIES.length);
    expect(await titles('')).toHaveLength(SERIES.length);
    expect(await names('deleted=true')).toEqual(['Alone']);
    const gone = await app.get(`/api/v1/series/${alone}`, SeriesShape);
    expect(gone).toMatchObject({ deleted: true, oneshot: false, booksCount: 0 });
    const any = { anyOf: [{ deleted: { operator: 'isTrue' } }, { title: { operator: 'is', value: 'Birch' } }] };
    const both = await app.post('/api/v1/series/list?sort=name,asc', { condition: any }, SeriesPage);
    expect(both.content.map(({ metadata }) => metadata.title)).toEqual(['Alone', 'Birch']);
  });
});
