import { randomUUIDv7 } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { listOwnerTerms } from '#db/repos/rows/find-terms.repo.ts';
import { writeTerms } from '#db/repos/rows/terms.repo.ts';
import { type Client, createClient, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { openHome } from '../_harness/home.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

interface Titled {
  readonly items: readonly { readonly title: string }[];
}

/** How many there are, when there are not too many to count. */
function expectAll(total: number) {
  return { total, capped: false };
}

function titles({ items }: Titled): string[] {
  return items.map(({ title }) => title);
}

async function find(client: Client, q: string, query: object = {}) {
  return await client.call('search', { query: { q, ...query } });
}

/** A book with its metadata and tags. */
async function addBook(server: TestServer, id: string, people: readonly string[]): Promise<string> {
  await server.context.db.transaction(async (tx) => {
    const authors = JSON.stringify(people.map((name) => ({ name, role: 'writer', sortName: null })));
    const values = { id: randomUUIDv7(), bookId: id, authors, publisher: 'Kabuto', createdAt: 0, updatedAt: 0 };
    await tx.write
      .insertInto('bookMetadata')
      .values({ ...values, awards: '[]', locks: '[]' })
      .execute();
    await writeTerms(tx, 'tag', { kind: 'book', id }, ['Robots']);
  });
  return id;
}

describe.each(databases)('search on %s', (kind) => {
  it('knows of every change at once, and of nothing that is gone', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const { db } = server.context;
    const shelf = await newShelf(server);
    const seriesId = await shelf.addSeries('Old name', { name: 'Kasten' });
    const bookId = await addBook(server, await shelf.addBook(seriesId, 'Volume'), ['Ann Writer']);
    const first = await find(admin, 'robots');
    expect([titles(first.series), titles(first.books)]).toEqual([['Old name'], ['Volume']]);
    expect(first.tags).toMatchObject({ items: [{ name: 'Robots', seriesCount: 1 }], total: 1 });
    expect((await find(admin, 'kabuto')).publishers).toEqual({
      items: [{ name: 'Kabuto', bookCount: 1, capped: false }],
      ...expectAll(1),
    });

    await db.transaction(async (tx) => {
      await tx.write.updateTable('series').set({ title: 'New name' }).where('id', '=', seriesId).execute();
    });
    expect(titles((await find(admin, 'old')).series)).toEqual([]);
    const renamed = await find(admin, 'new');
    // Books are found by the name of their series.
    expect([titles(renamed.series), titles(renamed.books)]).toEqual([['New name'], ['Volume']]);

    await db.transaction(async (tx) => {
      const authors = JSON.stringify([{ name: 'Bob Drawer', role: 'penciller', sortName: null }]);
      await tx.write.updateTable('bookMetadata').set({ authors }).where('bookId', '=', bookId).execute();
    });
    expect((await find(admin, 'writer')).people).toEqual({ items: [], ...expectAll(0) });
    const drawn = await find(admin, 'bob');
    expect(drawn.people).toEqual({ items: [{ name: 'Bob Drawer', bookCount: 1, capped: false }], ...expectAll(1) });
    expect(titles(drawn.series)).toEqual(['New name']);

    await db.transaction(async (tx) => {
      const values = { id: randomUUIDv7(), seriesId, label: 'Other', title: 'Zweiter', createdAt: 0, updatedAt: 0 };
      await tx.write.insertInto('alternateTitle').values(values).execute();
      await writeTerms(tx, 'tag', { kind: 'book', id: bookId }, ['Androids']);
    });
    expect(titles((await find(admin, 'zweiter')).series)).toEqual(['New name']);
    expect((await find(admin, 'robots')).books.total).toBe(0);
    expect((await find(admin, 'androids')).books.total).toBe(1);
    const [term] = await listOwnerTerms(db.read, 'tag', 'book', [bookId]);
    await db.transaction(async (tx) => {
      await tx.write
        .updateTable('tag')
        .set({ name: 'Replicants' })
        .where('id', '=', term?.id ?? '')
        .execute();
    });
    const replicants = await find(admin, 'replicants');
    expect([replicants.books.total, replicants.series.total, replicants.tags.total]).toEqual([1, 1, 1]);

    await db.transaction(async (tx) => {
      await tx.write.updateTable('book').set({ deletedAt: 1 }).where('id', '=', bookId).execute();
    });
    const gone = await find(admin, 'bob');
    expect(gone).toMatchObject({ series: { total: 0 }, books: { total: 0 }, people: { total: 0 } });
    await db.transaction(async (tx) => tx.write.deleteFrom('series').where('id', '=', seriesId).execute());
    expect((await find(admin, 'new')).series.total).toBe(0);
  });

  it('shows and counts only what the one who asks may see', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const [open, hidden] = [await newShelf(server), await newShelf(server, { name: 'Hidden' })];
    await addBook(server, await open.addBook(await open.addSeries('Amber road'), 'Amber 1'), ['Kim Amber']);
    await addBook(server, await hidden.addBook(await hidden.addSeries('Amber secret'), 'Amber 2'), [
      'Kim AMBER',
      'Secret Amber',
    ]);
    const account = { username: 'guest', password: 'the password of a guest' };
    await admin.call('createUser', { body: { ...account, libraryIds: [open.libraryId] } });
    const guest = await signIn(server, account);
    const all = await find(admin, 'amber');
    expect(all).toMatchObject({ series: { total: 2 }, books: { total: 2 }, people: { total: 2 } });
    const own = await find(guest, 'amber');
    expect([titles(own.series), titles(own.books)]).toEqual([['Amber road'], ['Amber 1']]);
    expect(own.people).toEqual({ items: [{ name: 'Kim Amber', bookCount: 1, capped: false }], ...expectAll(1) });
    expect((await find(guest, 'robots')).tags.items).toMatchObject([{ name: 'Robots', seriesCount: 1 }]);
    // Administrators alone are told where the library lies.
    const { books, ...rest } = await find(admin, 'amber', { libraryId: open.libraryId });
    const below = (path: string) => path.replace(`/nowhere/${open.libraryId}/`, '');
    const items = books.items.map((book) => ({ ...book, path: below(book.path) }));
    expect({ ...rest, books: { ...books, items } }).toEqual(own);
    // A word that only hidden books have neither is found nor keeps others from being found.
    const typo = await find(guest, 'secrat');
    expect(typo).toEqual({ ...(await find(guest, 'nowhere')), query: 'secrat' });
    const { key } = await admin.call('createApiKey', { body: { name: 'Series', permissions: ['SeriesRead'] } });
    const seriesOnly = await find(createClient(server, key), 'amber');
    expect(seriesOnly).toMatchObject({ series: { total: 2 }, books: { total: 0 }, people: { total: 0 } });
  });

  it('narrows lists down, exactly counted, with conditions, sorts and pages', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const shelf = await newShelf(server);
    const seriesId = await shelf.addSeries('Shelf');
    for (let number = 1; number <= 12; number += 1) {
      await shelf.addBook(seriesId, `Dragon tale ${number}`, { numberSort: number, pageCount: number * 10 });
    }
    for (const title of ['Dragon', 'The dragon', 'Snapdragons', 'Dragoon', 'Other'])
      await shelf.addBook(seriesId, title);
    const list = async (body: object, query: object = {}) => {
      const answer = await admin.call('listFilteredBooks', { body, query });
      return [answer.total, ...answer.data.map(({ title }) => title)];
    };
    const dragon = { fullTextSearch: 'DRAGON' };
    expect(await list(dragon, { pageSize: 3 })).toEqual([15, 'Dragon', 'Dragon tale 1', 'Dragon tale 2']);
    expect(await list(dragon, { pageSize: 3, page: 5 })).toEqual([15, 'Dragon tale 12', 'The dragon', 'Snapdragons']);
    expect(await list(dragon, { pageSize: 2, sort: 'relevance,asc' })).toEqual([15, 'Snapdragons', 'The dragon']);
    expect(await list(dragon, { pageSize: 2, sort: 'title,desc' })).toEqual([15, 'The dragon', 'Snapdragons']);
    const condition = { pageCount: { operator: 'gte', value: 110 } };
    expect(await list({ ...dragon, condition })).toEqual([2, 'Dragon tale 11', 'Dragon tale 12']);
    expect((await list({ fullTextSearch: '  ' }))[0]).toBe(17);
    expect(await list({ fullTextSearch: '?!' })).toEqual([0]);
    // Spelling is forgiven only where nothing is found as written.
    expect(await list({ fullTextSearch: 'dragoon' })).toEqual([1, 'Dragoon']);
    expect(await list({ fullTextSearch: 'dragun tale 7' })).toEqual([1, 'Dragon tale 7']);
    expect(await list({ fullTextSearch: '100% \' " * AND NEAR(' })).toEqual([0]);
    const letters = await admin.call('listBookGroups', { body: { fullTextSearch: 'dragon' } });
    expect(letters).toEqual([
      { group: 'd', count: 13 },
      { group: 's', count: 1 },
      { group: 't', count: 1 },
    ]);
    const series = await admin.call('searchSeries', { body: { query: '' } });
    expect(series).toMatchObject({ total: 1, data: [{ title: 'Shelf' }] });
  });

  it('deals after its start with the marks that an earlier process left', async () => {
    await using home = await openHome(kind);
    {
      await using server = await startServer(kind, { home });
      await setupAdmin(server);
      const shelf = await newShelf(server);
      await shelf.addBook(await shelf.addSeries('Survivor'), 'Lone survivor');
      // The index knows nothing of it: the marks are all that there is.
      await server.context.db.transaction(async (tx) => {
        await tx.write.deleteFrom('searchDoc').execute();
        await tx.write
          .insertInto('searchMark')
          .columns(['kind', 'entityId'])
          .expression((eb) => eb.selectFrom('book').select([eb.val('book').as('kind'), 'id as entityId']))
          .execute();
      });
    }
    await using server = await startServer(kind, { home });
    const admin = await signIn(server);
    expect(titles((await find(admin, 'lone')).books)).toEqual(['Lone survivor']);
  });

  it('is rebuilt by a task, from any state of its index', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const shelf = await newShelf(server);
    await addBook(server, await shelf.addBook(await shelf.addSeries('Harbour'), 'Harbour 1'), ['Ann Writer']);
    const before = await find(admin, 'harbour');
    expect(before.books.total).toBe(1);
    await server.context.db.transaction(async (tx) => {
      await tx.write.updateTable('searchDoc').set({ names: '', rest: '' }).execute();
      await tx.write.deleteFrom('searchWord').execute();
      const stray = { kind: 'book', entityId: 'nobody', names: '\n  harbour  \n', rest: '', sortKey: '' };
      await tx.write.insertInto('searchDoc').values(stray).execute();
    });
    expect((await find(admin, 'harbour')).books.total).toBe(0);
    await admin.call('createTask', { body: { taskType: { type: 'rebuild_search' } } });
    await server.idle();
    expect(await find(admin, 'harbour')).toEqual(before);
    expect((await find(admin, 'harbuor')).series.total).toBe(1);
    expect((await find(admin, 'writer')).people.total).toBe(1);
    const count = server.context.db.read.selectFrom('searchDoc').select('id').where('entityId', '=', 'nobody');
    expect(await count.execute()).toEqual([]);
  });
});
