import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { dropEmptiedSeries } from '#core/catalog/naming/find-home.ts';
import { type Client, expectRefusal, setupAdmin, signIn } from '../_harness/client.ts';
import { type DatabaseKind, databases } from '../_harness/databases.ts';
import { newPicture } from '../_harness/pictures.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const COVERS = ['red', 'green', 'blue', 'white', 'black'] as const;

/** Two libraries, and a user who may see and change one of them only. */
async function openDesk(server: TestServer) {
  const admin = await setupAdmin(server);
  const open = await newShelf(server, { name: 'Open' });
  const hidden = await newShelf(server, { name: 'Hidden' });
  const account = { username: 'guest', password: 'a long password' };
  await admin.call('createUser', { body: { ...account, role: 'maintainer', libraryIds: [open.libraryId] } });
  const guest = await signIn(server, account);
  const series: Record<string, string> = {};
  const books: Record<string, string> = {};
  for (const [index, name] of ['B', 'A', 'D', 'C'].entries()) {
    series[name] = await open.addSeries(name, { year: 2_000 - index });
    books[name] = await open.addBook(series[name], name);
  }
  series['Z'] = await hidden.addSeries('Z');
  books['Z'] = await hidden.addBook(series['Z'], 'Z');
  const of = (ids: Readonly<Record<string, string>>, names: string) => Array.from(names, (name) => ids[name] ?? '');
  const setDeleted = async (bookId: string, deletedAt: number | null) =>
    server.context.db.transaction(async (tx) => {
      await tx.write.updateTable('book').set({ deletedAt }).where('id', '=', bookId).execute();
    });
  return {
    ...{ server, admin, guest, open, hidden, setDeleted },
    seriesOf: (names: string) => of(series, names),
    booksOf: (names: string) => of(books, names),
  };
}

type Desk = Awaited<ReturnType<typeof openDesk>>;

async function start(kind: DatabaseKind) {
  const server = await startServer(kind);
  const desk: Desk = await openDesk(server);
  return { ...desk, [Symbol.asyncDispose]: async () => server[Symbol.asyncDispose]() };
}

/** Titles of the series of a collection, or of the books of a read list, as one word. */
async function fetchTitles(
  client: Client,
  id: string,
  sort?: 'manual' | 'title' | 'added' | 'year',
  direction?: 'desc',
) {
  const query = { ...(sort === undefined ? {} : { sort }), ...(direction === undefined ? {} : { direction }) };
  const answer = await client.call('listCollectionSeries', { params: { id }, query });
  expect(answer.total).toBe(answer.data.length);
  return answer.data.map(({ title }) => title).join('');
}

