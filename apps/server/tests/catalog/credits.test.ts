import { randomUUIDv7 } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Client, expectRefusal, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { newShelf, type Shelf } from '../_harness/shelf.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

interface Said {
  readonly title: string;
  readonly authors?: readonly { readonly name: string; readonly role?: string; readonly sortName?: string }[];
  readonly publisher?: string;
  readonly imprint?: string;
  readonly characters?: readonly string[];
  readonly teams?: readonly string[];
}

/** Adds a book whose file says this. */
async function addBook({ context }: TestServer, shelf: Shelf, seriesId: string, { title, ...said }: Said) {
  const bookId = await shelf.addBook(seriesId, title, { numberSort: Number(/\d+/.exec(title)?.[0] ?? 1) });
  const { authors = [], publisher = null, imprint = null, ...embedded } = said;
  await context.db.transaction(async (tx) => {
    await tx.write
      .insertInto('bookMetadata')
      .values({
        id: randomUUIDv7(),
        bookId,
        publisher,
        imprint,
        authors: JSON.stringify(authors.map((author) => ({ role: 'writer', sortName: null, ...author }))),
        awards: '[]',
        locks: '[]',
        embedded: JSON.stringify(embedded),
        createdAt: 0,
        updatedAt: 0,
      })
      .execute();
  });
  return bookId;
}

function names({ data }: { readonly data: readonly { readonly name: string }[] }): string[] {
  return data.map(({ name }) => name);
}

/** Two libraries, with the same people in both. */
async function openCatalog(server: TestServer) {
  const admin = await setupAdmin(server);
  const one = await newShelf(server, { name: 'One' });
  const two = await newShelf(server, { name: 'Two' });
  const saga = await one.addSeries('Saga');
  const tale = await one.addSeries('Tale');
  const other = await two.addSeries('Other');
  await addBook(server, one, saga, {
    title: 'Saga 1',
    authors: [{ name: 'Ann Zorn' }, { name: 'Ann Zorn', role: 'penciller' }, { name: 'Bea Young', role: 'inker' }],
    publisher: 'Blue House',
    imprint: 'Tiny',
    characters: ['Batman', 'Robin'],
    teams: ['The Crew'],
  });
  await addBook(server, one, saga, { title: 'Saga 2', authors: [{ name: 'ANN ZORN' }], publisher: 'Blue House' });
  await addBook(server, one, tale, {
    title: 'Tale 1',
    authors: [{ name: 'Ursula K. Le Guin', sortName: 'Le Guin, Ursula K.' }],
    publisher: 'Tiny',
  });
  await addBook(server, two, other, {
    title: 'Other 1',
    authors: [{ name: 'Ann Zorn' }, { name: 'Zed Alone' }],
    publisher: 'Hidden House',
    characters: ['Batman', 'Joker'],
  });
  return { admin, one, two, saga, tale, other };
}

async function addGuest(server: TestServer, admin: Client, libraryId: string): Promise<Client> {
  const account = { username: 'guest', password: 'a password for it' };
  await admin.call('createUser', { body: { ...account, libraryIds: [libraryId] } });
  return signIn(server, account);
}

