import { describe, expect, it } from 'vitest';
import { expectRefusal, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { newShelf, type Shelf } from '../_harness/shelf.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';
import { queryWaits } from '../_harness/waiting-queries.ts';

const UNKNOWN = '01a1fd6f-0000-75f4-9695-181ffb188bdc';

async function newDesk(server: TestServer, values: Parameters<Shelf['addBook']>[2] = {}) {
  const admin = await setupAdmin(server);
  const shelf = await newShelf(server);
  const series = await shelf.addSeries('Series');
  const id = await shelf.addBook(series, 'Book', values);
  const params = { id };
  const countReadings = async () =>
    (await server.context.db.read.selectFrom('readCompletion').select('id').where('bookId', '=', id).execute()).length;
  return { admin, shelf, series, id, params, countReadings };
}

describe.each(databases)('progress on %s', (kind) => {
  it('is nothing at first, then what was stored', async () => {
    await using server = await startServer(kind);
    const { admin, id, params } = await newDesk(server);
    const answer = await admin.fetch(`/api/v1/books/${id}/progress`);
    expect([answer.status, await answer.text()]).toEqual([204, '']);
    const stored = await admin.call('saveProgress', { params, body: { currentPage: 4 } });
    expect(stored).toMatchObject({
      bookId: id,
      currentPage: 4,
      completed: false,
      completedAt: null,
      progressPercentage: 0.4,
    });
    expect(await admin.call('getProgress', { params })).toEqual(stored);
    const later = await admin.call('saveProgress', { params, body: { currentPage: 5 } });
    expect(later).toMatchObject({ id: stored.id, startedAt: stored.startedAt, currentPage: 5 });
  });

  it('takes the body of the specification', async () => {
    await using server = await startServer(kind);
    const { admin, id } = await newDesk(server);
    const answer = await admin.fetch(`/api/v1/books/${id}/progress`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ current_page: 3, is_completed: true }),
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ currentPage: 3, completed: true });
  });

  it('completes by itself on the last page and near the end, and honours what is said', async () => {
    await using server = await startServer(kind);
    const { admin, params } = await newDesk(server);
    const save = async (body: object) => admin.call('saveProgress', { params, body: { currentPage: 1, ...body } });
    expect(await save({ currentPage: 10 })).toMatchObject({ completed: true });
    expect(await save({ currentPage: 10, completed: false })).toMatchObject({ completed: false, completedAt: null });
    expect(await save({ progressPercentage: 0.98 })).toMatchObject({ completed: true });
    expect(await save({ progressPercentage: 0.97 })).toMatchObject({ completed: false });
    expect(await save({ completed: true })).toMatchObject({ completed: true });
  });

  it('refuses a page that the book does not have', async () => {
    await using server = await startServer(kind);
    const { admin, params } = await newDesk(server);
    for (const currentPage of [0, -1, 11]) {
      const refusal = await expectRefusal(admin.call('saveProgress', { params, body: { currentPage } }));
      const details = [{ path: 'currentPage', message: 'must be from 1 to 10' }];
      expect(refusal).toMatchObject({ status: 400, kind: 'BadRequest', details });
    }
    for (const body of [{}, { currentPage: 1.5 }, { currentPage: 1, progressPercentage: 2 }]) {
      const answer = await admin.fetch(`/api/v1/books/${params.id}/progress`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect(answer.status).toBe(400);
    }
  });

  it('takes any page of a book that is not analysed, and never completes it by the page', async () => {
    await using server = await startServer(kind);
    const { admin, params } = await newDesk(server, { state: 'pending', pageCount: 0, layout: null });
    const progress = await admin.call('saveProgress', { params, body: { currentPage: 50 } });
    expect(progress).toMatchObject({ currentPage: 50, completed: false, progressPercentage: null });
    // Section 2.2: an int32.
    const refusal = await expectRefusal(admin.call('saveProgress', { params, body: { currentPage: 2 ** 31 } }));
    expect(refusal).toMatchObject({ status: 400, kind: 'BadRequest' });
  });

  it('keeps the share and the place of a reflowable book as they were stored', async () => {
    await using server = await startServer(kind);
    const { admin, params } = await newDesk(server, { layout: 'reflowable', fileFormat: 'epub', pageCount: 200 });
    const locator = { href: 'c1.xhtml', type: 'application/xhtml+xml', locations: { progression: 0.5, position: 40 } };
    const body = { currentPage: 40, progressPercentage: 0.33, locator };
    expect(await admin.call('saveProgress', { params, body })).toMatchObject({ progressPercentage: 0.33, locator });
    const moved = await admin.call('saveProgress', { params, body: { currentPage: 50 } });
    expect(moved.progressPercentage).toBe(0.25);
    expect('locator' in moved).toBe(false);
  });

  it('counts the first completion of a pass, and a new pass after the book was marked unread', async () => {
    await using server = await startServer(kind);
    const { admin, params, countReadings } = await newDesk(server);
    const save = async (currentPage: number) => admin.call('saveProgress', { params, body: { currentPage } });
    const first = await save(10);
    expect(await countReadings()).toBe(1);
    expect(await save(3)).toMatchObject({ completed: false, completedAt: null });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await save(10)).toMatchObject({ completed: true, completedAt: first.completedAt });
    expect(await admin.call('markBookRead', { params })).toMatchObject({ completedAt: first.completedAt });
    expect(await countReadings()).toBe(1);
    await admin.call('markBookUnread', { params });
    expect(await admin.call('getProgress', { params })).toBeUndefined();
    expect(await countReadings()).toBe(1);
    const again = await admin.call('markBookRead', { params });
    expect(again).toMatchObject({ currentPage: 10, completed: true, progressPercentage: 1 });
    expect(again.id).not.toBe(first.id);
    expect(await countReadings()).toBe(2);
    await admin.call('deleteProgress', { params });
    await admin.call('deleteProgress', { params });
    expect(await countReadings()).toBe(2);
  });

  it('stays whole when it is written many times at once', async () => {
    await using server = await startServer(kind);
    const { admin, params, countReadings } = await newDesk(server);
    const pages = Array.from({ length: 24 }, (_, index) => (index % 10) + 1);
    const answers = await Promise.all(
      pages.map(async (currentPage) => admin.call('saveProgress', { params, body: { currentPage } })),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(answers.map(({ currentPage }) => currentPage)).toEqual(pages);
    const progress = await admin.call('getProgress', { params });
    expect(progress?.completed).toBe(progress?.currentPage === 10);
    expect(await admin.call('listProgress', {})).toMatchObject({ total: 1 });
    expect(await countReadings()).toBe(1);
  });

  it('is everybody’s own', async () => {
    await using server = await startServer(kind);
    const { admin, params, shelf, series } = await newDesk(server);
    await server.context.db.transaction(async (tx) => {
      await tx.write
        .insertInto('user')
        .values({
          id: UNKNOWN,
          username: 'other',
          usernameKey: 'other',
          passwordHash: '',
          role: 'reader',
          permissions: '[]',
          isActive: 1,
          emailVerified: 0,
          allLibraries: 1,
          secondFactor: 0,
          maxAge: null,
          showsUnrated: 0,
          mustVerify: 0,
          hasPassword: 1,
          createdAt: 1,
          updatedAt: 1,
        })
        .execute();
      await tx.write
        .insertInto('readProgress')
        .values({
          id: UNKNOWN,
          userId: UNKNOWN,
          bookId: params.id,
          currentPage: 9,
          completed: 1,
          startedAt: 1,
          updatedAt: 1,
        })
        .execute();
    });
    expect(await admin.call('getProgress', { params })).toBeUndefined();
    const { book } = await admin.call('getBook', { params });
    expect('readProgress' in book).toBe(false);
    expect(await admin.call('getSeries', { params: { id: series } })).toMatchObject({ unreadCount: 1 });
    await admin.call('deleteProgress', { params });
    const kept = await server.context.db.read.selectFrom('readProgress').select('id').execute();
    expect(kept).toEqual([{ id: UNKNOWN }]);
    expect(await admin.call('listBooksInProgress', { query: { libraryId: shelf.libraryId } })).toMatchObject({
      total: 0,
    });
  });

  it('is listed latest first, page by page', async () => {
    await using server = await startServer(kind);
    const { admin, shelf, series, id } = await newDesk(server);
    const ids = [id];
    for (const title of ['B', 'C', 'D', 'E']) ids.push(await shelf.addBook(series, title));
    for (const book of ids) {
      await admin.call('saveProgress', { params: { id: book }, body: { currentPage: 1 } });
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    const seen: string[] = [];
    for (const page of [1, 2, 3]) {
      const answer = await admin.call('listProgress', { query: { page, pageSize: 2 } });
      expect(answer).toMatchObject({ page, total: 5, totalPages: 3 });
      seen.push(...answer.data.map(({ bookId }) => bookId));
    }
    expect(seen).toEqual(ids.toReversed());
  });

  it('says not-found for an unknown book', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const params = { id: UNKNOWN };
    const refusals = await Promise.all([
      expectRefusal(admin.call('getProgress', { params })),
      expectRefusal(admin.call('saveProgress', { params, body: { currentPage: 1 } })),
      expectRefusal(admin.call('deleteProgress', { params })),
      expectRefusal(admin.call('markBookRead', { params })),
      expectRefusal(admin.call('markBookUnread', { params })),
    ]);
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ status: 404, kind: 'NotFound', message: `Book ${UNKNOWN} not found` });
    }
  });

  it('marks the other books read when one of them is removed at that very moment', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const shelf = await newShelf(server);
    const seriesId = await shelf.addSeries('Saga');
    const [kept, gone] = [await shelf.addBook(seriesId, 'Saga 1'), await shelf.addBook(seriesId, 'Saga 2')];
    const { db } = server.context;
    const { marking } = await db.transaction(async (tx) => {
      await tx.write.deleteFrom('book').where('id', '=', gone).execute();
      const asked = client.call('markBooksRead', { body: { bookIds: [kept, gone] } });
      // On SQLite it waits for its turn to write; on PostgreSQL it has seen the book, and waits to hear what becomes of it.
      await queryWaits(db);
      return { marking: asked };
    });
    expect(await marking).toMatchObject({ count: 1 });
    const { book } = await client.call('getBook', { params: { id: kept } });
    expect(book.readProgress).toMatchObject({ completed: true });
  });

  it('stores the other places when a book is removed while places of many come', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const shelf = await newShelf(server);
    const seriesId = await shelf.addSeries('Saga');
    const [kept, gone] = [await shelf.addBook(seriesId, 'Saga 1'), await shelf.addBook(seriesId, 'Saga 2')];
    const { db } = server.context;
    const { saving } = await db.transaction(async (tx) => {
      await tx.write.deleteFrom('book').where('id', '=', gone).execute();
      const places = [gone, kept].map((bookId) => ({ bookId, currentPage: 3 }));
      const asked = client.call('saveManyProgress', { body: { progress: places } });
      await queryWaits(db);
      return { saving: asked };
    });
    expect(await saving).toMatchObject({
      progress: [{ bookId: kept, currentPage: 3 }],
      rejected: [{ bookId: gone, reason: 'book_not_found' }],
    });
  });
});
