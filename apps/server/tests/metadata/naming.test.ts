import { copyFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Client, expectRefusal, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { newBookFolder } from '../_harness/make-books.ts';
import { addLibrary, listAllBooks, scan, waitForTasks, until } from '../_harness/scans.ts';
import { startServer } from '../_harness/start-server.ts';

const FIXTURES = join(import.meta.dirname, '../../../../fixtures/good');
const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000';

async function listSeries(client: Client) {
  const { data } = await client.call('listSeries', { query: { pageSize: 100 } });
  return data.toSorted((one, other) => (one.title < other.title ? -1 : 1));
}

async function whereBooksAre(client: Client) {
  return (await listAllBooks(client)).map(({ path, seriesName, number }) => [
    path.slice(path.lastIndexOf('/') + 1),
    seriesName,
    number,
  ]);
}

describe.each(databases)('series that follow from what books say, on %s', (kind) => {
  it('are found when the books are read, kept by every scan, and left when a book says another', async () => {
    using folder = newBookFolder();
    const states = (series: string) => ({ info: `<Series>${series}</Series>` });
    await folder.addComic('Ann Oar/First (1)/a.cbz', { ...states('Sea'), tint: 1 });
    await folder.addComic('Ann Oar/Second (2)/b.cbz', { ...states('Sea'), tint: 40 });
    await folder.addComic('Ann Oar/Third (3)/c.cbz', { tint: 80 });
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path, { seriesStrategy: 'calibre' });
    await scan(client, library.id);
    await waitForTasks(client);
    const expected = [
      ['a.cbz', 'Sea', 1],
      ['b.cbz', 'Sea', 2],
      ['c.cbz', 'Third', 1],
    ];
    expect(await whereBooksAre(client)).toEqual(expected);
    const before = await listSeries(client);
    expect(before.map(({ title, bookCount }) => [title, bookCount])).toEqual([
      ['Sea', 2],
      ['Third', 1],
    ]);
    for (const mode of ['normal', 'deep'] as const) {
      expect(await scan(client, library.id, mode)).toMatchObject({ booksUpdated: 0, booksAdded: 0 });
      await waitForTasks(client);
      expect(await whereBooksAre(client)).toEqual(expected);
    }
    expect((await listSeries(client)).map(({ id }) => id)).toEqual(before.map(({ id }) => id));

    await folder.addComic('Ann Oar/Second (2)/b.cbz', { ...states('River'), tint: 41, pages: 3 });
    await folder.addComic('Ann Oar/Third (3)/c.cbz', { ...states('Third wave'), tint: 81, pages: 3 });
    await scan(client, library.id);
    await waitForTasks(client);
    expect(await whereBooksAre(client)).toEqual([
      ['a.cbz', 'Sea', 1],
      ['b.cbz', 'River', 1],
      ['c.cbz', 'Third wave', 1],
    ]);
    // A series all of whose books go with it is the same series.
    const after = await listSeries(client);
    expect(after.map(({ title }) => title)).toEqual(['River', 'Sea', 'Third wave']);
    expect([after[1]?.id, after[2]?.id]).toEqual([before[0]?.id, before[1]?.id]);
    const third = (await listAllBooks(client))[2];
    const { series } = await client.call('getBookPlacement', { params: { id: third?.id ?? '' } });
    expect(series).toMatchObject({
      strategy: 'calibre',
      rule: 'stated-series',
      input: 'Third wave',
      result: 'Third wave',
    });
  });

  it('are what a person said, once they said it', async () => {
    using folder = newBookFolder();
    await folder.addComic('x/a.cbz', { info: '<Series>Sea</Series>' });
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path, {
      seriesStrategy: 'flat',
      seriesConfig: { require_metadata: true },
    });
    await scan(client, library.id);
    await waitForTasks(client);
    expect(await whereBooksAre(client)).toEqual([['a.cbz', 'Sea', 1]]);
    await server.context.db.transaction(async (tx) => {
      await tx.write.updateTable('bookMetadata').set({ series: 'Lake', locks: '["seriesLock"]' }).execute();
    });
    await scan(client, library.id, 'deep');
    await waitForTasks(client);
    expect(await whereBooksAre(client)).toEqual([['a.cbz', 'Lake', 1]]);
  });
});