describe.each(databases)('credits on %s', (kind) => {
  it('are hidden and shown with their series as soon as it moves to another library, book by book', async () => {
    await using server = await startServer(kind);
    const { admin, one, two, saga } = await openCatalog(server);
    const guest = await addGuest(server, admin, one.libraryId);
    const list = async (client: Client) => names(await client.call('listPeople', { query: {} }));
    expect(await list(guest)).toContain('Bea Young');
    const [first] = await server.context.db.read.selectFrom('book').select('id').where('seriesId', '=', saga).execute();
    const bookId = first?.id ?? '';
    // A scan moves the series first, then its books, many at a time.
    await server.context.db.transaction(async (tx) => {
      await tx.write.updateTable('series').set({ libraryId: two.libraryId }).where('id', '=', saga).execute();
      await tx.write.updateTable('book').set({ libraryId: two.libraryId }).where('id', '=', bookId).execute();
    });
    const timestamp = new Date().toISOString();
    server.context.events.emit({ type: 'library_updated', library_id: one.libraryId, timestamp });
    expect(await list(guest)).toEqual(['Ursula K. Le Guin']);
    expect(names(await guest.call('listPublishers', { query: {} }))).toEqual(['Tiny']);
    expect((await expectRefusal(guest.call('getPerson', { query: { name: 'Bea Young' } }))).status).toBe(404);
    // Books of one series are in two libraries now, and are counted once more.
    await admin.call('updateBookMetadata', { params: { id: bookId }, body: { title: 'Another title' } });
    const all = await admin.call('listPeople', { query: { sort: 'count' } });
    expect(all.data.find(({ name }) => name === 'Ann Zorn')).toMatchObject({ bookCount: 3, seriesCount: 2 });
  });

  it('list people by family name with their books and series', async () => {
    await using server = await startServer(kind);
    const { admin, one } = await openCatalog(server);
    expect((await admin.call('listPeople', {})).data).toEqual([
      { name: 'Zed Alone', bookCount: 1, seriesCount: 1 },
      { name: 'Ursula K. Le Guin', bookCount: 1, seriesCount: 1 },
      { name: 'Bea Young', bookCount: 1, seriesCount: 1 },
      { name: 'Ann Zorn', bookCount: 3, seriesCount: 2 },
    ]);
    const query = { libraryId: one.libraryId, pageSize: 2 };
    expect(await admin.call('listPeople', { query: { ...query, page: 2 } })).toMatchObject({
      data: [{ name: 'Ann Zorn', bookCount: 2, seriesCount: 1 }],
      total: 3,
    });
    expect(names(await admin.call('listPeople', { query: { sort: 'count' } }))[0]).toBe('Ann Zorn');
    expect(names(await admin.call('listPeople', { query: { search: 'LÉ gu' } }))).toEqual(['Ursula K. Le Guin']);
    expect(names(await admin.call('listPeople', { query: { search: 'zo', sort: 'count' } }))).toEqual(['Ann Zorn']);
    expect(names(await admin.call('listPeople', { query: { role: 'inker' } }))).toEqual(['Bea Young']);
  });

  it('spell a name as most of the books do that a user sees', async () => {
    await using server = await startServer(kind);
    const { admin, one, two, other } = await openCatalog(server);
    await addBook(server, two, other, { title: 'Other 2', authors: [{ name: 'Ann ZORN' }] });
    await addBook(server, two, other, { title: 'Other 3', authors: [{ name: 'Ann ZORN' }] });
    await addBook(server, two, other, { title: 'Other 4', authors: [{ name: 'Ann ZORN' }] });
    const guest = await addGuest(server, admin, one.libraryId);
    const query = { search: 'ann', sort: 'count' } as const;
    expect((await admin.call('listPeople', { query })).data).toEqual([
      { name: 'Ann ZORN', bookCount: 6, seriesCount: 2 },
    ]);
    expect(await admin.call('getPerson', { query: { name: 'Ann Zorn' } })).toMatchObject({ name: 'Ann ZORN' });
    await addBook(server, one, await one.addSeries('Late'), { title: 'Late 1', authors: [{ name: 'Ann Zorn' }] });
    expect((await guest.call('listPeople', { query })).data).toEqual([
      { name: 'Ann Zorn', bookCount: 3, seriesCount: 2 },
    ]);
  });

  it('count neither deleted books nor those of another series, and forget names without any', async () => {
    await using server = await startServer(kind);
    const { admin, one, saga, tale, other } = await openCatalog(server);
    const setBook = async (title: string, change: { readonly deletedAt?: number | null; readonly seriesId?: string }) =>
      server.context.db.transaction(async (tx) =>
        tx.write.updateTable('book').set(change).where('title', '=', title).execute(),
      );
    // Rows changed by hand have no event, which would end the trust in the lists.
    const list = async (seriesId?: string) => {
      const timestamp = new Date().toISOString();
      server.context.events.emit({ type: 'library_updated', library_id: one.libraryId, timestamp });
      const { data } = await admin.call('listPeople', { query: { seriesId, sort: 'count' } });
      return data.map(({ name, bookCount, seriesCount }) => [name, bookCount, seriesCount]);
    };
    const before = await list();
    await setBook('Saga 1', { deletedAt: 1 });
    expect(await list()).toEqual([
      ['Ann Zorn', 2, 2],
      ['Ursula K. Le Guin', 1, 1],
      ['Zed Alone', 1, 1],
    ]);
    await setBook('Saga 1', { deletedAt: null });
    expect(await list()).toEqual(before);
    await setBook('Tale 1', { seriesId: saga });
    expect(await list(saga)).toContainEqual(['Ursula K. Le Guin', 1, 1]);
    expect(await list(tale)).toEqual([]);
    await server.context.db.transaction(async (tx) =>
      tx.write.deleteFrom('book').where('seriesId', '=', other).execute(),
    );
    expect((await list()).map(([name]) => name)).not.toContain('Zed Alone');
    expect(await list()).toContainEqual(['Ann Zorn', 2, 1]);
  });

  it('show a user no names of series that a sharing tag hides', async () => {
    await using server = await startServer(kind);
    const { admin, other } = await openCatalog(server);
    const account = { username: 'child', password: 'a password for it' };
    const { id: userId } = await admin.call('createUser', { body: account });
    const child = await signIn(server, account);
    const query = { sort: 'count' } as const;
    expect(names(await child.call('listPeople', { query }))).toContain('Zed Alone');
    const { id: sharingTagId } = await admin.call('createSharingTag', { body: { name: 'Adults' } });
    await admin.call('replaceSeriesSharingTags', { params: { id: other }, body: { sharingTagIds: [sharingTagId] } });
    await admin.call('setUserSharingTag', { params: { id: userId }, body: { sharingTagId, accessMode: 'deny' } });
    expect((await child.call('listPeople', { query })).data).toEqual([
      { name: 'Ann Zorn', bookCount: 2, seriesCount: 1 },
      { name: 'Bea Young', bookCount: 1, seriesCount: 1 },
      { name: 'Ursula K. Le Guin', bookCount: 1, seriesCount: 1 },
    ]);
    expect(await child.call('listPeople', { query: { search: 'zed' } })).toMatchObject({ data: [], total: 0 });
    expect(names(await child.call('listCharacters', {}))).toEqual(['Batman', 'Robin']);
  });

  it('tell what one person does, in any spelling, and find the books and series', async () => {
    await using server = await startServer(kind);
    const { admin } = await openCatalog(server);
    expect(await admin.call('getPerson', { query: { name: 'ann zórn' } })).toEqual({
      name: 'Ann Zorn',
      bookCount: 3,
      seriesCount: 2,
      roles: [
        { role: 'writer', bookCount: 3, seriesCount: 2 },
        { role: 'penciller', bookCount: 1, seriesCount: 1 },
      ],
    });
    const titles = async (query: object) => (await admin.call('listBooks', { query })).data.map(({ title }) => title);
    expect(await titles({ person: 'Ann Zorn', sort: 'series' })).toEqual(['Other 1', 'Saga 1', 'Saga 2']);
    expect(await titles({ person: 'Ann Zorn', role: 'penciller' })).toEqual(['Saga 1']);
    expect(await titles({ person: 'Ann Zorn', role: 'editor' })).toEqual([]);
    expect(await titles({ character: 'batman' })).toEqual(['Other 1', 'Saga 1']);
    expect(await titles({ team: 'the crew' })).toEqual(['Saga 1']);
    const series = await admin.call('listSeries', { query: { person: 'Ann Zorn' } });
    expect(series.data.map(({ title }) => title)).toEqual(['Other', 'Saga']);
    const drawn = await admin.call('listSeries', { query: { person: 'Ann Zorn', role: 'penciller' } });
    expect(drawn.data.map(({ title }) => title)).toEqual(['Saga']);
    expect(await expectRefusal(admin.call('getPerson', { query: { name: 'Ann' } }))).toMatchObject({ status: 404 });
  });

  it('list publishers with their imprints, characters and teams', async () => {
    await using server = await startServer(kind);
    const { admin } = await openCatalog(server);
    expect(names(await admin.call('listPublishers', {}))).toEqual(['Blue House', 'Hidden House', 'Tiny']);
    expect(names(await admin.call('listPublishers', { query: { role: 'imprint' } }))).toEqual(['Tiny']);
    expect(await admin.call('getPublisher', { query: { name: 'tiny' } })).toMatchObject({
      bookCount: 2,
      roles: [
        { role: 'publisher', bookCount: 1 },
        { role: 'imprint', bookCount: 1 },
      ],
    });
    expect(names(await admin.call('listCharacters', {}))).toEqual(['Batman', 'Joker', 'Robin']);
    expect(await admin.call('getCharacter', { query: { name: 'BATMAN' } })).toEqual({
      name: 'Batman',
      bookCount: 2,
      seriesCount: 2,
    });
    expect(names(await admin.call('listTeams', {}))).toEqual(['The Crew']);
    expect(await admin.call('getTeam', { query: { name: 'the crew' } })).toMatchObject({ bookCount: 1 });
  });

  it('list the names of one series or book, those of most books first', async () => {
    await using server = await startServer(kind);
    const { admin, saga, tale } = await openCatalog(server);
    const query = { seriesId: saga, sort: 'count' } as const;
    expect((await admin.call('listPeople', { query })).data).toEqual([
      { name: 'Ann Zorn', bookCount: 2, seriesCount: 1 },
      { name: 'Bea Young', bookCount: 1, seriesCount: 1 },
    ]);
    expect(await admin.call('listPeople', { query: { ...query, page: 2, pageSize: 1 } })).toMatchObject({
      data: [{ name: 'Bea Young' }],
      total: 2,
    });
    expect(names(await admin.call('listCharacters', { query: { seriesId: saga } }))).toEqual(['Batman', 'Robin']);
    expect(names(await admin.call('listCharacters', { query: { seriesId: tale } }))).toEqual([]);
    const [first] = (await admin.call('listBooks', { query: { seriesId: tale } })).data;
    expect(names(await admin.call('listPeople', { query: { bookId: first?.id ?? '' } }))).toEqual([
      'Ursula K. Le Guin',
    ]);
  });

  it('show a user neither names nor counts of hidden libraries', async () => {
    await using server = await startServer(kind);
    const { admin, one, two } = await openCatalog(server);
    const guest = await addGuest(server, admin, one.libraryId);
    expect((await guest.call('listPeople', {})).data).toEqual([
      { name: 'Ursula K. Le Guin', bookCount: 1, seriesCount: 1 },
      { name: 'Bea Young', bookCount: 1, seriesCount: 1 },
      { name: 'Ann Zorn', bookCount: 2, seriesCount: 1 },
    ]);
    expect(await guest.call('listPeople', { query: { libraryId: two.libraryId } })).toMatchObject({ total: 0 });
    expect(names(await guest.call('listPublishers', {}))).toEqual(['Blue House', 'Tiny']);
    expect(names(await guest.call('listCharacters', {}))).toEqual(['Batman', 'Robin']);
    expect(await guest.call('getPerson', { query: { name: 'Ann Zorn' } })).toMatchObject({ bookCount: 2 });
    expect((await guest.call('listAuthorShelves', {})).data.map(({ name, books }) => [name, books.length])).toEqual([
      ['Ursula K. Le Guin', 1],
      ['Ann Zorn', 2],
    ]);
    expect(await guest.call('listAuthorGroups', {})).toEqual([
      { group: 'l', count: 1 },
      { group: 'z', count: 1 },
    ]);
    for (const name of ['Zed Alone', 'No One Here']) {
      expect(await expectRefusal(guest.call('getPerson', { query: { name } }))).toMatchObject({ status: 404 });
    }
    expect(await guest.call('listBooks', { query: { person: 'Zed Alone' } })).toMatchObject({ total: 0 });
  });

  it('put each book on the shelf of its authors, in the order of series and numbers', async () => {
    await using server = await startServer(kind);
    const { admin, one, saga, tale } = await openCatalog(server);
    await addBook(server, one, tale, { title: 'Tale 10', authors: [{ name: 'Ann Zorn' }] });
    await addBook(server, one, tale, { title: 'Tale 9', authors: [{ name: 'Ann Zorn' }] });
    await addBook(server, one, saga, { title: 'Saga 3', authors: [{ name: 'Eve Editor', role: 'editor' }] });
    const { data, total } = await admin.call('listAuthorShelves', { query: { libraryId: one.libraryId } });
    expect(total).toBe(3);
    expect(data.map(({ name, books }) => [name, ...books.map(({ title }) => title)])).toEqual([
      ['Eve Editor', 'Saga 3'],
      ['Ursula K. Le Guin', 'Tale 1'],
      ['Ann Zorn', 'Saga 1', 'Saga 2', 'Tale 9', 'Tale 10'],
    ]);
  });

  it('follow edits of books and series', async () => {
    await using server = await startServer(kind);
    const { admin, one, saga } = await openCatalog(server);
    const { data } = await admin.call('listBooks', { query: { seriesId: saga, sort: 'number' } });
    const [first] = data;
    const id = first?.id ?? '';
    const authors = [{ name: 'New Name', role: 'writer' as const, sortName: 'Aaa' }];
    await admin.call('updateBookMetadata', { params: { id }, body: { authors } });
    await admin.call('updateSeriesMetadata', {
      params: { id: saga },
      body: { authors: [{ name: 'Series Person', role: 'editor' }], publisher: 'Chosen House' },
    });
    const query = { libraryId: one.libraryId };
    const people = await admin.call('listPeople', { query });
    expect(people.data).toContainEqual({ name: 'Series Person', bookCount: 2, seriesCount: 1 });
    expect(names(people)[0]).toBe('New Name');
    expect(names(people)).not.toContain('Bea Young');
    expect((await admin.call('listPublishers', { query })).data).toContainEqual({
      name: 'Chosen House',
      bookCount: 2,
      seriesCount: 1,
    });
  });

  it('give a series the creators of its books, without those of deleted books', async () => {
    await using server = await startServer(kind);
    const { admin, one, saga, tale } = await openCatalog(server);
    const list = async (seriesId: string) => {
      const { data } = await admin.call('listPeople', { query: { seriesId } });
      return data.map(({ name, bookCount }) => [name, bookCount]);
    };
    expect(await list(saga)).toEqual([
      ['Bea Young', 1],
      ['Ann Zorn', 2],
    ]);
    const writers = await admin.call('listPeople', { query: { seriesId: saga, role: 'inker' } });
    expect(names(writers)).toEqual(['Bea Young']);
    const added = await addBook(server, one, tale, {
      title: 'Tale 2',
      authors: [{ name: 'Carl Dee', role: 'editor' }],
    });
    expect(await list(tale)).toEqual([
      ['Carl Dee', 1],
      ['Ursula K. Le Guin', 1],
    ]);
    await admin.call('updateSeriesMetadata', {
      params: { id: tale },
      body: { authors: [{ name: 'Ann Zorn', role: 'writer' }] },
    });
    expect(await list(tale)).toEqual([
      ['Carl Dee', 1],
      ['Ursula K. Le Guin', 1],
      ['Ann Zorn', 2],
    ]);
    const found = await admin.call('listSeries', { query: { person: 'Carl Dee' } });
    expect(found.data.map(({ title }) => title)).toEqual(['Tale']);
    await admin.call('deleteBook', { params: { id: added } });
    expect(await list(tale)).toEqual([
      ['Ursula K. Le Guin', 1],
      ['Ann Zorn', 1],
    ]);
    expect(await admin.call('listSeries', { query: { person: 'Carl Dee' } })).toMatchObject({ total: 0 });
  });
});
