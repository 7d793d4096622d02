import { describe, expect, it } from 'vitest';
import { expectRefusal, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

async function openShelf(server: TestServer) {
  const admin = await setupAdmin(server);
  const shelf = await newShelf(server);
  const [saga, tale] = [await shelf.addSeries('Saga'), await shelf.addSeries('Tale')];
  const books = [await shelf.addBook(saga, 'Saga 1'), await shelf.addBook(saga, 'Saga 2')];
  await shelf.addBook(tale, 'Tale 1');
  return { admin, saga, tale, books, id: books[0] ?? '' };
}

describe.each(databases)('metadata on %s', (kind) => {
  it('of a book or series is replaced: what is left out is cleared, and the title stays', async () => {
    await using server = await startServer(kind);
    const { admin, saga, id } = await openShelf(server);
    const book = { params: { id } };
    await admin.call('updateBookMetadata', { ...book, body: { imprint: 'Old', summary: 'Long ago' } });
    const replaced = await admin.call('replaceBookMetadata', { ...book, body: { publisher: 'New House' } });
    expect(replaced).toMatchObject({ publisher: 'New House', imprint: null, summary: null });
    expect(await admin.call('getBook', book)).toMatchObject({ book: { title: 'Saga 1' } });
    expect(await admin.call('getBookMetadata', book)).toMatchObject({ publisher: 'New House', summary: null });
    const series = { params: { id: saga } };
    await admin.call('updateSeriesMetadata', { ...series, body: { year: 1990, summary: 'Long ago' } });
    const other = await admin.call('replaceSeriesMetadata', { ...series, body: { publisher: 'New House' } });
    expect(other).toMatchObject({ title: 'Saga', publisher: 'New House', year: null, summary: null });
    expect(await admin.call('getSeriesMetadata', series)).toMatchObject({ publisher: 'New House', year: null });
  });

  it('of many has genres and tags added and removed, and is locked and reset', async () => {
    await using server = await startServer(kind);
    const { admin, saga, tale, books: bookIds, id } = await openShelf(server);
    const seriesIds = [saga, tale];
    const both = { updatedCount: 2, matchedCount: 2 };
    expect(await admin.call('tagManyBooks', { body: { bookIds, add: ['Short', 'Old'] } })).toMatchObject(both);
    expect(await admin.call('tagManyBooks', { body: { bookIds: [id], remove: ['old'] } })).toMatchObject({
      updatedCount: 1,
    });
    const tagged = async (tag: string) =>
      (await admin.call('listBooks', { query: { tags: tag } })).data.map(({ title }) => title).toSorted();
    expect(await tagged('short')).toEqual(['Saga 1', 'Saga 2']);
    // A list by tags has all books of a series that has them.
    const tags = bookIds.map(async (one) =>
      (await admin.call('getBookMetadata', { params: { id: one } })).tags.toSorted(),
    );
    expect(await Promise.all(tags)).toEqual([['Short'], ['Old', 'Short']]);
    expect(await admin.call('tagManySeries', { body: { seriesIds, add: ['Long'] } })).toMatchObject(both);
    expect(await admin.call('genreManySeries', { body: { seriesIds, add: ['Drama', 'War'] } })).toMatchObject(both);
    await admin.call('genreManySeries', { body: { seriesIds: [tale], remove: ['WAR'] } });
    const listed = async (query: object) =>
      (await admin.call('listSeries', { query })).data.map(({ title }) => title).toSorted();
    expect(await listed({ genres: 'drama' })).toEqual(['Saga', 'Tale']);
    expect(await listed({ genres: 'war' })).toEqual(['Saga']);
    expect(await listed({ tags: 'long' })).toEqual(['Saga', 'Tale']);

    expect(await admin.call('lockManyBooks', { body: { bookIds, summaryLock: true } })).toMatchObject(both);
    expect((await admin.call('getBookMetadata', { params: { id } })).locks).toMatchObject({ summaryLock: true });
    await admin.call('updateManySeries', { body: { seriesIds, publisher: 'House' } });
    expect(await admin.call('resetManySeries', { body: { seriesIds: [tale] } })).toMatchObject({ updatedCount: 1 });
    expect(await admin.call('getSeriesMetadata', { params: { id: tale } })).toMatchObject({ publisher: null });
    expect(await admin.call('getSeriesMetadata', { params: { id: saga } })).toMatchObject({ publisher: 'House' });
  });

  it('has names, links, ratings and titles from elsewhere, which are replaced by source and removed', async () => {
    await using server = await startServer(kind);
    const { admin, saga, id } = await openShelf(server);
    const [book, series] = [{ params: { id } }, { params: { id: saga } }];
    const named = { source: ' Comics ', externalId: '7' };
    const first = await admin.call('putBookExternalId', { ...book, body: named });
    const second = await admin.call('putBookExternalId', { ...book, body: { ...named, externalId: '8' } });
    expect([first.source, second.id]).toEqual(['comics', first.id]);
    expect(await admin.call('listBookExternalIds', book)).toEqual({ externalIds: [second] });
    await admin.call('deleteBookExternalId', { params: { id, externalIdId: first.id } });
    expect(await admin.call('listBookExternalIds', book)).toEqual({ externalIds: [] });
    const link = { sourceName: 'wiki', url: 'https://example.org/saga' };
    const bookLink = await admin.call('putBookExternalLink', { ...book, body: link });
    expect(await admin.call('listBookExternalLinks', book)).toEqual({ links: [bookLink] });
    await admin.call('deleteBookExternalLink', { params: { id, source: 'Wiki' } });
    expect(await admin.call('listBookExternalLinks', book)).toEqual({ links: [] });

    const seriesName = await admin.call('putSeriesExternalId', { ...series, body: named });
    expect(await admin.call('listSeriesExternalIds', series)).toEqual({ externalIds: [seriesName] });
    await admin.call('deleteSeriesExternalId', { params: { id: saga, externalIdId: seriesName.id } });
    expect(await admin.call('listSeriesExternalIds', series)).toEqual({ externalIds: [] });
    const seriesLink = await admin.call('putSeriesExternalLink', { ...series, body: link });
    expect(await admin.call('listSeriesExternalLinks', series)).toEqual({ links: [seriesLink] });
    await admin.call('deleteSeriesExternalLink', { params: { id: saga, linkId: seriesLink.id } });
    expect(await admin.call('listSeriesExternalLinks', series)).toEqual({ links: [] });

    const rating = await admin.call('putExternalRating', { ...series, body: { sourceName: 'critics', rating: 71.5 } });
    expect(rating).toMatchObject({ seriesId: saga, rating: 71.5, voteCount: null });
    expect(await admin.call('listExternalRatings', series)).toEqual({ ratings: [rating] });
    await admin.call('deleteExternalRating', { params: { id: saga, source: 'critics' } });
    expect(await admin.call('listExternalRatings', series)).toEqual({ ratings: [] });
    const title = await admin.call('createAlternateTitle', { ...series, body: { label: 'Japanese', title: '物語' } });
    expect(await admin.call('listAlternateTitles', series)).toEqual({ titles: [title] });
    const gone = { params: { id: saga, titleId: title.id } };
    await admin.call('deleteAlternateTitle', gone);
    expect(await admin.call('listAlternateTitles', series)).toEqual({ titles: [] });
    expect(await expectRefusal(admin.call('deleteAlternateTitle', gone))).toMatchObject({ status: 404 });
  });

  it('of many series is no longer looked for elsewhere, and comes back from the bin with the books', async () => {
    await using server = await startServer(kind);
    const { admin, saga, tale } = await openShelf(server);
    const seriesIds = [saga, tale];
    await admin.call('trackManySeries', { body: { seriesIds } });
    expect(await admin.call('untrackManySeries', { body: { seriesIds } })).toEqual({ changed: 2, unchanged: 0 });
    expect(await admin.call('untrackManySeries', { body: { seriesIds } })).toEqual({ changed: 0, unchanged: 2 });
    expect(await admin.call('getSeriesTracking', { params: { id: saga } })).toMatchObject({ tracked: false });
    await admin.call('deleteManySeries', { body: { seriesIds } });
    expect(await admin.call('listBooks', {})).toMatchObject({ total: 0 });
    const known = { body: { seriesIds: [...seriesIds, '0192f0c1-0000-7000-8000-000000000000'] } };
    // The rows have no files, so the books come back as missing ones.
    expect(await admin.call('restoreManySeries', known)).toMatchObject({ books: 3, series: 2 });
    expect((await admin.call('listBinnedBooks', {})).total).toBe(0);
  });
});
