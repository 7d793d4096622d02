import { describe, expect, it } from 'vitest';
import { expectRefusal, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer } from '../_harness/start-server.ts';

describe.each(databases)('the outline of a series on %s', (kind) => {
  it('has volumes with their chapters, what is read, and what is missing', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const shelf = await newShelf(server);
    const id = await shelf.addSeries('Saga', { totalVolumeCount: 4 });
    const numbers = [
      [1, 1],
      [1, 3],
      [3, 9],
      [null, 10],
    ] as const;
    const books: string[] = [];
    for (const [volume, chapter] of numbers) {
      books.push(await shelf.addBook(id, `c${chapter}`, { volume, chapter, numberSort: chapter }));
    }
    await shelf.addBook(id, 'Art book');
    await shelf.addBook(id, 'Gone', { volume: 2, deletedAt: 1 });
    await admin.call('markBookRead', { params: { id: books[0] ?? '' } });
    expect(await admin.call('getSeriesOutline', { params: { id } })).toEqual({
      bookCount: 5,
      sections: [
        { kind: 'volume', volume: 1, bookCount: 2, readCount: 1 },
        { kind: 'volume', volume: 3, bookCount: 1, readCount: 0 },
        { kind: 'chapters', volume: null, bookCount: 1, readCount: 0 },
        { kind: 'specials', volume: null, bookCount: 1, readCount: 0 },
      ],
      gaps: [
        { unit: 'volume', from: 2, to: 2, section: 1, index: 0 },
        { unit: 'volume', from: 4, to: 4, section: 2, index: 0 },
        { unit: 'chapter', from: 2, to: 2, section: 0, index: 1 },
        { unit: 'chapter', from: 4, to: 8, section: 0, index: 2 },
      ],
    });
  });

  it('is told only to those who may see the series', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const [open, hidden] = [await newShelf(server), await newShelf(server)];
    const id = await hidden.addSeries('Hidden');
    await hidden.addBook(id, 'One', { volume: 1 });
    const account = { username: 'guest', password: 'a password for it' };
    await admin.call('createUser', { body: { ...account, libraryIds: [open.libraryId] } });
    const guest = await signIn(server, account);
    expect(await expectRefusal(guest.call('getSeriesOutline', { params: { id } }))).toMatchObject({ status: 404 });
    expect(await admin.call('getSeriesOutline', { params: { id } })).toMatchObject({ bookCount: 1, sections: [] });
  });

  it('decides about collections while their names are claimed, and while the index waits', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const shelf = await newShelf(server);
    const id = await shelf.addSeries('Gapped');
    for (const volume of [1, 3]) await shelf.addBook(id, `v${String(volume)}`, { volume, numberSort: volume });
    const gaps = { hasGaps: { operator: 'isTrue' } };
    await admin.call('createCollection', { body: { name: 'Gaps', condition: gaps } });
    const account = { username: 'maker', password: 'a password for it' };
    await admin.call('createUser', { body: { ...account, role: 'maintainer', libraryIds: [shelf.libraryId] } });
    const maker = await signIn(server, account);
    expect((await maker.call('listFilteredSeries', { body: { condition: gaps } })).total).toBe(1);
    await admin.call('updateSeriesMetadata', { params: { id }, body: { title: 'Marked for the index' } });
    const taken = await expectRefusal(maker.call('createCollection', { body: { name: 'gaps' } }));
    expect(taken.status).toBe(409);
    await admin.call('createCollection', { body: { name: 'Writes go on' } });
  });

  it('tells which series have gaps between their books, and filters by them', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const shelf = await newShelf(server);
    const addVolumes = async (title: string, volumes: readonly number[], totalVolumeCount: number | null = null) => {
      const id = await shelf.addSeries(title, { totalVolumeCount });
      for (const volume of volumes)
        await shelf.addBook(id, `${title} v${String(volume)}`, { volume, numberSort: volume });
      return id;
    };
    const gapped = await addVolumes('Gapped', [1, 2, 4]);
    await addVolumes('Whole', [1, 2, 3]);
    await addVolumes('Behind', [1, 2], 5);
    const numbered = await shelf.addSeries('Numbered');
    for (const numberSort of [10, 11, 13]) await shelf.addBook(numbered, `Issue ${String(numberSort)}`, { numberSort });
    const list = async (operator: 'isTrue' | 'isFalse') => {
      const { data } = await admin.call('listFilteredSeries', { body: { condition: { hasGaps: { operator } } } });
      return data.map(({ title }) => title);
    };
    expect(await list('isTrue')).toEqual(['Gapped', 'Numbered']);
    expect(await list('isFalse')).toEqual(['Behind', 'Whole']);

    const third = await shelf.addBook(gapped, 'Gapped v3', { volume: 3, numberSort: 3 });
    expect(await list('isTrue')).toEqual(['Numbered']);
    await admin.call('updateBookMetadata', { params: { id: third }, body: { volume: 4 } });
    expect(await list('isTrue')).toEqual(['Gapped', 'Numbered']);
    const { data } = await admin.call('listFilteredBooks', {
      body: { condition: { title: { operator: 'is', value: 'Issue 11' } } },
    });
    await admin.call('deleteBook', { params: { id: data[0]?.id ?? '' } });
    expect(await list('isTrue')).toEqual(['Gapped']);
  });
});