describe.each(databases)('a new library without a choice, on %s', (kind) => {
  it('titles comics by their file names, and EPUB by what they state', async () => {
    using folder = newBookFolder();
    await folder.addComic('Saga/Saga #07.cbz', { info: '<Title>Dawn</Title>' });
    await copyFile(join(FIXTURES, 'epub/fixed-layout.epub'), folder.at('Saga/a file.epub'));
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const { id } = await addLibrary(client, folder.path);
    await scan(client, id);
    await waitForTasks(client);
    const titles = (await listAllBooks(client)).map(({ fileFormat, title }) => [fileFormat, title]);
    expect(titles.toSorted()).toEqual([
      ['cbz', 'Saga #07'],
      ['epub', 'Fixed Book'],
    ]);
  });
});

describe.each(databases)('why a book is where it is, on %s', (kind) => {
  it('is told with rule, input, result and a sentence', async () => {
    using folder = newBookFolder();
    await folder.addComic('Saga/Saga #07.cbz', { info: '<Title>Dawn</Title>' });
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path, { bookStrategy: 'smart', numberStrategy: 'smart' });
    await scan(client, library.id);
    await waitForTasks(client);
    const [book] = await listAllBooks(client);
    const id = book?.id ?? '';
    expect(await client.call('getBookPlacement', { params: { id } })).toEqual({
      bookId: id,
      series: {
        ...{ strategy: 'series_volume', rule: 'folder', input: 'Saga', result: 'Saga' },
        sentence: 'The file is in the folder “Saga”, which is the series “Saga”.',
      },
      title: {
        ...{ strategy: 'smart', rule: 'stated-title', input: 'Dawn', result: 'Dawn' },
        sentence: 'The metadata of the book has the title “Dawn”.',
      },
      number: {
        ...{ strategy: 'smart', rule: 'file-name-number', input: 'Saga #07', result: '7' },
        sentence: 'The file name “Saga #07” has the number “7”.',
      },
    });
    expect(await expectRefusal(client.call('getBookPlacement', { params: { id: UNKNOWN_ID } }))).toMatchObject({
      status: 404,
    });
    // A book of an earlier release has no reasons, until the next deep scan.
    await server.context.db.transaction(async (tx) =>
      tx.write.updateTable('book').set({ placedBy: null, namedBy: null }).execute(),
    );
    expect(await client.call('getBookPlacement', { params: { id } })).toEqual({
      ...{ bookId: id, series: null, title: null, number: null },
    });
    await scan(client, library.id, 'deep');
    await waitForTasks(client);
    expect(await client.call('getBookPlacement', { params: { id } })).toMatchObject({
      ...{ series: { rule: 'folder' }, title: { rule: 'stated-title' }, number: { rule: 'file-name-number' } },
    });
  });
});

describe.each(databases)('renumbering on %s', (kind) => {
  it('keeps what files state and people lock, and counts the rest', async () => {
    using folder = newBookFolder();
    await folder.addComic('Saga/a 5.cbz', { tint: 1, info: '<Number>12.5</Number>' });
    await folder.addComic('Saga/b.cbz', { tint: 40 });
    await folder.addComic('Saga/c.cbz', { tint: 80, info: '<Number>3</Number>' });
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path, { numberStrategy: 'smart' });
    await scan(client, library.id);
    await waitForTasks(client);
    const { db } = server.context;
    const ids = (await listAllBooks(client)).map(({ id }) => id);
    await db.transaction(async (tx) => {
      await tx.write.updateTable('book').set({ number: '99', numberSort: 99 }).execute();
      const locked = { number: '42', locks: '["numberLock"]' };
      await tx.write
        .updateTable('bookMetadata')
        .set(locked)
        .where('bookId', '=', ids[2] ?? '')
        .execute();
    });
    const [series] = await listSeries(client);
    const { taskId } = await client.call('renumberSeries', { params: { id: series?.id ?? '' } });
    const task = await until(
      async () => client.call('getTask', { params: { id: taskId } }),
      ({ status }) => status === 'completed',
    );
    expect(task).toMatchObject({ taskType: 'renumber_series', seriesId: series?.id, result: { series: 1, books: 3 } });
    const rows = await db.read.selectFrom('book').select(['number', 'numberSort']).orderBy('path').execute();
    expect(rows).toEqual([
      { number: '12.5', numberSort: 12.5 },
      { number: '2', numberSort: 2 },
      { number: '42', numberSort: 42 },
    ]);
    const again = await client.call('renumberManySeries', { body: { seriesIds: [series?.id ?? ''] } });
    await waitForTasks(client);
    expect(await client.call('getTask', { params: { id: again.taskId } })).toMatchObject({
      result: { series: 1, books: 0 },
    });
    const unknown = client.call('renumberManySeries', { body: { seriesIds: [series?.id ?? '', UNKNOWN_ID] } });
    expect(await expectRefusal(unknown)).toMatchObject({ status: 404 });
  });
});

