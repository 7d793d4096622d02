import { describe, expect, it } from 'vitest';
import { expectRefusal, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { waitForTasks } from '../_harness/scans.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer } from '../_harness/start-server.ts';

describe.each(databases)('edits as one action on %s', (kind) => {
  it('change fields, lists, genres and locks of a book at once, and are undone at once', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const shelf = await newShelf(server);
    const bookId = await shelf.addBook(await shelf.addSeries('Saga'), 'One');
    const params = { id: bookId };
    const before = await client.call('getBookMetadata', { params });
    const body = {
      bookIds: [bookId],
      values: {
        year: 2012,
        summary: 'Begins.',
        genres: ['Space', 'space', 'War'],
        tags: ['Loved'],
        authors: [{ name: 'Fiona', role: 'penciller' as const }],
        externalLinks: [{ sourceName: 'Shop', url: 'https://shop.example/1' }],
        externalIds: [{ source: 'gcd', externalId: '77' }],
      },
      locks: { publisherLock: true, yearLock: false },
    };
    const dry = await client.call('editManyBooks', { body: { ...body, dryRun: true } });
    expect(dry).toMatchObject({ updatedCount: 1, lockedCount: 0, actionId: null });
    expect(dry.changes).toContainEqual(expect.objectContaining({ field: 'year', before: null, after: 2012 }));
    expect(await client.call('getBookMetadata', { params })).toEqual(before);

    const done = await client.call('editManyBooks', { body });
    const metadata = await client.call('getBookMetadata', { params });
    expect(metadata).toMatchObject({ year: 2012, summary: 'Begins.', genres: ['Space', 'War'], tags: ['Loved'] });
    expect(metadata).toMatchObject({ penciller: 'Fiona', locks: { publisherLock: true, externalLinksLock: true } });
    // what a user edits is locked whatever else they say
    expect(metadata.locks.yearLock).toBe(true);
    const { links } = await client.call('listBookExternalLinks', { params });
    expect(links).toMatchObject([{ sourceName: 'shop', url: 'https://shop.example/1' }]);
    const action = await client.call('getMetadataAction', { params: { id: done.actionId ?? '' } });
    expect(action).toMatchObject({ kind: 'edit', changeCount: 8 });

    const again = await client.call('editManyBooks', { body });
    expect(again).toMatchObject({ updatedCount: 0, actionId: null });
    await client.call('undoMetadataAction', { params: { id: done.actionId ?? '' } });
    const { updatedAt: _updatedAt, ...undone } = await client.call('getBookMetadata', { params });
    expect(before).toMatchObject(undone);
  });

  it('reset single fields, keep what is locked when asked, and count it', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const shelf = await newShelf(server);
    const seriesId = await shelf.addSeries('Saga');
    const [one, two] = [await shelf.addBook(seriesId, 'One'), await shelf.addBook(seriesId, 'Two')];
    await client.call('updateBookMetadata', { params: { id: one }, body: { publisher: 'Image', year: 2012 } });
    const body = { bookIds: [one, two], values: { publisher: 'Other' }, add: { tags: ['New'] }, keepLocked: true };
    const dry = await client.call('editManyBooks', { body: { ...body, dryRun: true } });
    expect(dry).toMatchObject({ updatedCount: 2, matchedCount: 2, lockedCount: 1 });
    expect(dry.fields).toMatchObject({
      publisher: { value: null, isMixed: true, lockedCount: 1 },
      edition: { value: null, isMixed: false, lockedCount: 0 },
    });
    await client.call('editManyBooks', { body });
    const of = async (id: string) => client.call('getBookMetadata', { params: { id } });
    expect([(await of(one)).publisher, (await of(two)).publisher]).toEqual(['Image', 'Other']);
    expect([(await of(one)).tags, (await of(two)).tags]).toEqual([['New'], ['New']]);
    await client.call('addBookTag', { params: { id: one }, body: { name: 'Only here' } });
    const { fields } = await client.call('editManyBooks', { body: { bookIds: [one, two], dryRun: true } });
    expect(fields?.['tags']).toMatchObject({
      isMixed: true,
      names: [
        { name: 'New', count: 2 },
        { name: 'Only here', count: 1 },
      ],
    });

    await client.call('editManyBooks', { body: { bookIds: [one], reset: ['publisher'] } });
    expect(await of(one)).toMatchObject({
      publisher: null,
      year: 2012,
      locks: { publisherLock: false, yearLock: true },
    });
    const people = (names: readonly string[]) => names.map((name) => ({ name, role: 'writer' as const }));
    await client.call('editManyBooks', { body: { bookIds: [one, two], add: { authors: people(['Ann', 'Bo']) } } });
    await client.call('editManyBooks', { body: { bookIds: [one], remove: { authors: people(['ann']) } } });
    expect([(await of(one)).writer, (await of(two)).writer]).toEqual(['Bo', 'Ann, Bo']);
  });

  it('of series go back to folder and books field by field, and keep the ids of titles that stay', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const shelf = await newShelf(server);
    const seriesId = await shelf.addSeries('Saga');
    const bookId = await shelf.addBook(seriesId, 'One');
    await client.call('replaceBookGenres', { params: { id: bookId }, body: { genres: ['Space'] } });
    const titles = [{ label: 'Japanese', title: 'Saaga' }];
    const values = { title: 'The Saga', genres: ['War'], year: 1999, alternateTitles: titles, status: 'completed' };
    await client.call('editManySeries', { body: { seriesIds: [seriesId], values } });
    const params = { id: seriesId };
    const edited = await client.call('getSeriesMetadata', { params });
    expect(edited).toMatchObject({ title: 'The Saga', year: 1999, status: 'ended', alternateTitles: titles });
    expect(edited.genres.map(({ name }) => name)).toEqual(['War']);
    const [known] = edited.alternateTitles;
    const more = [
      { id: known?.id ?? '', ...titles[0], label: 'Japanese', title: 'Saaga' },
      { label: 'Short', title: 'S' },
    ];
    await client.call('editManySeries', {
      body: { seriesIds: [seriesId], values: { alternateTitles: more }, reset: ['title', 'genres'] },
    });
    const after = await client.call('getSeriesMetadata', { params });
    expect(after).toMatchObject({ title: 'Saga', year: 1999, locks: { title: false, genres: false, year: true } });
    expect(after.genres.map(({ name }) => name)).toEqual(['Space']);
    expect(after.alternateTitles[0]).toEqual(known);
    expect(after.alternateTitles[1]).toMatchObject({ label: 'Short', title: 'S' });
    const wrong = client.call('editManySeries', { body: { seriesIds: [seriesId], reset: ['colour'] } });
    expect(await expectRefusal(wrong)).toMatchObject({ kind: 'BadRequest', details: [{ path: 'reset' }] });
    const twice = [1, 2].map((rating) => ({ sourceName: 'Shop', rating }));
    const doubled = client.call('editManySeries', {
      body: { seriesIds: [seriesId], values: { externalRatings: twice } },
    });
    expect(await expectRefusal(doubled)).toMatchObject({ kind: 'BadRequest' });
  });

  it('are refused when another user was faster, and run as a task for many items', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const shelf = await newShelf(server);
    const seriesId = await shelf.addSeries('Saga');
    const ids: string[] = [];
    for (let index = 0; index < 501; index += 1) ids.push(await shelf.addBook(seriesId, `Book ${String(index)}`));
    const [bookId = ''] = ids;
    const { updatedAt: unchangedSince } = await client.call('getBookMetadata', { params: { id: bookId } });
    const late = { bookIds: [bookId], values: { year: 1 }, unchangedSince: '2000-01-01T00:00:00.000Z' };
    expect(await expectRefusal(client.call('editManyBooks', { body: late }))).toMatchObject({ kind: 'Conflict' });
    const inTime = await client.call('editManyBooks', { body: { ...late, unchangedSince } });
    expect(inTime.updatedCount).toBe(1);

    const condition = { seriesId: { operator: 'is', value: seriesId } } as const;
    const many = { condition, values: { edition: 'First' }, add: { tags: ['Owned'] } };
    const dry = await client.call('editManyBooks', { body: { ...many, dryRun: true } });
    expect(dry).toMatchObject({ matchedCount: 501, updatedCount: 501, lockedCount: 0 });
    expect(dry.fields?.['year']).toMatchObject({ value: null, isMixed: true, lockedCount: 1 });
    const { taskId, actionId } = await client.call('editManyBooks', { body: many });
    const tasks = await waitForTasks(client);
    expect(tasks.find(({ id }) => id === taskId)).toMatchObject({ status: 'completed' });
    const last = { params: { id: ids.at(-1) ?? '' } };
    expect(await client.call('getBookMetadata', last)).toMatchObject({ edition: 'First', tags: ['Owned'] });
    expect(await client.call('getMetadataAction', { params: { id: actionId ?? '' } })).toMatchObject({ kind: 'bulk' });
  });

  it('change nothing that the asker may not see', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const [shelf, hidden] = [await newShelf(server), await newShelf(server, { name: 'Hidden' })];
    const secret = await hidden.addBook(await hidden.addSeries('Secret'), 'Secret');
    const account = { username: 'keeper', password: 'a long password', role: 'maintainer' as const };
    await client.call('createUser', { body: { ...account, libraryIds: [shelf.libraryId] } });
    const keeper = await signIn(server, account);
    const body = { bookIds: [secret], values: { year: 1 } };
    expect(await keeper.call('editManyBooks', { body })).toMatchObject({ matchedCount: 0, actionId: null });
    expect((await client.call('getBookMetadata', { params: { id: secret } })).year).toBeNull();
  });
});
