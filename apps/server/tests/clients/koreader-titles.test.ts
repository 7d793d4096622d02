import { describe, expect, it } from 'vitest';
import { setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { koreaderHeaders, md5, newDevice, syncDevice } from '../_harness/koreader.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer } from '../_harness/start-server.ts';

describe.each(databases)('documents that KOReader tells by title on %s', (kind) => {
  it('are the one book with that title by one of these people, which is then known by its digest', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const shelf = await newShelf(server, { name: 'Open' });
    const hidden = await newShelf(server, { name: 'Hidden' });
    const series = await shelf.addSeries('Series');
    const addBook = async (on: typeof shelf, seriesId: string, title: string, names: readonly string[]) => {
      const id = await on.addBook(seriesId, title, { path: `${seriesId}/${title}/${names.join()}.cbz` });
      const authors = JSON.stringify(names.map((name) => ({ name, role: 'author', sortName: null })));
      await server.context.db.transaction(async (tx) => {
        const times = { createdAt: 0, updatedAt: 0, awards: '[]', locks: '[]' };
        await tx.write
          .insertInto('bookMetadata')
          .values({ id, bookId: id, authors, ...times })
          .execute();
      });
      return id;
    };
    const emma = await addBook(shelf, series, 'Emma', ['Austen, Jane']);
    const manga = await addBook(shelf, series, 'Emma', ['Kaoru Mori']);
    await addBook(shelf, series, 'Poems', ['Anon']);
    await addBook(shelf, series, 'Poems', ['Anon', 'Bob']);
    const secret = await addBook(hidden, await hidden.addSeries('Dark'), 'Secret', ['Ada']);
    const device = await newDevice(server, admin);
    const fetchPage = async (id: string) => (await admin.call('getProgress', { params: { id } }))?.currentPage;
    const put = async (name: string, progress: string, metadata: unknown) =>
      device.put(md5(name), { progress, percentage: Number(progress) / 10, metadata });

    await put('a', '3', { title: 'EMMA', authors: 'Somebody\nJane Austen', filename: 'x.epub' });
    expect([await fetchPage(emma), await fetchPage(manga)]).toEqual([3, undefined]);
    await put('b', '5', { title: 'Emma', authors: ['Kaoru Mori'] });
    expect([await fetchPage(emma), await fetchPage(manga)]).toEqual([3, 5]);
    // From now on the digest is enough, both ways.
    await put('a', '4', undefined);
    expect(await fetchPage(emma)).toBe(4);
    await admin.call('saveProgress', { params: { id: emma }, body: { currentPage: 7 } });
    expect(await device.get(md5('a'))).toMatchObject({ progress: '7' });
    // Books that are sorted by something else are known by both names.
    const hobbit = await addBook(shelf, series, 'The Hobbit', ['J. R. R. Tolkien']);
    const sorted = { titleSort: 'Hobbit, The' };
    await admin.call('updateBookMetadata', { params: { id: hobbit }, body: sorted });
    await put('h', '2', { title: 'the hobbit', authors: 'Tolkien, J. R. R.' });
    expect(await fetchPage(hobbit)).toBe(2);
    await put('i', '6', { title: 'Hobbit, The', authors: 'J. R. R. Tolkien' });
    expect(await fetchPage(hobbit)).toBe(6);
    // What may be several, what says no author, and what is odd, waits under its digest.
    for (const [name, metadata] of [
      ['c', { title: 'Poems', authors: 'Anon' }],
      ['d', { title: 'Emma', authors: '' }],
      ['e', { title: 'Emma' }],
      ['f', { title: 7, authors: { name: 'Kaoru Mori' } }],
      ['g', { title: 'Emma', authors: 'Nobody' }],
    ] as const) {
      await put(name, '9', metadata);
      expect(await device.get(md5(name))).toMatchObject({ progress: '9' });
    }
    expect([await fetchPage(emma), await fetchPage(manga)]).toEqual([7, 5]);
    // What a user may not see is no book for them.
    const ada = { username: 'ada', password: 'the password of all' };
    await admin.call('createUser', { body: { ...ada, role: 'reader', libraryIds: [shelf.libraryId] } });
    const { key } = await (await signIn(server, ada)).call('createApiKey', { body: { name: 'KOReader' } });
    const guest = syncDevice(server, koreaderHeaders('ada', key));
    const metadata = { title: 'Secret', authors: 'Ada' };
    await guest.put(md5('s'), { progress: '2', percentage: 0.2, metadata });
    expect(await guest.get(md5('s'))).toMatchObject({ progress: '2' });
    await put('s', '6', metadata);
    expect(await fetchPage(secret)).toBe(6);
  });
});