describe.each(databases)('making titles again on %s', (kind) => {
  it('tells what would change, changes it, and leaves what is locked', async () => {
    using folder = newBookFolder();
    for (const [index, name] of ['Dune [HQ]', 'Saga [HQ]', 'Sea'].entries()) {
      await folder.addComic(`${name}/1.cbz`, { tint: index * 40 });
    }
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path, { bookStrategy: 'series_name' });
    await scan(client, library.id);
    await waitForTasks(client);
    const [dune, saga] = await listSeries(client);
    await server.context.db.transaction(async (tx) => {
      const edited = { titleSort: 'saga, the', sortKey: 'saga, the' };
      await tx.write
        .updateTable('series')
        .set(edited)
        .where('id', '=', saga?.id ?? '')
        .execute();
      await tx.write
        .updateTable('series')
        .set({ locks: '["title"]' })
        .where('id', '=', dune?.id ?? '')
        .execute();
    });
    const params = { id: library.id };
    const nothing = await client.call('reprocessLibrarySeriesTitles', { params, body: {} });
    expect(nothing).toMatchObject({ success: true, total: 0, tasksEnqueued: 0, changes: [] });
    const rules = [{ pattern: '\\s*\\[[^\\]]+\\]', replacement: '' }];
    const change = { seriesId: saga?.id, before: 'Saga [HQ]', after: 'Saga' };
    const tried = { dryRun: true, titlePreprocessingRules: rules };
    expect(await client.call('reprocessLibrarySeriesTitles', { params, body: tried })).toMatchObject({
      ...{ total: 1, changes: [change], tasksEnqueued: 0 },
    });
    const refused = [
      { body: { titlePreprocessingRules: rules }, path: 'titlePreprocessingRules' },
      {
        body: { dryRun: true, titlePreprocessingRules: [{ pattern: '(', replacement: '' }] },
        path: 'titlePreprocessingRules.0.pattern',
      },
    ];
    for (const { body, path } of refused) {
      expect(await expectRefusal(client.call('reprocessLibrarySeriesTitles', { params, body }))).toMatchObject({
        ...{ status: 400, details: [{ path }] },
      });
    }
    await client.call('updateLibrary', { params, body: { titlePreprocessingRules: rules } });
    for (const body of [{ dryRun: true }, { dryRun: true, libraryId: library.id }]) {
      expect(await client.call('reprocessSeriesTitles', { body })).toMatchObject({
        ...{
          dryRun: true,
          tasksEnqueued: 0,
          taskIds: [],
          total: 1,
          changes: [change],
          message: '1 title would change',
        },
      });
    }
    expect((await listSeries(client)).map(({ title }) => title)).toEqual(['Dune [HQ]', 'Saga [HQ]', 'Sea']);
    const locked = await client.call('reprocessSeriesTitle', { params: { id: dune?.id ?? '' } });
    expect(locked).toMatchObject({ total: 0, tasksEnqueued: 0 });
    const done = await client.call('reprocessLibrarySeriesTitles', { params });
    expect(done).toMatchObject({ total: 1, tasksEnqueued: 1, changes: [change] });
    await waitForTasks(client);
    expect((await listSeries(client)).map(({ title }) => title)).toEqual(['Dune [HQ]', 'Saga', 'Sea']);
    expect((await listAllBooks(client)).map(({ title }) => title)).toEqual(['Dune [HQ] v.01', 'Saga v.01', 'Sea v.01']);
    const row = server.context.db.read.selectFrom('series').select(['titleSort', 'sortKey']);
    expect(await row.where('id', '=', saga?.id ?? '').execute()).toEqual([{ titleSort: null, sortKey: 'saga' }]);
    const missing = client.call('reprocessSeriesTitle', { params: { id: UNKNOWN_ID } });
    expect(await expectRefusal(missing)).toMatchObject({ status: 404 });
  });
});

