import { describe, expect, it } from 'vitest';
import { findCommonText } from '#core/catalog/browse/common-texts.ts';
import { planQuery } from '#core/catalog/search/plan-query.ts';
import type { Viewer } from '#core/viewer.ts';
import { countCommonBooks } from '#db/repos/catalog/common-books.repo.ts';
import { searchRows } from '#db/search/search-rows.ts';
import { type Client, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { indexAll, writeManyBooks } from '../_harness/many-books.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer } from '../_harness/start-server.ts';

/** More than are looked up one by one. */
const MANY = 1_050;
const GUEST = { username: 'guest', password: 'the password of a guest' };
const NOBODY: Viewer = {
  userId: 'nobody',
  username: 'nobody',
  role: 'reader',
  permissions: new Set(),
  sessionId: null,
};
const WORD = 'lantern';
/** Best first, as the word stands in them: as a name, at its beginning, in it, as the beginning of a word, and as a part of one. */
const CLOSEST = ['Lantern', 'Lantern light', 'Lanterns', 'Old lantern', 'Tin lanterns', 'Redlantern'];

interface Wanted {
  readonly sort?: string;
  readonly page?: number;
  readonly pageSize?: number;
}

async function list(client: Client, query: Wanted = {}, seriesId?: string) {
  const condition = seriesId === undefined ? {} : { condition: { seriesId: { operator: 'is', value: seriesId } } };
  const body = { fullTextSearch: WORD, ...condition };
  const { data, total } = await client.call('listFilteredBooks', { body, query });
  return { titles: data.map(({ title }) => title), total };
}

function volume(index: number): string {
  return `Volume ${String(index).padStart(4, '0')}`;
}

describe.each(databases)('a list of a word that nearly every book has, on %s', (kind) => {
  it('is ranked, counted and cut as any other', async () => {
    await using server = await startServer(kind);
    const { db } = server.context;
    const admin = await setupAdmin(server);
    const [shelf, open] = [await newShelf(server), await newShelf(server, { name: 'Open' })];
    const [saga, others] = [await shelf.addSeries('The lantern saga'), await open.addSeries('Something else')];
    const volumes = Array.from({ length: MANY }, (_, index) => volume(index));
    await db.transaction(async (tx) => writeManyBooks(tx, shelf, saga, volumes));
    for (const title of [...CLOSEST].reverse()) await open.addBook(others, title);
    await open.addBook(others, 'In the dark');
    await open.addBook(others, 'Lantern, torn', { deletedAt: 1 });
    const last = await open.addBook(others, 'Zenith of lanterns');
    await indexAll(server);
    const total = MANY + CLOSEST.length + 1;

    const ranked = [...CLOSEST.slice(0, 5), 'Zenith of lanterns', 'Redlantern', ...volumes];
    expect(await list(admin, { pageSize: 10 })).toEqual({ titles: ranked.slice(0, 10), total });
    expect(await list(admin, { pageSize: 10, page: 50 })).toEqual({ titles: ranked.slice(490, 500), total });
    const worst = [...volumes, 'Redlantern', 'Tin lanterns', 'Zenith of lanterns', 'Old lantern'];
    expect(await list(admin, { sort: 'relevance,asc', pageSize: 3 })).toEqual({ titles: worst.slice(0, 3), total });
    const end = await list(admin, { sort: 'relevance,asc', pageSize: 10, page: Math.ceil(total / 10) });
    expect(end.titles.at(-1)).toBe('Lantern');
    expect(await list(admin, { sort: 'title,desc', pageSize: 2 })).toEqual({
      titles: ['Zenith of lanterns', volume(MANY - 1)],
      total,
    });
    expect((await list(admin, {}, others)).titles).toEqual([
      ...CLOSEST.slice(0, 5),
      'Zenith of lanterns',
      'Redlantern',
    ]);

    await admin.call('createUser', { body: { ...GUEST, libraryIds: [open.libraryId] } });
    const guest = await signIn(server, GUEST);
    const seen = ranked.slice(0, CLOSEST.length + 1);
    expect(await list(guest)).toEqual({ titles: seen, total: seen.length });
    expect(await list(guest, { sort: 'title', pageSize: 1 })).toEqual({ titles: ['Lantern'], total: seen.length });

    // Whom the best are hidden from gets the rest all the same.
    const query = planQuery(WORD);
    if (query === undefined) throw new Error('No word');
    const viewer: Viewer = { ...NOBODY, libraryIds: [open.libraryId] };
    const range = { sort: 'relevance', direction: 'asc', limit: 1, offset: 0 } as const;
    const search = searchRows(kind, 'book', query);
    const found = await findCommonText(db, { viewer, filter: {}, search, range });
    const redlantern = await found?.pick({ limit: 1, offset: 0 });
    expect(redlantern?.total).toBe(seen.length);
    expect(redlantern?.ids).toHaveLength(1);
    expect(redlantern?.ids).not.toContain(last);

    // What is not indexed yet is not found, and not counted.
    const undone = new Error('undone');
    const adding = db.transaction(async (tx) => {
      await writeManyBooks(tx, shelf, saga, ['Lantern of tomorrow']);
      const common = { search: { kind, of: 'book', query }, filter: {} } as const;
      expect(await countCommonBooks(tx.read, { userId: 'nobody' }, common)).toBe(total);
      throw undone;
    });
    await expect(adding).rejects.toBe(undone);
  });

  it('stays cached while users read, and is searched again when the catalog changes', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const shelf = await newShelf(server);
    const series = await shelf.addSeries('The lantern saga');
    const ids: string[] = [];
    for (let index = 0; index < 6; index += 1) ids.push(await shelf.addBook(series, volume(index)));
    const [first = '', second = ''] = ids;
    await indexAll(server);
    const { filtered } = server.context;
    const misses = (): number => filtered.state().misses;

    expect(await list(admin, { pageSize: 2 })).toEqual({ titles: [volume(0), volume(1)], total: 6 });
    const found = misses();
    await admin.call('saveProgress', { params: { id: first }, body: { currentPage: 1 } });
    expect(await list(admin, { pageSize: 2, page: 2 })).toEqual({ titles: [volume(2), volume(3)], total: 6 });
    expect(misses()).toBe(found);

    await admin.call('updateBookMetadata', { params: { id: second }, body: { title: 'Lantern' } });
    const edited = await list(admin, { pageSize: 2 });
    expect(edited).toEqual({ titles: ['Lantern', volume(0)], total: 6 });
    expect(misses()).toBe(found + 1);

    // A filter by what a user has read is another one once they read.
    const body = { fullTextSearch: WORD, condition: { readStatus: { operator: 'is', value: 'unread' } } };
    expect((await admin.call('listFilteredBooks', { body })).total).toBe(5);
    await admin.call('markBookRead', { params: { id: second } });
    expect((await admin.call('listFilteredBooks', { body })).total).toBe(4);
  });
});
