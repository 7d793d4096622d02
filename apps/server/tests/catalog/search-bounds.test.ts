import { randomUUIDv7 } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sortKey } from '#core/rules/text/sort-key.ts';
import { chunked } from '#db/sql/dialect.ts';
import { type Client, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { indexAll } from '../_harness/many-books.ts';
import { newShelf, type Shelf } from '../_harness/shelf.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const MANY = 1_100;
const GUEST = { username: 'guest', password: 'the password of a guest' };

/** Series with a book each, too many to be ranked one by one. */
async function addMany({ context }: TestServer, { libraryId }: Shelf, titleOf: (index: number) => string) {
  const rows = Array.from({ length: MANY }, (_, index) => ({ seriesId: randomUUIDv7(), title: titleOf(index) }));
  const at = { createdAt: 0, updatedAt: 0 };
  for (const some of chunked(rows)) {
    await context.db.transaction(async (tx) => {
      const series = some.map(({ seriesId, title }) => ({
        ...{ id: seriesId, libraryId, name: title, path: title, title, sortKey: sortKey(title), status: 'unknown' },
        ...at,
      }));
      const books = some.map(({ seriesId, title }) => ({
        ...{ id: randomUUIDv7(), libraryId, seriesId, path: `${title}.cbz`, fileName: `${title}.cbz`, fileSize: 1 },
        ...{ fileModifiedAt: 0, fileFormat: 'cbz', state: 'ready', layout: 'pages', pageCount: 1 },
        ...{ title: `${title} book`, sortKey: sortKey(`${title} book`), analyzedAt: 0, fingerprint: seriesId },
        ...at,
      }));
      await tx.write.insertInto('series').values(series).execute();
      await tx.write.insertInto('book').values(books).execute();
    });
  }
}

async function addSeries(shelf: Shelf, title: string): Promise<string> {
  const id = await shelf.addSeries(title);
  await shelf.addBook(id, 'Volume');
  return id;
}

async function findSeries(client: Client, q: string, limit = 5) {
  const { series } = await client.call('search', { query: { q, limit } });
  return { ...series, items: series.items.map(({ title }) => title) };
}

describe.each(databases)('a search that finds very much, on %s', (kind) => {
  it('still has first what is called so, then what begins so, then what has it as a word', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const shelf = await newShelf(server);
    await addMany(server, shelf, (index) => `Bright teakettles ${String(index)}`);
    // The index meets these last.
    for (const title of ['Kettlebells', 'Old kettle', 'Kettle drum', 'The kettledrum', 'Kettle']) {
      await addSeries(shelf, title);
    }
    await indexAll(server);
    const first = ['Kettle', 'Kettle drum', 'Kettlebells', 'Old kettle', 'The kettledrum'];
    expect(await findSeries(admin, 'kettle')).toEqual({ items: first, total: 500, capped: true });
    const more = await findSeries(admin, 'kettle', 8);
    expect(more.items.slice(0, 5)).toEqual(first);
    expect(new Set(more.items).size).toBe(8);
    const drums = ['Kettle drum', 'The kettledrum'];
    expect(await findSeries(admin, 'kettle drum')).toEqual({ items: drums, total: 2, capped: false });
    // Lists count exactly, and their order is that of all.
    const list = await admin.call('listFilteredSeries', { body: { fullTextSearch: 'kettle' }, query: { pageSize: 5 } });
    expect([list.total, ...list.data.map(({ title }) => title)]).toEqual([MANY + 5, ...first]);
  });

  it('has the first of very many that begin so, in their order', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const shelf = await newShelf(server);
    await addMany(server, shelf, (index) => `Quarry ${String(MANY - index).padStart(4, '0')}`);
    await addSeries(shelf, 'Q');
    await indexAll(server);
    const first = ['Q', 'Quarry 0001', 'Quarry 0002'];
    expect(await findSeries(admin, 'q', 3)).toEqual({ items: first, total: 500, capped: true });
  });

  it('ranks and counts among what the one who asks may see', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const hidden = await newShelf(server, { name: 'Hidden' });
    await addMany(server, hidden, (index) => `Lantern ${String(index)}`);
    const open = await newShelf(server);
    await addSeries(open, 'A far lantern');
    await indexAll(server);
    await admin.call('createUser', { body: { ...GUEST, libraryIds: [open.libraryId] } });
    const guest = await signIn(server, GUEST);
    expect(await findSeries(admin, 'lantern')).toMatchObject({ total: 500, capped: true });
    expect(await findSeries(guest, 'lantern')).toEqual({ items: ['A far lantern'], total: 1, capped: false });
  });
});

describe.each(databases)('a search for lists, on %s', (kind) => {
  it('finds collections and read lists that the one who asks may know of', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const [open, hidden] = [await newShelf(server), await newShelf(server, { name: 'Hidden' })];
    const [seen, unseen] = [await open.addSeries('Seen'), await hidden.addSeries('Unseen')];
    const [seenBook, unseenBook] = [await open.addBook(seen, 'Seen 1'), await hidden.addBook(unseen, 'Unseen 1')];
    const collection = async (name: string, seriesIds: string[]) =>
      admin.call('createCollection', { body: { name, seriesIds } });
    const harbour = await collection('Harbour lights', [seen, unseen]);
    await collection('Harbour secrets', [unseen]);
    const rule = { genre: { operator: 'is', value: 'nothing' } } as const;
    await admin.call('createCollection', { body: { name: 'Harbour rule', condition: rule } });
    const order = await admin.call('createReadList', { body: { name: 'Harbour in order', bookIds: [seenBook] } });
    await admin.call('createReadList', { body: { name: 'Harbour unseen', bookIds: [unseenBook] } });
    await admin.call('createUser', { body: { ...GUEST, libraryIds: [open.libraryId] } });
    const guest = await signIn(server, GUEST);
    const named = async (client: Client, q: string) => {
      const { collections, readLists } = await client.call('search', { query: { q } });
      expect([collections.total, readLists.total]).toEqual([collections.items.length, readLists.items.length]);
      return [...collections.items, ...readLists.items].map(({ name }) => name);
    };
    const all = ['Harbour lights', 'Harbour rule', 'Harbour secrets', 'Harbour in order', 'Harbour unseen'];
    expect(await named(admin, 'harbour')).toEqual(all);
    expect(await named(guest, 'harbour')).toEqual(['Harbour lights', 'Harbour in order']);
    const { collections, readLists } = await guest.call('search', { query: { q: 'harbor' } });
    expect(collections.items).toMatchObject([{ id: harbour.id, seriesCount: 1, automatic: false }]);
    expect(readLists.items).toMatchObject([{ id: order.id, bookCount: 1 }]);
    await admin.call('updateCollection', { params: { id: harbour.id }, body: { name: 'Pier' } });
    await admin.call('deleteReadList', { params: { id: order.id } });
    expect(await named(guest, 'harbour')).toEqual([]);
    expect(await named(guest, 'pier')).toEqual(['Pier']);
  });
});
