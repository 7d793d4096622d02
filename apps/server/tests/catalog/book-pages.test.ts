import { describe, expect, it } from 'vitest';
import { setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer } from '../_harness/start-server.ts';

const LETTERS = ['a', 'B', 'é', 'か', '9', '10', '𝄞'];
/** Not a size that pages usually have, and more than there are. */
const ALL = 499;
const PAGE = 50;

/** 130 books in two libraries: many alike by title, size or pages, some deleted, read or wanted. */
async function openShelves(kind: (typeof databases)[number]) {
  const server = await startServer(kind);
  const admin = await setupAdmin(server);
  const shelves = [await newShelf(server), await newShelf(server, { name: 'Other' })];
  for (const [index, shelf] of shelves.entries()) {
    const series = [await shelf.addSeries('One'), await shelf.addSeries('Two', { readingDirection: 'rtl' })];
    for (let number = 0; number < 65; number += 1) {
      const title = `${LETTERS[number % LETTERS.length] ?? ''} ${String(number % 30)}`;
      const pageCount = 10 + (number % 4);
      const path = `${String(index)}/${String(number)}.cbz`;
      const deletedAt = number % 16 === 0 ? 1 : null;
      const values = { path, pageCount, fileSize: number % 9, deletedAt, createdAt: number % 5 };
      const id = await shelf.addBook(series[number % 2] ?? '', title, values);
      if (deletedAt !== null) continue;
      if (number % 11 === 1) await admin.call('saveProgress', { params: { id }, body: { currentPage: 3 } });
      if (number % 13 === 1) await admin.call('addWantToRead', { body: { bookId: id } });
    }
  }
  return { server, admin, libraryIds: shelves.map(({ libraryId }) => libraryId) };
}

describe.each(databases)('pages of books on %s', (kind) => {
  it('are cut from one list, whichever way each is found', async () => {
    const { server, admin, libraryIds } = await openShelves(kind);
    await using _ = server;
    const orders = ['title', 'file_size', 'page_count', 'created_at', 'modified_at'].flatMap((field) => [
      { sort: `${field},asc` },
      { sort: `${field},desc` },
    ]);
    const [, libraryId = ''] = libraryIds;
    for (const query of [...orders, ...orders.map((order) => ({ ...order, libraryId }))]) {
      const whole = await admin.call('listBooks', { query: { ...query, pageSize: ALL } });
      expect(whole.data).toHaveLength('libraryId' in query ? 60 : 120);
      // The second time around it is known at which book each page begins.
      for (const page of [1, 2, 3, 1, 2, 3]) {
        const { data, total } = await admin.call('listBooks', { query: { ...query, page, pageSize: PAGE } });
        expect(data).toEqual(whole.data.slice((page - 1) * PAGE, page * PAGE));
        expect(total).toBe(whole.data.length);
      }
    }
  });

  it('hold what is read, wanted and deleted at the moment', async () => {
    const { server, admin } = await openShelves(kind);
    await using _ = server;
    const query = { pageSize: PAGE };
    const { data } = await admin.call('listBooks', { query });
    const [first, second] = data.filter(
      ({ wantToRead, readProgress }) => wantToRead !== true && readProgress === undefined,
    );
    const id = first?.id ?? '';
    await admin.call('saveProgress', { params: { id }, body: { currentPage: 7 } });
    await admin.call('addWantToRead', { body: { bookId: id } });
    const after = await admin.call('listBooks', { query });
    const changed = after.data.find((book) => book.id === id);
    expect(changed).toMatchObject({ wantToRead: true, readProgress: { currentPage: 7 } });
    await server.context.db.transaction(async (tx) => {
      const gone = tx.write.updateTable('book').set({ deletedAt: 1 });
      await gone.where('id', '=', second?.id ?? '').execute();
    });
    const left = (await admin.call('listBooks', { query })).data.map((book) => book.id);
    expect(left.slice(0, PAGE - 1)).toEqual(data.map((book) => book.id).filter((other) => other !== second?.id));
  });
});