describe.each(databases)('a preview on %s', (kind) => {
  it('tells which series a folder would have, and stores nothing', async () => {
    using folder = newBookFolder();
    for (const path of [
      'Image/Saga (Digital)/1.cbz',
      'Image/Saga (Digital)/2.cbz',
      'drafts/x.cbz',
      'One.epub',
      'a.txt',
    ]) {
      await folder.addFile(path, 'no book at all');
    }
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const preview = async (body: object) => client.call('previewScan', { body: { path: folder.path, ...body } });
    expect(await preview({ excludedPatterns: 'drafts' })).toEqual({
      detectedSeries: [
        { name: 'One', originalName: 'One', path: null, bookCount: 1, sampleBooks: ['One.epub'] },
        {
          ...{ name: 'Saga (Digital)', originalName: 'Saga (Digital)', path: 'Image/Saga (Digital)' },
          ...{ bookCount: 2, sampleBooks: ['1.cbz', '2.cbz'] },
        },
      ],
      ...{ totalSeries: 2, totalFiles: 3, truncated: false, warnings: [] },
      guess: { kind: 'mixed', defaultReadingDirection: 'ltr', reasons: ['It has files of several kinds.'] },
    });
    const settings = {
      seriesStrategy: 'publisher_hierarchy',
      allowedFormats: ['CBZ'],
      titlePreprocessingRules: [{ pattern: ' \\(Digital\\)', replacement: '' }],
    };
    expect(await preview(settings)).toMatchObject({
      detectedSeries: [
        { name: 'Saga', originalName: 'Saga (Digital)', metadata: { publisher: 'Image' } },
        { name: 'Unsorted', path: 'drafts', metadata: { publisher: 'drafts' } },
      ],
      totalFiles: 3,
    });
    expect((await preview({ seriesStrategy: 'calibre' })).warnings).toHaveLength(1);
    const bad = preview({ seriesStrategy: 'custom', seriesConfig: { pattern: '(' } });
    expect(await expectRefusal(bad)).toMatchObject({ status: 400, details: [{ path: 'seriesConfig.pattern' }] });
    expect(await expectRefusal(preview({ path: folder.at('nowhere') }))).toMatchObject({ status: 400 });
    await addLibrary(client, folder.path);
    expect(await expectRefusal(preview({}))).toMatchObject({ status: 409 });
    expect((await client.call('listTasks', { query: {} })).data).toEqual([]);
  });

  it('tells what a change of strategies would do, and does none of it', async () => {
    using folder = newBookFolder();
    for (const [index, name] of ['Batman - 12', 'Batman - 2', 'Robin - 1'].entries()) {
      await folder.addComic(`DC/${name}.cbz`, { tint: index * 40, info: `<Title>Title ${String(index)}</Title>` });
    }
    await folder.addComic('Saga/Saga 1.cbz', { tint: 130 });
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    await scan(client, library.id);
    await waitForTasks(client);
    const before = await listAllBooks(client);
    const preview = async (body: object) => client.call('previewStrategy', { params: { id: library.id }, body });
    expect(await preview({})).toMatchObject({
      booksTotal: 4,
      booksChanged: 0,
      seriesBefore: 2,
      seriesAfter: 2,
      examples: [],
    });
    const change = { seriesStrategy: 'flat', numberStrategy: 'filename', bookStrategy: 'metadata_first' } as const;
    const found = await preview(change);
    expect(found).toMatchObject({
      ...{ booksTotal: 4, booksChanged: 3, seriesChanged: 3, titlesChanged: 3, numbersChanged: 3 },
      ...{ seriesBefore: 2, seriesAfter: 3, seriesCreated: 1, seriesEmptied: 0, warnings: [] },
      ...{ sampleCreated: ['Robin'], sampleEmptied: [] },
    });
    expect(found.examples.toSorted((one, other) => (one.path < other.path ? -1 : 1))[0]).toMatchObject({
      ...{ bookId: before[0]?.id, path: 'DC/Batman - 12.cbz' },
      before: { series: 'DC', title: 'Batman - 12', number: '2' },
      after: { series: 'Batman', title: 'Title 0', number: '12' },
    });
    expect((await preview({ ...change, limit: 1 })).examples).toHaveLength(1);
    expect(await listAllBooks(client)).toEqual(before);
    // What was told is what the deep scan does.
    await client.call('updateLibrary', { params: { id: library.id }, body: change });
    await scan(client, library.id, 'deep');
    await waitForTasks(client);
    const after = new Map((await listAllBooks(client)).map((book) => [book.id, book]));
    for (const { bookId, after: told } of found.examples) {
      expect(after.get(bookId)).toMatchObject({
        seriesName: told.series,
        title: told.title,
        number: Number(told.number),
      });
    }
    expect(await preview({})).toMatchObject({ booksChanged: 0, seriesCreated: 0, seriesEmptied: 0 });
    expect(await preview({ seriesStrategy: 'series_volume' })).toMatchObject({
      ...{ seriesChanged: 3, seriesCreated: 0, seriesEmptied: 1, sampleEmptied: ['Robin'] },
    });
    const bad = preview({ bookStrategy: 'custom' });
    expect(await expectRefusal(bad)).toMatchObject({ status: 400, details: [{ path: 'bookConfig.pattern' }] });
    const missing = client.call('previewStrategy', { params: { id: UNKNOWN_ID }, body: {} });
    expect(await expectRefusal(missing)).toMatchObject({ status: 404 });
  });
});

