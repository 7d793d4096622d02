import { rename } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { type Client, expectRefusal, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { newBookFolder } from '../_harness/make-books.ts';
import { addLibrary, listAllBooks, scan, waitForTasks } from '../_harness/scans.ts';
import { startServer } from '../_harness/start-server.ts';

/** Series and books by file name, in order of paths. */
async function seriesOfBooks(client: Client) {
  const books = await listAllBooks(client);
  return Object.fromEntries(books.map(({ path, seriesName }) => [path.slice(path.lastIndexOf('/') + 1), seriesName]));
}

async function listSeries(client: Client) {
  return (await client.call('listSeries', { query: { pageSize: 100 } })).data;
}

describe.each(databases)('grouping on %s', (kind) => {
  it.each([
    ['series_volume_chapter', undefined, { 'Ch. 7.cbz': 'One Piece', 'DC Batman #1.cbz': 'Unsorted', 'x.cbz': 'Saga' }],
    ['flat', undefined, { 'Ch. 7.cbz': 'Ch.', 'DC Batman #1.cbz': 'DC Batman', 'x.cbz': 'x' }],
    [
      'publisher_hierarchy',
      { skip_depth: 1 },
      { 'Ch. 7.cbz': 'One Piece', 'DC Batman #1.cbz': 'Unsorted', 'x.cbz': 'Saga' },
    ],
    [
      'calibre',
      { seriesMode: 'by_author' },
      { 'Ch. 7.cbz': 'Vol. 2', 'DC Batman #1.cbz': 'DC Batman #1', 'x.cbz': 'Image' },
    ],
    [
      'custom',
      { pattern: '^(?P<publisher>[^/]+)/(?P<series>[^/]+)/', seriesNameTemplate: '{series} ({publisher})' },
      { 'Ch. 7.cbz': 'One Piece (Vol. 2)', 'DC Batman #1.cbz': 'DC Batman #1', 'x.cbz': 'Saga (Image)' },
    ],
  ] as const)('%s sorts files into series with %o', async (seriesStrategy, seriesConfig, expected) => {
    using folder = newBookFolder();
    for (const path of ['Vol. 2/One Piece/Ch. 7.cbz', 'DC Batman #1.cbz', 'Image/Saga/x.cbz']) {
      await folder.addComic(path, { tint: path.length });
    }
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path, {
      seriesStrategy,
      ...(seriesConfig === undefined ? {} : { seriesConfig }),
    });
    expect(await scan(client, library.id)).toMatchObject({ status: 'completed', booksAdded: 3, warnings: [] });
    expect(await seriesOfBooks(client)).toMatchObject(expected);
    // The same again changes nothing, deep or not.
    await waitForTasks(client);
    const before = await listSeries(client);
    expect(await scan(client, library.id, 'deep')).toMatchObject({ booksUpdated: 0, booksAdded: 0 });
    await waitForTasks(client);
    expect((await listSeries(client)).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });

  it('takes volume, chapter and publisher from the folders where a name and the books say none', async () => {
    using folder = newBookFolder();
    await folder.addComic('Vol. 3/Extras/One Piece 500.cbz');
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path, { seriesStrategy: 'series_volume_chapter' });
    await scan(client, library.id);
    await waitForTasks(client);
    expect(await listAllBooks(client)).toMatchObject([{ seriesName: 'Extras', volume: 3, chapter: 500 }]);
    const change = { seriesStrategy: 'publisher_hierarchy' } as const;
    await client.call('updateLibrary', { params: { id: library.id }, body: change });
    await scan(client, library.id, 'deep');
    await waitForTasks(client);
    expect(await listSeries(client)).toMatchObject([{ title: 'Extras', publisher: 'Vol. 3' }]);
    expect(await listAllBooks(client)).toMatchObject([{ volume: null, chapter: null }]);
  });

  it('applies a changed strategy with the next deep scan; a series goes on where most of its books do', async () => {
    using folder = newBookFolder();
    for (const name of ['Batman - 1', 'Batman - 2', 'Batman - 3', 'Robin - 1']) {
      await folder.addComic(`DC/${name}.cbz`, { tint: name.length * 3 });
    }
    await folder.addComic('Image/Saga - 1.cbz', { tint: 90 });
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    await scan(client, library.id);
    await waitForTasks(client);
    const before = await listSeries(client);
    const findId = (title: string) => before.find((series) => series.title === title)?.id;
    await client.call('updateLibrary', { params: { id: library.id }, body: { seriesStrategy: 'flat' } });
    expect(await scan(client, library.id)).toMatchObject({ booksUpdated: 0 });
    expect((await listSeries(client)).map(({ title }) => title)).toEqual(['DC', 'Image']);
    await scan(client, library.id, 'deep');
    await waitForTasks(client);
    const after = await listSeries(client);
    expect(after.map(({ title }) => title)).toEqual(['Batman', 'Robin', 'Saga']);
    expect([after[0]?.id, after[2]?.id]).toEqual([findId('DC'), findId('Image')]);
    expect(after.map(({ bookCount }) => bookCount)).toEqual([3, 1, 1]);
    expect((await listAllBooks(client)).map(({ number }) => number)).toEqual([1, 2, 3, 1, 1]);
  });

  it('cleans titles of series up, also when a folder is renamed, and titles books by the owner’s pattern', async () => {
    using folder = newBookFolder();
    await folder.addComic('Saga (Digital)/Saga_v01 - Dawn.cbz');
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path, {
      titlePreprocessingRules: [{ pattern: '\\s*\\((?i)digital\\)$', replacement: '' }],
      bookStrategy: 'custom',
      bookConfig: { pattern: '_v(?<volume>\\d+) - (?P<title>.+)', title_template: '{series} {volume}: {title}' },
    });
    await scan(client, library.id);
    await waitForTasks(client);
    expect(await listAllBooks(client)).toMatchObject([{ title: 'Saga 01: Dawn', volume: 1, seriesName: 'Saga' }]);
    await rename(folder.at('Saga (Digital)'), folder.at('Saga II (Digital)'));
    const [before] = await listSeries(client);
    await scan(client, library.id);
    expect(await listSeries(client)).toMatchObject([{ id: before?.id, title: 'Saga II' }]);
    expect(await listAllBooks(client)).toMatchObject([{ title: 'Saga II 01: Dawn' }]);
  });

  it('refuses patterns that it could not match in time, and says where and why', async () => {
    using folder = newBookFolder();
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const create = async (values: object) =>
      expectRefusal(client.call('createLibrary', { body: { name: 'Comics', path: folder.path, ...values } }));
    expect(await create({ seriesStrategy: 'custom', seriesConfig: { pattern: '(a)\\1' } })).toMatchObject({
      status: 400,
      details: [
        { path: 'seriesConfig.pattern', message: 'must be a regular expression (invalid escape sequence: `\\1`)' },
      ],
    });
    expect(await create({ seriesConfig: { filenamePatterns: ['ok', '(?=a)'] } })).toMatchObject({
      details: [{ path: 'seriesConfig.filenamePatterns.1' }],
    });
    expect(await create({ titlePreprocessingRules: [{ pattern: '[x', replacement: '' }] })).toMatchObject({
      details: [
        { path: 'titlePreprocessingRules.0.pattern', message: expect.stringMatching(/missing closing/) as string },
      ],
    });
    const conditions = { rules: [{ field: 'type', operator: 'matches', value: '(' }] };
    expect(await create({ autoMatchConditions: conditions })).toMatchObject({
      details: [{ path: 'autoMatchConditions.rules.0.value' }],
    });
  });
});