describe.each(databases)('collections on %s', (kind) => {
  it('hold series in an order, and show everybody what they may see of them', async () => {
    await using desk = await start(kind);
    const { admin, guest, seriesOf, booksOf, setDeleted } = desk;
    const made = await admin.call('createCollection', {
      body: { name: ' Best of ', ordered: true, seriesIds: seriesOf('BZA') },
    });
    expect(made).toMatchObject({
      name: 'Best of',
      ordered: true,
      automatic: false,
      seriesCount: 3,
      coverSeriesId: null,
    });
    expect('condition' in made).toBe(false);
    const { id } = made;
    await admin.call('addCollectionSeries', { params: { id }, body: { seriesIds: seriesOf('DAB') } });
    expect(await fetchTitles(admin, id)).toBe('BZAD');
    expect([
      await fetchTitles(guest, id),
      await fetchTitles(guest, id, 'title'),
      await fetchTitles(guest, id, 'year'),
    ]).toEqual(['BAD', 'ABD', 'DAB']);
    expect(await fetchTitles(guest, id, 'title', 'desc')).toBe('DBA');
    expect(await guest.call('getCollection', { params: { id } })).toMatchObject({ seriesCount: 3 });
    // What the guest does not see stays where it is.
    await guest.call('orderCollectionSeries', { params: { id }, body: { seriesIds: seriesOf('DAB') } });
    expect([await fetchTitles(guest, id), await fetchTitles(admin, id)]).toEqual(['DAB', 'DZAB']);
    const stranger = { params: { id }, body: { seriesIds: seriesOf('Z') } };
    expect(await expectRefusal(guest.call('addCollectionSeries', stranger))).toMatchObject({ status: 404 });
    const [a = ''] = booksOf('A');
    await setDeleted(a, 1);
    expect([await fetchTitles(admin, id), (await admin.call('getCollection', { params: { id } })).seriesCount]).toEqual(
      ['DZB', 3],
    );
    await setDeleted(a, null);
    expect(await fetchTitles(admin, id)).toBe('DZAB');
    await admin.call('removeCollectionSeries', { params: { id, seriesId: seriesOf('Z')[0] ?? '' } });
    await admin.call('removeCollectionSeries', { params: { id, seriesId: seriesOf('Z')[0] ?? '' } });
    await admin.call('addCollectionSeries', { params: { id }, body: { seriesIds: seriesOf('C') } });
    expect(await fetchTitles(admin, id)).toBe('DABC');
    expect(
      await guest.call('listSeriesCollections', { params: { id: seriesOf('A')[0] ?? '' }, query: {} }),
    ).toMatchObject({
      total: 1,
      data: [{ id }],
    });
  });

  it('are absent for who sees nothing of them', async () => {
    await using desk = await start(kind);
    const { admin, guest, seriesOf } = desk;
    const hidden = await admin.call('createCollection', { body: { name: 'Hidden', seriesIds: seriesOf('Z') } });
    const empty = await admin.call('createCollection', { body: { name: 'Empty' } });
    const condition = { libraryId: { operator: 'is', value: desk.hidden.libraryId } };
    const rule = await admin.call('createCollection', { body: { name: 'Rule', condition } });
    expect((await admin.call('listCollections', { query: {} })).data.map(({ name }) => name)).toEqual([
      'Empty',
      'Hidden',
      'Rule',
    ]);
    const seen = await guest.call('listCollections', { query: {} });
    expect([seen.total, seen.data.map(({ id }) => id)]).toEqual([1, [empty.id]]);
    for (const { id } of [hidden, rule]) {
      expect(await expectRefusal(guest.call('getCollection', { params: { id } }))).toMatchObject({ status: 404 });
      expect(await expectRefusal(guest.call('deleteCollection', { params: { id } }))).toMatchObject({ status: 404 });
      expect(await expectRefusal(guest.call('listCollectionSeries', { params: { id }, query: {} }))).toMatchObject({
        status: 404,
      });
    }
    await guest.call('deleteCollection', { params: empty });
    expect((await guest.call('listCollections', { query: {} })).total).toBe(0);
  });

  it('by a rule are evaluated for each viewer, and accept no manual members', async () => {
    await using desk = await start(kind);
    const { admin, guest, seriesOf, booksOf } = desk;
    const condition = {
      anyOf: [{ readStatus: { operator: 'is', value: 'read' } }, { name: { operator: 'is', value: 'd' } }],
    };
    const { id, ...made } = await admin.call('createCollection', { body: { name: 'Mine', condition } });
    expect(made).toMatchObject({ automatic: true, condition, seriesCount: null });
    await admin.call('markBooksRead', { body: { bookIds: booksOf('CZ') } });
    await guest.call('markBooksRead', { body: { bookIds: booksOf('A') } });
    expect([await fetchTitles(admin, id), await fetchTitles(guest, id)]).toEqual(['CDZ', 'AD']);
    const params = { id };
    const body = { seriesIds: seriesOf('A') };
    for (const work of [
      async () => admin.call('addCollectionSeries', { params, body }),
      async () => admin.call('orderCollectionSeries', { params, body }),
      async () => admin.call('removeCollectionSeries', { params: { id, seriesId: seriesOf('A')[0] ?? '' } }),
    ])
      expect(await expectRefusal(work())).toMatchObject({ status: 409 });
    const other = { name: { operator: 'beginsWith', value: 'B' } };
    await admin.call('updateCollection', { params, body: { condition: other, summary: 'all B' } });
    expect(await fetchTitles(admin, id)).toBe('B');
    const bad: readonly object[] = [
      { name: 'x', condition: { allOf: [] } },
      { name: 'x', condition: { nonsense: { operator: 'is', value: 'y' } } },
      { name: 'x', condition: { inCollection: { operator: 'isTrue' } } },
      { name: 'x', condition: other, ordered: true },
      { name: 'x', condition: other, seriesIds: seriesOf('A') },
      { name: '  ' },
    ];
    for (const wrong of bad) {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(wrong) };
      expect([wrong, (await admin.fetch('/api/v1/collections', init)).status]).toEqual([wrong, 400]);
    }
    await admin.call('createCollection', { body: { name: 'By hand' } });
    const taken = expectRefusal(admin.call('createCollection', { body: { name: 'BY HAND ' } }));
    expect(await taken).toMatchObject({ status: 409 });
    expect(await expectRefusal(admin.call('updateCollection', { params, body: { name: 'by hand' } }))).toMatchObject({
      status: 409,
    });
    const unknown = expectRefusal(admin.call('createCollection', { body: { name: 'New', seriesIds: [randomUUID()] } }));
    expect(await unknown).toMatchObject({ status: 404 });
    expect((await admin.call('listCollections', { query: {} })).total).toBe(2);
  });

  it('keep their places when the books of a series go to another one', async () => {
    await using desk = await start(kind);
    const { admin, server, open, seriesOf, booksOf } = desk;
    const [a = '', b = ''] = seriesOf('AB');
    const { id } = await admin.call('createCollection', {
      body: { name: 'Kept', ordered: true, seriesIds: seriesOf('DAC') },
    });
    await admin.call('updateCollection', { params: { id }, body: { coverSeriesId: a } });
    await admin.call('addWantToRead', { body: { seriesId: a } });
    await admin.call('saveRating', { params: { id: a }, body: { rating: 77 } });
    const { db, events } = server.context;
    await db.transaction(async (tx) => {
      await tx.write.updateTable('book').set({ seriesId: b }).where('id', 'in', booksOf('A')).execute();
      await dropEmptiedSeries(tx, events, open.libraryId, [a]);
    });
    expect(await fetchTitles(admin, id)).toBe('DBC');
    expect(await admin.call('getCollection', { params: { id } })).toMatchObject({ coverSeriesId: b });
    expect(await admin.call('getSeries', { params: { id: b } })).toMatchObject({ wantToRead: true, userRating: 77 });
    expect(await db.read.selectFrom('seriesMove').selectAll().execute()).toEqual([]);
  });

  it('have a cover made of those of their series, or the one that was chosen', async () => {
    await using desk = await start(kind);
    const { admin, server, seriesOf, booksOf } = desk;
    const { id } = await admin.call('createCollection', { body: { name: 'Pictures' } });
    const thumbnail = async (query = '') => admin.fetch(`/api/v1/collections/${id}/thumbnail${query}`);
    expect((await thumbnail()).status).toBe(404);
    for (const [index, bookId] of booksOf('BADC').entries()) {
      const { key } = await server.context.covers.put(await newPicture('png', COVERS[index] ?? 'red'), 'viewer');
      await server.context.db.transaction(async (tx) => {
        await tx.write.updateTable('book').set({ coverKey: key }).where('id', '=', bookId).execute();
      });
    }
    await admin.call('addCollectionSeries', { params: { id }, body: { seriesIds: seriesOf('BA') } });
    const first = await thumbnail();
    const ofSeries = await admin.fetch(`/api/v1/series/${seriesOf('A')[0] ?? ''}/thumbnail`);
    expect([first.status, first.headers.get('etag')]).toEqual([200, ofSeries.headers.get('etag')]);
    await admin.call('addCollectionSeries', { params: { id }, body: { seriesIds: seriesOf('DC') } });
    const mosaic = await thumbnail('?format=jpeg&width=240');
    expect([mosaic.status, mosaic.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect((await mosaic.arrayBuffer()).byteLength).toBeGreaterThan(500);
    const etag = mosaic.headers.get('etag') ?? '';
    const again = await admin.fetch(`/api/v1/collections/${id}/thumbnail?format=jpeg&width=240`, {
      headers: { 'if-none-match': etag },
    });
    expect([etag === first.headers.get('etag'), again.status]).toEqual([false, 304]);
    await admin.call('updateCollection', { params: { id }, body: { coverSeriesId: seriesOf('A')[0] ?? '' } });
    expect((await thumbnail()).headers.get('etag')).toBe(ofSeries.headers.get('etag'));
    const unknown = admin.call('updateCollection', { params: { id }, body: { coverSeriesId: randomUUID() } });
    expect(await expectRefusal(unknown)).toMatchObject({ status: 404 });
  });
});

describe.each(databases)('names of lists on %s', (kind) => {
  it('are taken where their lists may be known of, and tell nothing of hidden ones', async () => {
    await using desk = await start(kind);
    const { admin, guest, seriesOf, booksOf } = desk;
    const hidden = await admin.call('createCollection', { body: { name: 'Crime', seriesIds: seriesOf('Z') } });
    const condition = { libraryId: { operator: 'is', value: desk.hidden.libraryId } };
    await admin.call('createCollection', { body: { name: 'By rule', condition } });
    await admin.call('createReadList', { body: { name: 'Crime', bookIds: booksOf('Z') } });
    const make = async (name: string) => guest.call('createCollection', { body: { name, seriesIds: seriesOf('A') } });
    const own = await make('crime');
    const renamed = await make('Other');
    await guest.call('createReadList', { body: { name: 'CRIME', bookIds: booksOf('A') } });
    for (const name of ['Crime', ' CRIME ', 'other']) {
      expect(await expectRefusal(make(name))).toMatchObject({ status: 409 });
      expect(await expectRefusal(admin.call('createCollection', { body: { name } }))).toMatchObject({ status: 409 });
    }
    const rename = async (name: string) =>
      guest.call('updateCollection', { params: { id: renamed.id }, body: { name } });
    expect(await expectRefusal(rename('Crime'))).toMatchObject({ status: 409 });
    expect((await rename('By Rule')).name).toBe('By Rule');
    expect((await guest.call('updateCollection', { params: { id: own.id }, body: { name: 'CRIME' } })).name).toBe(
      'CRIME',
    );
    expect(await expectRefusal(guest.call('getCollection', { params: { id: hidden.id } }))).toMatchObject({
      status: 404,
    });
    // A name that became free is free for everybody.
    await admin.call('deleteCollection', { params: { id: own.id } });
    expect(await expectRefusal(admin.call('createCollection', { body: { name: 'crime' } }))).toMatchObject({
      status: 409,
    });
    expect((await make('Crime')).name).toBe('Crime');
  });

  it('are given to one of two who want the same at once', async () => {
    await using desk = await start(kind);
    const { admin, guest, seriesOf } = desk;
    const body = { name: 'Both', seriesIds: seriesOf('A') };
    const answers = await Promise.allSettled([admin, guest].map(async (who) => who.call('createCollection', { body })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await admin.call('listCollections', { query: {} })).total).toBe(1);
  });
});

describe.each(databases)('read lists on %s', (kind) => {
  it('know how far everybody is in them, and with what they go on', async () => {
    await using desk = await start(kind);
    const { admin, guest, booksOf, setDeleted } = desk;
    const { id } = await admin.call('createReadList', { body: { name: 'Event', bookIds: booksOf('BZAD') } });
    const progress = async (client: Client) => {
      const { bookCount, readCount, next } = await client.call('getReadListProgress', { params: { id } });
      return [bookCount, readCount, next?.title ?? null];
    };
    expect([await progress(admin), await progress(guest)]).toEqual([
      [4, 0, 'B'],
      [3, 0, 'B'],
    ]);
    const [b = '', a = '', d = ''] = booksOf('BAD');
    await guest.call('markBookRead', { params: { id: b } });
    expect([await progress(admin), await progress(guest)]).toEqual([
      [4, 0, 'B'],
      [3, 1, 'A'],
    ]);
    await setDeleted(a, 1);
    expect(await progress(guest)).toEqual([2, 1, 'D']);
    await setDeleted(a, null);
    await guest.call('saveProgress', { params: { id: d }, body: { currentPage: 1, completed: false } });
    expect(await progress(guest)).toEqual([3, 1, 'D']);
    await guest.call('markBooksRead', { body: { bookIds: [a, d] } });
    expect(await progress(guest)).toEqual([3, 3, null]);
    await admin.call('updateReadList', { params: { id }, body: { ordered: false } });
    // Without an order of its own by release, here by title.
    expect(await progress(admin)).toEqual([4, 0, 'A']);
    const secret = await admin.call('createReadList', { body: { name: 'Secret', bookIds: booksOf('Z') } });
    expect(await expectRefusal(guest.call('getReadListProgress', { params: { id: secret.id } }))).toMatchObject({
      status: 404,
    });
  });

  it('hold books in an order, each with what its viewer may see', async () => {
    await using desk = await start(kind);
    const { admin, guest, booksOf, server, setDeleted } = desk;
    const made = await admin.call('createReadList', {
      body: { name: 'Event', summary: 'In order', bookIds: booksOf('BZAD') },
    });
    expect(made).toMatchObject({ name: 'Event', summary: 'In order', ordered: true, bookCount: 4, coverBookId: null });
    const { id } = made;
    const params = { id };
    const titles = async (client: Client, query: { sort?: 'release' | 'title' | 'added'; direction?: 'desc' } = {}) => {
      const { data, total } = await client.call('listReadListBooks', { params, query });
      expect(total).toBe(data.length);
      return data.map(({ title }) => title).join('');
    };
    expect([await titles(admin), await titles(guest), await titles(guest, { sort: 'title' })]).toEqual([
      'BZAD',
      'BAD',
      'ABD',
    ]);
    await server.context.db.transaction(async (tx) => {
      for (const [index, bookId] of booksOf('DA').entries())
        await tx.write
          .insertInto('bookMetadata')
          .values({
            ...{ id: randomUUID(), bookId, year: 2_000, month: index + 1, createdAt: 1, updatedAt: 1 },
            ...{ authors: '[]', awards: '[]', locks: '[]' },
          })
          .execute();
    });
    expect([
      await titles(guest, { sort: 'release' }),
      await titles(guest, { sort: 'release', direction: 'desc' }),
    ]).toEqual(['DAB', 'ADB']);
    await guest.call('orderReadListBooks', { params, body: { bookIds: booksOf('DAB') } });
    expect(await titles(admin)).toBe('DZAB');
    const [a = ''] = booksOf('A');
    await setDeleted(a, 1);
    expect([await titles(admin), (await guest.call('getReadList', { params })).bookCount]).toEqual(['DZB', 2]);
    await setDeleted(a, null);
    expect(await titles(guest)).toBe('DAB');
    await guest.call('removeReadListBook', { params: { id, bookId: a } });
    await guest.call('addReadListBooks', { params, body: { bookIds: booksOf('CAC') } });
    expect(await titles(admin)).toBe('DZBCA');
    expect(
      await guest.call('updateReadList', { params, body: { name: 'Other', ordered: false, coverBookId: a } }),
    ).toMatchObject({
      ...{ name: 'Other', summary: 'In order', ordered: false, coverBookId: a },
    });
    expect(await titles(admin)).toBe('DABCZ');
    expect((await guest.fetch(`/api/v1/readlists/${id}/thumbnail`)).status).toBe(200);
    expect(await guest.call('listBookReadLists', { params: { id: a }, query: {} })).toMatchObject({ total: 1 });
    const secret = await admin.call('createReadList', { body: { name: 'Secret', bookIds: booksOf('Z') } });
    expect((await guest.call('listReadLists', { query: {} })).data.map(({ name }) => name)).toEqual(['Other']);
    expect(await expectRefusal(guest.call('getReadList', { params: secret }))).toMatchObject({ status: 404 });
    for (const query of [{}, { sort: 'title' as const }]) {
      const listing = guest.call('listReadListBooks', { params: secret, query });
      expect(await expectRefusal(listing)).toMatchObject({ status: 404 });
    }
    await guest.call('deleteReadList', { params });
    expect((await admin.call('listReadLists', { query: {} })).total).toBe(1);
  });
});

describe.each(databases)('want to read on %s', (kind) => {
  it('is a list of series and books in an order of their own', async () => {
    await using desk = await start(kind);
    const { admin, guest, seriesOf, booksOf, setDeleted } = desk;
    const [a = '', z = ''] = seriesOf('AZ');
    const [bookB = ''] = booksOf('B');
    const entry = await guest.call('addWantToRead', { body: { seriesId: a } });
    expect(entry).toMatchObject({ itemType: 'series', seriesId: a, series: { id: a, wantToRead: true } });
    expect((await guest.call('addWantToRead', { body: { seriesId: a } })).id).toBe(entry.id);
    expect(await expectRefusal(guest.call('addWantToRead', { body: { seriesId: z } }))).toMatchObject({ status: 404 });
    for (const body of [{}, { seriesId: a, bookId: bookB }]) {
      expect(await expectRefusal(guest.call('addWantToRead', { body }))).toMatchObject({ status: 400 });
    }
    const many = { seriesIds: [a, z, ...seriesOf('D')], bookIds: [bookB, bookB, randomUUID()] };
    expect(await guest.call('addManyWantToRead', { body: many })).toEqual({ added: 2, alreadyPresent: 1 });
    const list = async (sort: 'newest' | 'oldest' | 'custom') =>
      (await guest.call('listWantToRead', { query: { sort } })).data
        .map(({ series, book }) => series?.title ?? book?.title)
        .join('');
    expect([await list('newest'), await list('oldest'), await list('custom')]).toEqual(['BDA', 'ADB', 'ADB']);
    const { data } = await guest.call('listWantToRead', { query: { sort: 'custom' } });
    const ids = data.map(({ id }) => id);
    // What was added together comes in the order of its owner.
    await guest.call('orderWantToRead', { body: { entryIds: [ids[2] ?? '', ids[0] ?? '', randomUUID()] } });
    expect([await list('custom'), await list('oldest')]).toEqual(['BDA', 'ABD']);
    expect((await guest.call('getBook', { params: { id: bookB } })).book.wantToRead).toBe(true);
    expect((await admin.call('getBook', { params: { id: bookB } })).book.wantToRead).toBe(false);
    await setDeleted(bookB, 1);
    expect(await list('custom')).toBe('DA');
    await setDeleted(bookB, null);
    await guest.call('removeWantedSeries', { params: { id: a } });
    await guest.call('removeWantedSeries', { params: { id: a } });
    await guest.call('markBookRead', { params: { id: bookB } });
    expect([await list('custom'), (await admin.call('listWantToRead', { query: {} })).total]).toEqual(['BD', 0]);
    await guest.call('removeWantedBook', { params: { id: bookB } });
    expect(await list('custom')).toBe('D');
  });
});

describe.each(databases)('ratings on %s', (kind) => {
  it('are everybody’s own, and their mean that of those who may see the series', async () => {
    await using desk = await start(kind);
    const { admin, guest, seriesOf, open, hidden } = desk;
    const [a = '', z = ''] = seriesOf('AZ');
    const params = { id: a };
    expect(await guest.call('getRating', { params })).toBeUndefined();
    expect(await guest.call('getAverageRating', { params })).toEqual({ average: null, count: 0 });
    const first = await guest.call('saveRating', { params, body: { rating: 60, notes: 'fine' } });
    const second = await guest.call('saveRating', { params, body: { rating: 70 } });
    expect(second).toMatchObject({ id: first.id, seriesId: a, rating: 70, notes: 'fine', createdAt: first.createdAt });
    expect((await guest.call('saveRating', { params, body: { rating: 70, notes: null } })).notes).toBeNull();
    await admin.call('saveRating', { params, body: { rating: 81 } });
    expect(await guest.call('getAverageRating', { params })).toEqual({ average: 75.5, count: 2 });
    expect(await guest.call('getSeries', { params })).toMatchObject({ userRating: 70, communityRating: 75.5 });
    const { data } = await admin.call('listSeries', { query: { libraryId: open.libraryId } });
    expect(data.map(({ userRating }) => userRating)).toEqual([81, null, null, null]);
    expect(await guest.call('listRatings', { query: {} })).toMatchObject({
      total: 1,
      data: [{ seriesId: a, rating: 70 }],
    });
    for (const rating of [0, 101, 1.5]) {
      const init = { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ rating }) };
      expect((await guest.fetch(`/api/v1/series/${a}/rating`, init)).status).toBe(400);
    }
    expect(await expectRefusal(guest.call('saveRating', { params: { id: z }, body: { rating: 5 } }))).toMatchObject({
      status: 404,
    });
    // A user who no longer sees the series does not count.
    const { data: users } = await admin.call('listUsers', { query: {} });
    const id = users.find(({ username }) => username === 'guest')?.id ?? '';
    await admin.call('updateUser', { params: { id }, body: { libraryIds: [hidden.libraryId] } });
    expect(await admin.call('getAverageRating', { params })).toEqual({ average: 81, count: 1 });
    expect(await guest.call('listRatings', { query: {} })).toMatchObject({ total: 0 });
    await admin.call('deleteRating', { params });
    expect(await expectRefusal(admin.call('deleteRating', { params }))).toMatchObject({ status: 404 });
    expect(await admin.call('getAverageRating', { params })).toEqual({ average: null, count: 0 });
  });
});