describe.each(databases)('the preview of a schedule on %s', (kind) => {
  it('names the next times in the zone asked for, else in that of the server, or what is wrong', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const preview = async (body: { cronSchedule: string; cronTimezone?: string }) =>
      client.call('previewSchedule', { body });
    const { cronTimezone, nextRuns } = await preview({ cronSchedule: '30 3 * * 7', cronTimezone: 'Asia/Tokyo' });
    expect(cronTimezone).toBe('Asia/Tokyo');
    expect(nextRuns).toHaveLength(3);
    expect(nextRuns).toEqual(nextRuns.toSorted());
    // Half past three on Sunday in Tokyo.
    for (const at of nextRuns) expect([new Date(at).getUTCDay(), at.slice(11, 16)]).toEqual([6, '18:30']);
    expect((await preview({ cronSchedule: '0 0 1 1 *' })).cronTimezone).toBe('UTC');
    expect(await expectRefusal(preview({ cronSchedule: '61 * * * *', cronTimezone: 'Mars/Olympus' }))).toMatchObject({
      ...{ status: 400, details: [{ path: 'cronSchedule' }, { path: 'cronTimezone' }] },
    });
  });
});

describe.each(databases)('conditions on %s', (kind) => {
  it('are tried on a series, those given or those of its library', async () => {
    using folder = newBookFolder();
    await folder.addComic('Saga/1.cbz');
    await utimes(folder.at('Saga/1.cbz'), 1, 1);
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const rule = { field: 'book_count', operator: 'gt', value: 1 };
    const library = await addLibrary(client, folder.path, { autoMatchConditions: { rules: [rule] } });
    await scan(client, library.id);
    const [series] = await listSeries(client);
    const params = { id: series?.id ?? '' };
    expect(await client.call('testSeriesConditions', { params })).toEqual({
      ...{ passed: false, mode: 'all' },
      rules: [{ ...rule, actual: 1, passed: false }],
    });
    const conditions = {
      mode: 'any',
      rules: [rule, { field: 'metadata.title', operator: 'matches', value: '(?i)^saga$' }],
    };
    const tried = await client.call('testSeriesConditions', { params, body: { conditions } });
    expect(tried).toMatchObject({
      passed: true,
      mode: 'any',
      rules: [{ passed: false }, { passed: true, actual: 'Saga' }],
    });
    const bad = { rules: [{ field: 'x', operator: 'matches', value: '(' }] };
    expect(
      await expectRefusal(client.call('testSeriesConditions', { params, body: { conditions: bad } })),
    ).toMatchObject({
      ...{ status: 400, details: [{ path: 'conditions.rules.0.value' }] },
    });
    const missing = client.call('testSeriesConditions', { params: { id: UNKNOWN_ID } });
    expect(await expectRefusal(missing)).toMatchObject({ status: 404 });
  });
});
