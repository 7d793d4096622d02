import { describe, expect, it } from 'vitest';
import { deleteOldActions } from '#db/repos/metadata/metadata-journal.repo.ts';
import { type Client, expectRefusal, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { type BookFolder, newBookFolder } from '../_harness/make-books.ts';
import { addLibrary, scan, waitForTasks } from '../_harness/scans.ts';
import { startServer } from '../_harness/start-server.ts';

const INFO =
  '<Title>One</Title><Series>Saga</Series><Number>1</Number><Summary>Far away</Summary><Publisher>Image</Publisher>' +
  '<Year>2012</Year><Month>3</Month><Writer>Ann, Bob</Writer><Penciller>Cy</Penciller><Genre>Drama, Sci-Fi</Genre>' +
  '<Tags>Space</Tags><Web>https://example.com/one</Web><LanguageISO>en</LanguageISO>';

/** A library of one series of two books, analysed. */
async function openLibrary(client: Client, folder: BookFolder) {
  await folder.addComic('Saga/1.cbz', { info: INFO });
  await folder.addComic('Saga/2.cbz', { tint: 9, info: '<Title>Two</Title><Number>2</Number><Genre>Action</Genre>' });
  const { id: libraryId } = await addLibrary(client, folder.path, { bookStrategy: 'metadata_first' });
  await scan(client, libraryId);
  await waitForTasks(client);
  const { data } = await client.call('listBooks', { query: { libraryId, sort: 'number' } });
  const [one, two] = [data[0], data[1]];
  if (one === undefined || two === undefined) throw new Error('Expected two books');
  const again = async (): Promise<void> => {
    await scan(client, libraryId, 'deep');
    await waitForTasks(client);
  };
  return { libraryId, one: one.id, two: two.id, seriesId: one.seriesId, again };
}

async function lastAction(client: Client, query: { bookId?: string; seriesId?: string } = {}): Promise<string> {
  const { data } = await client.call('listMetadataActions', { query });
  return data[0]?.id ?? '';
}

describe.each(databases)('metadata on %s', (kind) => {
  it('of a book says what its file says, is edited under locks, journaled, undone and reset', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    using folder = newBookFolder();
    const { one, seriesId, again } = await openLibrary(client, folder);
    const of = { params: { id: one } };
    const fromFile = await client.call('getBookMetadata', { ...of, query: { sources: 'true' } });
    expect(fromFile).toMatchObject({
      ...{ title: 'One', summary: 'Far away', writer: 'Ann, Bob', penciller: 'Cy', genre: 'Drama, Sci-Fi', year: 2012 },
      ...{ genres: ['Drama', 'Sci-Fi'], tags: ['Space'], releaseDate: '2012-03-01T00:00:00.000Z' },
    });
    expect(fromFile.sources?.['summary']).toEqual({ source: 'file', name: 'ComicInfo.xml', locked: false });
    expect(Object.values(fromFile.locks).some(Boolean)).toBe(false);

    const edited = await client.call('updateBookMetadata', {
      ...of,
      body: { summary: 'Mine', year: null, writer: 'Zed', genre: 'sci-fi, New', customMetadata: { a: { b: 1, c: 2 } } },
    });
    expect(edited).toMatchObject({ summary: 'Mine', year: null, writer: 'Zed', penciller: 'Cy', genre: 'Sci-Fi, New' });
    expect(edited.locks).toMatchObject({ summaryLock: true, yearLock: true, writerLock: true, genreLock: true });
    expect(edited.locks).toMatchObject({ pencillerLock: false, titleLock: false, authorsJsonLock: false });
    const merged = await client.call('updateBookMetadata', {
      ...of,
      body: { customMetadata: { a: { b: null, d: 3 } } },
    });
    expect(merged.customMetadata).toEqual({ a: { c: 2, d: 3 } });
    const { sources } = await client.call('getBookMetadata', { ...of, query: { sources: 'true' } });
    expect(sources?.['summary']).toEqual({ source: 'user', name: 'admin', locked: true });

    await client.call('patchBook', { ...of, body: { title: 'Renamed', number: 7.5 } });
    await again();
    const { book, metadata } = (await client.call('getBook', of)) as { book: object; metadata: object };
    expect(book).toMatchObject({ title: 'Renamed', number: 7, summary: 'Mine' });
    expect(metadata).toMatchObject({
      title: 'Renamed',
      number: '7.5',
      year: null,
      writers: ['Zed'],
      publisher: 'Image',
    });
    const full = (await (await client.fetch(`/api/v1/books/${one}?full=true`)).json()) as Record<string, unknown>;
    expect(full).toMatchObject({ title: 'Renamed', readCount: 0, lastCompletedAt: null });
    expect(full['metadata']).toMatchObject({ writer: 'Zed', writers: ['Zed'], locks: { titleLock: true } });
    expect((full['genres'] as { name: string }[]).map(({ name }) => name)).toEqual(['Sci-Fi', 'New']);

    // A lock that is cleared lets the next analysis say what the file says.
    await client.call('updateBookLocks', { ...of, body: { yearLock: false, titleLock: false } });
    await again();
    expect(await client.call('getBookMetadata', of)).toMatchObject({ title: 'One', year: 2012, summary: 'Mine' });

    const before = await client.call('getBookMetadata', of);
    await client.call('deleteBookMetadata', of);
    const reset = await client.call('getBookMetadata', of);
    expect(reset).toEqual({ ...fromFile, sources: undefined, updatedAt: reset.updatedAt });
    const undone = await client.call('undoMetadataAction', {
      params: { id: await lastAction(client, { bookId: one }) },
    });
    expect(undone).toMatchObject({ keptCount: 0 });
    expect(await client.call('getBookMetadata', of)).toEqual({ ...before, updatedAt: expect.any(String) as string });
    // The undo of the undo is the reset again.
    await client.call('undoMetadataAction', { params: { id: undone.actionId ?? '' } });
    expect(await client.call('getBookMetadata', of)).toEqual({ ...reset, updatedAt: expect.any(String) as string });
    const { total } = await client.call('listMetadataActions', { query: { seriesId } });
    expect(total).toBeGreaterThan(5);
  });

  it('of a series is edited under locks, follows its files without, and keeps later changes when undone', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    using folder = newBookFolder();
    const { one, seriesId, again } = await openLibrary(client, folder);
    const of = { params: { id: seriesId } };
    const fromFiles = await client.call('getSeriesMetadata', { ...of, query: { sources: 'true' } });
    expect(fromFiles).toMatchObject({ title: 'Saga', publisher: 'Image', language: 'en', status: 'ongoing' });
    expect(fromFiles.genres.map(({ name }) => name)).toEqual(['Action', 'Drama', 'Sci-Fi']);
    expect(fromFiles.sources?.['publisher']).toEqual({ source: 'books', name: null, locked: false });
    const body = {
      status: 'completed',
      publisher: 'Mine',
      ageRating: 12,
      totalVolumeCount: 9,
      totalChapterCount: 60.5,
    };
    const authors = [{ name: 'Ann', role: 'writer' as const }];
    const edited = await client.call('updateSeriesMetadata', { ...of, body: { ...body, authors } });
    expect(edited).toMatchObject({
      ...body,
      status: 'ended',
      authors: [{ name: 'Ann', role: 'writer', sortName: null }],
    });
    expect(edited.locks).toMatchObject({ status: true, publisher: true, authorsJsonLock: true, year: false });
    const first = await lastAction(client, { seriesId });
    await client.call('updateSeriesMetadata', { ...of, body: { publisher: 'Later' } });
    await client.call('replaceSeriesGenres', { ...of, body: { genres: ['Only'] } });
    await again();
    const after = await client.call('getSeriesMetadata', of);
    expect(after).toMatchObject({ publisher: 'Later', status: 'ended' });
    expect(after.genres.map(({ name }) => name)).toEqual(['Only']);

    const undone = await client.call('undoMetadataAction', { params: { id: first } });
    expect(undone.kept).toMatchObject([{ field: 'publisher', before: 'Image', after: 'Mine' }]);
    expect(await client.call('getSeriesMetadata', of)).toMatchObject({
      ...{ publisher: 'Later', status: 'ongoing', ageRating: null, totalVolumeCount: null, authors: [] },
      locks: { publisher: false, status: false, genres: true },
    });
    await client.call('updateSeriesLocks', { ...of, body: { genres: false, publisher: false } });
    await again();
    const free = await client.call('getSeriesMetadata', of);
    expect(free.publisher).toBe('Image');
    expect(free.genres.map(({ name }) => name)).toEqual(['Action', 'Drama', 'Sci-Fi']);

    await client.call('patchSeries', { ...of, body: { title: 'Another' } });
    expect(await client.call('getSeries', of)).toMatchObject({ title: 'Another' });
    const { id: titleId } = await client.call('createAlternateTitle', {
      ...of,
      body: { label: 'Native', title: 'サガ' },
    });
    await client.call('updateAlternateTitle', { params: { id: seriesId, titleId }, body: { title: 'さが' } });
    await client.call('putExternalRating', { ...of, body: { sourceName: ' AniList ', rating: 81.5, voteCount: 3 } });
    await client.call('putSeriesExternalId', { ...of, body: { source: 'AniList', externalId: '42' } });
    await client.call('putSeriesExternalLink', { ...of, body: { sourceName: 'web', url: 'https://example.com' } });
    const full = (await (await client.fetch(`/api/v1/series/${seriesId}?full=true`)).json()) as object;
    expect(full).toMatchObject({
      metadata: { title: 'Another', locks: { title: true, alternateTitles: true, externalIds: true } },
      alternateTitles: [{ id: titleId, label: 'Native', title: 'さが' }],
      externalRatings: [{ sourceName: 'anilist', rating: 81.5, voteCount: 3 }],
      externalIds: [{ source: 'anilist', externalId: '42', externalUrl: null }],
      externalLinks: [{ sourceName: 'web', url: 'https://example.com' }],
      ...{ bookCount: 2, readCount: 0 },
    });
    await client.call('updateSeriesLocks', { ...of, body: { title: false } });
    expect(await client.call('getSeries', of)).toMatchObject({ title: 'Saga' });
    await client.call('deleteSeriesMetadata', of);
    const reset = await client.call('getSeriesMetadata', of);
    expect(reset).toEqual({ ...fromFiles, sources: undefined, updatedAt: reset.updatedAt });
    expect((await client.call('listBookExternalLinks', { params: { id: one } })).links).toMatchObject([
      { url: 'https://example.com/one' },
    ]);
  });

  it('of a series are those of its first book that says them, whichever was read first', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    using folder = newBookFolder();
    const { id } = await addLibrary(client, folder.path);
    const after = async (name: string, info: string) => {
      await folder.addComic(`Saga/${name}`, { tint: info.length, info });
      await scan(client, id);
      await waitForTasks(client);
      const { data } = await client.call('listSeries', { query: { libraryId: id } });
      return client.call('getSeriesMetadata', { params: { id: data[0]?.id ?? '' } });
    };
    const second = { summary: 'How it ends', year: 2014, publisher: 'Image', language: 'de' };
    const told =
      '<Summary>How it ends</Summary><Year>2014</Year><Publisher>Image</Publisher><LanguageISO>de</LanguageISO>';
    expect(await after('2.cbz', told)).toMatchObject(second);
    expect(await after('3.cbz', '<Summary>What came then</Summary><Year>2016</Year>')).toMatchObject(second);
    const first = { ...second, summary: 'Far away', year: 2012 };
    expect(await after('1.cbz', '<Summary>Far away</Summary><Year>2012</Year>')).toMatchObject(first);
    expect(await after('1.cbz', '<Summary>Far, far away</Summary><Year>2012</Year>')).toMatchObject({
      ...first,
      summary: 'Far, far away',
    });
    const { data } = await client.call('listSeries', { query: { libraryId: id } });
    const params = { id: data[0]?.id ?? '' };
    await client.call('updateSeriesMetadata', { params, body: { publisher: 'Mine', summary: 'My words' } });
    await client.call('resetSeriesMetadata', { params });
    const anew = { ...first, summary: 'Far, far away' };
    expect(await client.call('getSeriesMetadata', { params })).toMatchObject(anew);
    // Its source renews it, after a reset too.
    expect(await after('2.cbz', told.replace('Image', 'Another'))).toMatchObject({ ...anew, publisher: 'Another' });
  });

  it('of many is changed as one action, previewed, and undone', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    using folder = newBookFolder();
    const { one, two, seriesId } = await openLibrary(client, folder);
    const bookIds = [one, two];
    const body = { bookIds, publisher: 'Image', bookType: 'comic' as const };
    const dry = await client.call('updateManyBooks', { body: { ...body, dryRun: true } });
    expect(dry).toMatchObject({ updatedCount: 2, matchedCount: 2, actionId: null, message: '2 books would change' });
    expect(dry.changes.filter(({ field }) => field === 'publisher')).toMatchObject([{ targetId: two, before: null }]);
    expect((await client.call('getBookMetadata', { params: { id: two } })).publisher).toBeNull();
    const before = await client.call('getBookMetadata', { params: { id: two } });
    const done = await client.call('updateManyBooks', { body });
    expect(done).toMatchObject({ updatedCount: 2, dryRun: false });
    const action = await client.call('getMetadataAction', { params: { id: done.actionId ?? '' } });
    expect(action).toMatchObject({ kind: 'bulk', username: 'admin', changeCount: 5, undoneCount: 0 });
    await client.call('genreManyBooks', { body: { bookIds, add: ['Shared'], remove: ['drama'] } });
    expect((await client.call('listBookGenres', { params: { id: one } })).genres.map(({ name }) => name)).toEqual([
      'Sci-Fi',
      'Shared',
    ]);
    const undone = await client.call('undoMetadataAction', { params: { id: done.actionId ?? '' } });
    expect(undone).toMatchObject({ undone: 5, keptCount: 0, message: '3 changes undone' });
    expect((await client.call('getMetadataAction', { params: { id: done.actionId ?? '' } })).undoneCount).toBe(5);
    expect(await client.call('undoMetadataAction', { params: { id: done.actionId ?? '' } })).toMatchObject({
      undone: 0,
    });
    const { publisher, bookType, locks } = await client.call('getBookMetadata', { params: { id: two } });
    expect({ publisher, bookType, locks }).toEqual({
      ...{ publisher: before.publisher, bookType: before.bookType },
      locks: { ...before.locks, genreLock: true },
    });
    await client.call('resetManyBooks', { body: { bookIds } });
    expect(await client.call('getBookMetadata', { params: { id: two } })).toEqual({
      ...before,
      updatedAt: expect.any(String) as string,
    });
    const series = await client.call('updateManySeries', { body: { seriesIds: [seriesId], status: 'hiatus' } });
    expect(series.message).toBe('1 series changed');
    await client.call('lockManySeries', { body: { seriesIds: [seriesId], status: false, year: true } });
    expect(await client.call('getSeriesLocks', { params: { id: seriesId } })).toMatchObject({
      status: false,
      year: true,
    });
  });

  it('refuses invalid edits, and users without the permission', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    using folder = newBookFolder();
    const { one, seriesId } = await openLibrary(client, folder);
    const put = async (path: string, body: object) =>
      client.fetch(path, {
        method: 'PATCH',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      });
    for (const body of [{ month: 13 }, { bookType: 'scroll' }, { languageIso: '!' }, { customMetadata: 'text' }]) {
      expect((await put(`/api/v1/books/${one}/metadata`, body)).status).toBe(400);
    }
    for (const body of [{ status: 'dormant' }, { ageRating: -1 }, { customMetadata: { text: 'x'.repeat(65_536) } }]) {
      expect((await put(`/api/v1/series/${seriesId}/metadata`, body)).status).toBe(400);
    }
    const half = { customMetadata: { one: 'x'.repeat(40_000) } };
    expect((await put(`/api/v1/series/${seriesId}/metadata`, half)).status).toBe(200);
    expect(
      (await put(`/api/v1/series/${seriesId}/metadata`, { customMetadata: { two: 'x'.repeat(40_000) } })).status,
    ).toBe(400);
    const account = { username: 'reader', password: 'a long password' };
    await client.call('createUser', { body: { ...account, permissions: ['SeriesWrite'] } });
    const reader = await signIn(server, account);
    await client.call('updateBookMetadata', { params: { id: one }, body: { edition: 'First' } });
    const id = await lastAction(client, { bookId: one });
    expect(await expectRefusal(reader.call('undoMetadataAction', { params: { id } }))).toMatchObject({
      kind: 'Forbidden',
    });
    expect((await client.call('getBookMetadata', { params: { id: one } })).edition).toBe('First');
    // After 90 days it cannot be undone, and is deleted.
    const { db } = server.context;
    await db.transaction(async (tx) => {
      await tx.write.updateTable('metadataAction').set({ createdAt: 0 }).where('id', '=', id).execute();
    });
    const undone = client.call('undoMetadataAction', { params: { id } });
    expect(await expectRefusal(undone)).toMatchObject({ kind: 'NotFound' });
    await db.transaction(async (tx) => deleteOldActions(tx, Date.now()));
    const kept = await db.read.selectFrom('metadataChange').select('id').where('actionId', '=', id).execute();
    expect(kept).toEqual([]);
  });
});
