import { FullWantedItem } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { expectRefusal, setupAdmin, signIn } from '../_harness/client.ts';
import { newPicture, sendPicture } from '../_harness/pictures.ts';
import { databases } from '../_harness/databases.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer } from '../_harness/start-server.ts';

const GUEST = { username: 'guest', password: 'a long password' };

describe.each(databases)('the rest of the catalog on %s', (kind) => {
  it('tells what is tracked of a series, what it lacks, and what it is called elsewhere, and filters by it', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const [shelf, hidden] = [await newShelf(server), await newShelf(server, { name: 'Hidden' })];
    const saga = await shelf.addSeries('Saga', { totalVolumeCount: 9, totalChapterCount: 60.5 });
    await shelf.addBook(saga, 'Saga 1', { volume: 3 });
    await shelf.addBook(saga, 'Saga 2', { volume: 4, chapter: 20.2 });
    const bone = await shelf.addSeries('Bone', { totalVolumeCount: 5 });
    await shelf.addBook(bone, 'Bone 1', { volume: 9 });
    await hidden.addBook(await hidden.addSeries('Secret'), 'Secret 1');
    await admin.call('putSeriesExternalId', {
      params: { id: saga },
      body: { source: 'MangaDex', externalId: 'x1', externalUrl: 'https://example.com/x1' },
    });
    const of = { params: { id: saga } };
    expect(await admin.call('getSeries', of)).toMatchObject({
      ...{ localMaxVolume: 4, localMaxChapter: 20.2, volumesOwned: 1, tracked: false },
      ...{ upstreamVolumeGap: null, upstreamChapterGap: null, upstreamGapProvider: null },
    });
    await admin.call('updateSeriesTracking', { ...of, body: { tracked: true } });
    await admin.call('updateSeriesTracking', { params: { id: bone }, body: { tracked: true } });
    const gaps = { tracked: true, upstreamVolumeGap: 5, upstreamChapterGap: 40.3, upstreamGapProvider: 'mangadex' };
    expect(await admin.call('getSeries', of)).toMatchObject(gaps);
    const full = (await (await admin.fetch(`/api/v1/series/${saga}?full=true`)).json()) as object;
    expect(full).toMatchObject({ ...gaps, volumesOwned: 1 });
    expect(await admin.call('getSeries', { params: { id: bone } })).toMatchObject({
      ...{ tracked: true, upstreamVolumeGap: null, upstreamGapProvider: null },
    });

    const account = { ...GUEST, libraryIds: [shelf.libraryId] };
    await admin.call('createUser', { body: account });
    const guest = await signIn(server, account);
    const index = await guest.call('listExternalIndex', {});
    expect(index).toMatchObject({ total: 2, page: 1 });
    expect(index.data).toEqual([
      { id: bone, externalIds: [], localMaxVolume: 9, localMaxChapter: null, volumesOwned: 1 },
      {
        id: saga,
        externalIds: [{ source: 'mangadex', externalId: 'x1', externalUrl: 'https://example.com/x1' }],
        ...{ localMaxVolume: 4, localMaxChapter: 20.2, volumesOwned: 1 },
      },
    ]);
    expect((await guest.call('listExternalIndex', { query: { page: 2, pageSize: 1 } })).data).toMatchObject([
      { id: saga },
    ]);
    expect((await admin.call('listExternalIndex', { query: { libraryId: hidden.libraryId } })).total).toBe(1);

    const found = async (condition: object) =>
      (await guest.call('listFilteredSeries', { body: { condition: condition as never } })).data.map(
        ({ title }) => title,
      );
    await admin.call('updateSeriesTracking', { params: { id: bone }, body: { tracked: false } });
    expect(await found({ isTracked: { operator: 'isTrue' } })).toEqual(['Saga']);
    expect(await found({ is_tracked: { operator: 'isFalse' } })).toEqual(['Bone']);
    expect(await found({ sharingTag: { operator: 'is', value: 'kids' } })).toEqual([]);
    expect(await found({ sharingTag: { operator: 'isNull' } })).toEqual(['Bone', 'Saga']);

    // What a user thinks who may not see it any more counts neither where it is shown nor where it is asked for.
    await guest.call('saveRating', { ...of, body: { rating: 20 } });
    await admin.call('saveRating', { ...of, body: { rating: 80 } });
    const rated = { communityRating: { operator: 'eq', value: 80 } } as const;
    const counted = async () => (await admin.call('listFilteredSeries', { body: { condition: rated } })).total;
    expect(await counted()).toBe(0);
    const { data: users } = await admin.call('listUsers', {});
    const id = users.find(({ username }) => username === 'guest')?.id ?? '';
    await admin.call('updateUser', { params: { id }, body: { libraryIds: [] } });
    expect(await counted()).toBe(1);
    expect(await admin.call('getSeries', of)).toMatchObject({ communityRating: 80 });
  });

  it('takes search texts for edits of many, lists in full, and presets one part at a time', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const [shelf, other] = [await newShelf(server), await newShelf(server, { name: 'Other' })];
    const saga = await shelf.addSeries('Saga');
    const one = await shelf.addBook(saga, 'Moonlight one');
    await shelf.addBook(saga, 'Sunlight two');
    await other.addBook(await other.addSeries('Elsewhere'), 'Moonlight three');
    const body = { fullTextSearch: 'moonlight', imprint: 'Vertigo' };
    expect(await admin.call('updateManyBooks', { body: { ...body, dryRun: true } })).toMatchObject({ matchedCount: 2 });
    const edited = await admin.call('updateManyBooks', { body: { ...body, libraryId: shelf.libraryId } });
    expect(edited).toMatchObject({ matchedCount: 1, updatedCount: 1 });
    const condition = { title: { operator: 'contains', value: 'one' } } as const;
    expect(await admin.call('resetManyBooks', { body: { condition, fullTextSearch: 'sunlight' } })).toMatchObject({
      matchedCount: 0,
    });
    for (const wrong of [
      { imprint: 'x' },
      { fullTextSearch: ' ', imprint: 'x' },
      { bookIds: [one], fullTextSearch: 'moonlight' },
    ])
      expect(await expectRefusal(admin.call('updateManyBooks', { body: wrong }))).toMatchObject({ kind: 'BadRequest' });

    await admin.call('saveProgress', { params: { id: one }, body: { currentPage: 3 } });
    const full = async (path: string, init?: object) =>
      ((await (await admin.fetch(`/api/v1/${path}`, init)).json()) as { readonly data: readonly object[] }).data;
    expect(await full(`progress/currently-reading?full=true&libraryId=${shelf.libraryId}`)).toMatchObject([
      { id: one, genres: [] },
    ]);
    expect(await full(`progress/currently-reading?library_id=${other.libraryId}`)).toEqual([]);
    const found = await full('series/search', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'saga', full: true }),
    });
    expect(found).toMatchObject([{ id: saga, metadata: { title: 'Saga' }, alternateTitles: [] }]);
    await admin.call('addWantToRead', { body: { bookId: one } });
    await admin.call('addWantToRead', { body: { seriesId: saga } });
    const wanted = async (query: object) =>
      (await admin.call('listWantToRead', { query })).data.map(({ itemType }) => itemType);
    expect(await wanted({ itemType: 'book' })).toEqual(['book']);
    expect(await wanted({ libraryId: other.libraryId })).toEqual([]);
    expect(await wanted({ libraryId: shelf.libraryId })).toEqual(['series', 'book']);
    const wantedInFull = await full('want-to-read?full=true');
    expect(wantedInFull).toMatchObject([
      { itemType: 'series', series: { id: saga, metadata: { title: 'Saga' }, alternateTitles: [] } },
      { itemType: 'book', book: { id: one, genres: [], metadata: { locks: {} } } },
    ]);
    for (const item of wantedInFull) FullWantedItem.parse(item);
    const collection = await admin.call('createCollection', { body: { name: 'In full', seriesIds: [saga] } });
    expect(await full(`collections/${collection.id}/series?full=true`)).toMatchObject([
      { id: saga, metadata: { title: 'Saga' } },
    ]);
    const list = await admin.call('createReadList', { body: { name: 'In full', bookIds: [one] } });
    expect(await full(`readlists/${list.id}/books?full=true`)).toMatchObject([{ id: one, metadata: { locks: {} } }]);

    const preset = await admin.call('createFilterPreset', {
      body: { scope: 'list', target: 'series', name: 'Mine', condition: { allOf: [] }, sort: 'name,asc' },
    });
    const patched = await admin.call('patchFilterPreset', { params: { id: preset.id }, body: { name: 'Ours' } });
    expect(patched).toMatchObject({ id: preset.id, name: 'Ours', sort: 'name,asc' });
  });

  it('analyses what waits, and what is named, one by one and many at once', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    await admin.call('pauseTasks', {});
    const [shelf, other] = [await newShelf(server), await newShelf(server, { name: 'Other' })];
    const saga = await shelf.addSeries('Saga');
    const [done, waiting] = [await shelf.addBook(saga, 'One'), await shelf.addBook(saga, 'Two', { analysisDue: 1 })];
    const quiet = await other.addSeries('Quiet');
    const still = await other.addBook(quiet, 'Three');
    const due = async () => {
      const rows = await server.context.db.read.selectFrom('book').select('id').where('analysisDue', '=', 1).execute();
      return rows.map(({ id }) => id).toSorted();
    };
    const bad = { kind: 'BadRequest' };
    const of = (id: string) => ({ params: { id } });
    expect(await expectRefusal(admin.call('analyzeUnanalyzedBook', of(done)))).toMatchObject(bad);
    expect(await expectRefusal(admin.call('analyzeUnanalyzedSeries', of(quiet)))).toMatchObject(bad);
    expect(await expectRefusal(admin.call('analyzeUnanalyzedLibrary', of(other.libraryId)))).toMatchObject(bad);
    await admin.call('analyzeUnanalyzedBook', of(waiting));
    await admin.call('analyzeUnanalyzedSeries', of(saga));
    await admin.call('analyzeUnanalyzedLibrary', of(shelf.libraryId));
    expect(await due()).toEqual([waiting]);
    const many = await admin.call('analyzeManyBooks', { body: { bookIds: [done, waiting, still] } });
    expect(many).toEqual({ tasksEnqueued: 1, message: '1 task analyses what waits' });
    expect(await admin.call('analyzeManySeries', { body: { seriesIds: [quiet] } })).toMatchObject({ tasksEnqueued: 0 });
    await admin.call('analyzeManySeries', { body: { seriesIds: [quiet], force: true } });
    expect(await due()).toEqual([still, waiting].toSorted());
    await admin.call('analyzeLibrary', of(shelf.libraryId));
    expect(await due()).toEqual([done, still, waiting].toSorted());
    const thumbnails = await admin.call('generateManyBookThumbnails', { body: { bookIds: [done] } });
    expect(await admin.call('getTask', of(thumbnails.taskId))).toMatchObject({ taskType: 'generate_thumbnails' });
    await admin.call('generateManySeriesThumbnails', { body: { seriesIds: [saga] } });
    await admin.call('generateThumbnailsOfManySeries', { body: { seriesIds: [saga] } });
    const titles = await admin.call('reprocessManySeriesTitles', { body: { seriesIds: [saga], dryRun: true } });
    expect(titles).toMatchObject({ total: 0, dryRun: true });
  });

  it('journals the choice of covers, and undoes it unless another one was chosen since', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const shelf = await newShelf(server);
    const saga = await shelf.addSeries('Saga');
    const book = await shelf.addBook(saga, 'One');
    const send = async (path: string, color: string) =>
      ((await (await sendPicture(admin, path, await newPicture('png', color))).json()) as { readonly id: string }).id;
    const actions = async () => (await admin.call('listMetadataActions', {})).data;
    const undo = async (id: string | undefined) => admin.call('undoMetadataAction', { params: { id: id ?? '' } });
    const chosen = async () =>
      (await admin.call('listBookCovers', { params: { id: book } })).covers.find(({ isSelected }) => isSelected)?.id;
    const red = await send(`/api/v1/books/${book}/cover`, 'red');
    const blue = await send(`/api/v1/books/${book}/cover`, 'blue');
    const [second, first] = await actions();
    expect(second).toMatchObject({
      kind: 'edit',
      username: 'admin',
      changes: [
        {
          targetType: 'book',
          targetId: book,
          field: 'cover',
          before: { coverId: red },
          after: { coverId: blue, locked: true },
        },
      ],
    });
    expect(await undo(first?.id)).toMatchObject({ undone: 0, keptCount: 1 });
    const undone = await undo(second?.id);
    expect(undone).toMatchObject({ undone: 1, keptCount: 0 });
    expect(await chosen()).toBe(red);
    await undo(undone.actionId ?? '');
    expect(await chosen()).toBe(blue);
    await admin.call('resetBookCover', { params: { id: book } });
    expect(await chosen()).toBeUndefined();
    await undo((await actions())[0]?.id);
    expect(await chosen()).toBe(blue);
    expect(await admin.call('getBookLocks', { params: { id: book } })).toMatchObject({ coverLock: true });
    // One that is deleted cannot be chosen again.
    await admin.call('resetBookCover', { params: { id: book } });
    const reset = (await actions())[0];
    await admin.call('deleteBookCover', { params: { id: book, coverId: blue } });
    expect(await undo(reset?.id)).toMatchObject({ undone: 0, keptCount: 1 });

    const locked = await admin.call('lockManySeries', { body: { seriesIds: [saga], cover: true, year: true } });
    expect(locked).toMatchObject({ updatedCount: 1 });
    const { changes } = await admin.call('getMetadataAction', { params: { id: locked.actionId ?? '' } });
    expect(changes.map(({ field }) => field).toSorted()).toEqual(['cover', 'locks']);
    expect(await undo(locked.actionId ?? '')).toMatchObject({ undone: 2 });
    expect(await admin.call('getSeriesLocks', { params: { id: saga } })).toMatchObject({ cover: false, year: false });
  });
});
