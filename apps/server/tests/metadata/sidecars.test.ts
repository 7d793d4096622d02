import { chmod, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Client, expectRefusal, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { type BookFolder, newBookFolder } from '../_harness/make-books.ts';
import { addLibrary, listAllBooks, scan, waitForTasks } from '../_harness/scans.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

afterEach(() => void vi.restoreAllMocks());

function opf(values: string): string {
  return `<package xmlns="http://www.idpf.org/2007/opf" version="2.0"><metadata
    xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">${values}</metadata></package>`;
}

async function picture(colour: string): Promise<Buffer> {
  return sharp({ create: { width: 40, height: 60, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();
}

function seriesJson(metadata: object): string {
  return JSON.stringify({ metadata });
}

/** Another text of another length, so that its file is another one to every scan. */
let stamp = Date.now() - 3_000_000;
async function change(folder: BookFolder, path: string, bytes: string | Uint8Array): Promise<void> {
  await folder.addFile(path, bytes);
  stamp += 10_000;
  await utimes(folder.at(path), new Date(stamp), new Date(stamp));
}

async function scanned(client: Client, libraryId: string, mode: 'normal' | 'deep' = 'normal') {
  const status = await scan(client, libraryId, mode);
  await waitForTasks(client);
  return status;
}

function watch({ context: { readers } }: TestServer) {
  return {
    books: vi.spyOn(readers, 'readPacked'),
    opfs: vi.spyOn(readers, 'readOpf'),
    pictures: vi.spyOn(readers, 'readPicture'),
    jsons: vi.spyOn(readers, 'readSeriesJson'),
  };
}

function countCalls(watched: ReturnType<typeof watch>): readonly number[] {
  return Object.values(watched).map((spy) => spy.mock.calls.length);
}

async function fetchMetadata(client: Client, bookId: string) {
  return (await client.call('getBook', { params: { id: bookId } })).metadata;
}

async function listSeries(client: Client) {
  const { data } = await client.call('listSeries', {});
  return data;
}

/** Mean colour of a cover that is served: red, green, blue. */
async function fetchColour(client: Client, path: string): Promise<readonly number[]> {
  const answer = await client.fetch(path);
  expect(answer.status).toBe(200);
  const { channels } = await sharp(Buffer.from(await answer.arrayBuffer())).stats();
  return channels.map(({ mean }) => Math.round(mean / 255));
}

describe.each(databases)('files beside books on %s', (kind) => {
  it('say more than the book, make only their own book due, and cost nothing when they are as they were', async () => {
    using folder = newBookFolder();
    const info = '<Title>Inside</Title><Summary>From the file</Summary>';
    await folder.addComic('Saga/1.cbz', { info });
    await folder.addComic('Saga/2.cbz', { info, tint: 90 });
    await folder.addFile('Saga/1.opf', opf('<dc:title>Beside</dc:title><dc:creator>Ann</dc:creator>'));
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    await scanned(client, library.id);
    const [one, two] = await listAllBooks(client);
    const idOne = one?.id ?? '';
    expect(await fetchMetadata(client, idOne)).toMatchObject({ title: 'Beside', summary: 'From the file' });
    expect((await fetchMetadata(client, idOne))?.authors).toMatchObject([{ name: 'Ann' }]);
    expect(await fetchMetadata(client, two?.id ?? '')).toMatchObject({ title: 'Inside' });
    const row = await server.context.db.read
      .selectFrom('bookMetadata')
      .select('embedded')
      .where('bookId', '=', idOne)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(row.embedded ?? '')).toMatchObject({
      sources: ['metadata.opf', 'ComicInfo.xml'],
      origins: { title: 'metadata.opf', summary: 'ComicInfo.xml' },
    });
    const watched = watch(server);
    expect(await scanned(client, library.id)).toMatchObject({ booksUpdated: 0 });
    expect(countCalls(watched)).toEqual([0, 0, 0, 0]);
    // Changed, then gone.
    await change(folder, 'Saga/1.opf', opf('<dc:title>Changed</dc:title>'));
    expect(await scanned(client, library.id)).toMatchObject({ booksUpdated: 1 });
    expect(countCalls(watched)).toEqual([1, 1, 0, 0]);
    expect(await fetchMetadata(client, idOne)).toMatchObject({ title: 'Changed', authors: [] });
    await rm(folder.at('Saga/1.opf'));
    expect(await scanned(client, library.id)).toMatchObject({ booksUpdated: 1 });
    expect(countCalls(watched)).toEqual([2, 1, 0, 0]);
    expect(await fetchMetadata(client, idOne)).toMatchObject({ title: 'Inside' });
    // One that comes to a known book.
    await change(folder, 'Saga/2.opf', opf('<dc:title>New</dc:title>'));
    await scanned(client, library.id);
    expect(await fetchMetadata(client, two?.id ?? '')).toMatchObject({ title: 'New' });
    expect(countCalls(watched)).toEqual([3, 2, 0, 0]);
    // Books stay readable while they wait, and keep their identity.
    expect(await listAllBooks(client)).toMatchObject([{ id: idOne, analyzed: true }, { analyzed: true }]);
  });

  it('of a calibre folder speak of all formats of its book, and move with it', async () => {
    using folder = newBookFolder();
    await folder.addComic('Herbert/Dune (1)/Dune - Herbert.cbz', { info: '<Number>7</Number>' });
    await folder.addComic('Herbert/Dune (1)/Dune - Herbert.cbr', { tint: 80 });
    await folder.addFile('Herbert/Dune (1)/metadata.opf', opf('<dc:title>Dune</dc:title>'));
    await folder.addFile('Herbert/Dune (1)/cover.jpg', await picture('#ff0000'));
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    await scanned(client, library.id);
    const books = await listAllBooks(client);
    expect(books).toHaveLength(2);
    for (const { id } of books) {
      expect(await fetchMetadata(client, id)).toMatchObject({ title: 'Dune' });
      expect(await fetchColour(client, `/api/v1/books/${id}/thumbnail`)).toEqual([1, 0, 0]);
    }
    const watched = watch(server);
    await rename(folder.at('Herbert/Dune (1)'), folder.at('Herbert/Dune (2)'));
    expect(await scanned(client, library.id)).toMatchObject({ booksAdded: 0 });
    expect(watched.opfs).not.toHaveBeenCalled();
    expect((await listAllBooks(client)).map(({ id }) => id).toSorted()).toEqual(books.map(({ id }) => id).toSorted());
  });

  it('of a calibre folder decide the series, whenever they come, change or go', async () => {
    using folder = newBookFolder();
    await folder.addComic('Herbert/Dune (1)/Dune.cbz');
    await folder.addComic('Herbert/Dune Messiah (2)/Dune Messiah.cbz', { tint: 50 });
    const series = (name: string): string =>
      opf(`<dc:title>Dune</dc:title><meta name="calibre:series" content="${name}"/>`);
    await folder.addFile('Herbert/Dune (1)/metadata.opf', series('Dune'));
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const settings = { seriesStrategy: 'calibre', seriesConfig: { seriesMode: 'from_metadata' } } as const;
    const library = await addLibrary(client, folder.path, settings);
    const found = async (): Promise<unknown> => {
      await scanned(client, library.id);
      const books = await listAllBooks(client);
      return Object.fromEntries(books.map(({ path, seriesName }) => [path.split('/').at(-1), seriesName]));
    };
    const before = { 'Dune.cbz': 'Dune', 'Dune Messiah.cbz': 'Dune Messiah' };
    expect(await found()).toEqual(before);
    await folder.addFile('Herbert/Dune Messiah (2)/metadata.opf', series('Dune'));
    expect(await found()).toEqual({ 'Dune.cbz': 'Dune', 'Dune Messiah.cbz': 'Dune' });
    await change(folder, 'Herbert/Dune Messiah (2)/metadata.opf', series('Dune Chronicles'));
    expect(await found()).toEqual({ 'Dune.cbz': 'Dune', 'Dune Messiah.cbz': 'Dune Chronicles' });
    await rm(folder.at('Herbert/Dune Messiah (2)/metadata.opf'));
    expect(await found()).toEqual(before);
    const watched = watch(server);
    await found();
    expect(countCalls(watched)).toEqual([0, 0, 0, 0]);
  });

  it('are drawn as covers before those inside, and give way when they go or cannot be drawn', async () => {
    using folder = newBookFolder();
    await folder.addComic('Saga/1.cbz', { tint: 1 });
    await folder.addFile('Saga/1.jpg', await picture('#00ff00'));
    await folder.addFile('Saga/folder.jpg', await picture('#0000ff'));
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    await scanned(client, library.id);
    const [book] = await listAllBooks(client);
    const bookCover = `/api/v1/books/${book?.id ?? ''}/thumbnail`;
    const seriesCover = `/api/v1/series/${book?.seriesId ?? ''}/thumbnail`;
    expect(await fetchColour(client, bookCover)).toEqual([0, 1, 0]);
    expect(await fetchColour(client, seriesCover)).toEqual([0, 0, 1]);
    expect(await fetchColour(client, `/api/v1/libraries/${library.id}/thumbnail`)).toEqual([0, 0, 1]);
    const [series] = await listSeries(client);
    expect(series?.coverVersion).not.toBe(book?.coverVersion);
    const watched = watch(server);
    await scanned(client, library.id);
    expect(countCalls(watched)).toEqual([0, 0, 0, 0]);
    await change(folder, 'Saga/folder.jpg', await picture('#ff0000'));
    await scanned(client, library.id);
    expect(countCalls(watched)).toEqual([0, 0, 1, 0]);
    expect(await fetchColour(client, seriesCover)).toEqual([1, 0, 0]);
    // No pictures at all: the book has its own again, the series that of the book.
    await change(folder, 'Saga/1.jpg', 'no picture');
    await change(folder, 'Saga/folder.jpg', 'no picture either');
    await scanned(client, library.id);
    const errors = await client.call('listBooksWithErrors', {});
    expect(errors.groups).toMatchObject([{ errorType: 'thumbnail', count: 1 }]);
    expect(await fetchColour(client, bookCover)).toEqual([0, 0, 0]);
    expect(await fetchColour(client, seriesCover)).toEqual([0, 0, 0]);
    expect((await scanned(client, library.id)).warnings.join()).toMatch(/In “Saga”: “folder\.jpg” cannot be read/);
    await rm(folder.at('Saga/1.jpg'));
    await rm(folder.at('Saga/folder.jpg'));
    await scanned(client, library.id);
    expect((await scanned(client, library.id)).warnings).toEqual([]);
    expect((await client.call('listBooksWithErrors', {})).totalBooksWithErrors).toBe(0);
    expect((await listAllBooks(client))[0]).toMatchObject({ analyzed: true, pageCount: 2 });
  });

  it('are chosen as covers by what they are, and only where they are', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    using folder = newBookFolder();
    await folder.addComic('Saga/1.cbz');
    await folder.addComic('Saga/2.cbz');
    await folder.addFile('Saga/1.jpg', await picture('#ff0000'));
    await folder.addFile('Saga/cover.jpg', await picture('#00ff00'));
    const library = await addLibrary(client, folder.path);
    await scanned(client, library.id);
    const [series] = await listSeries(client);
    const [first, second] = (await listAllBooks(client)).map(({ id }) => ({ params: { id } }));
    if (series === undefined || first === undefined || second === undefined)
      throw new Error('Expected a series of two');
    const own = { params: { id: series.id } };
    const file = new Blob([new Uint8Array(await picture('#0000ff'))], { type: 'image/jpeg' });
    const body = { source: 'sidecar' };
    await client.call('uploadBookCover', { ...first, file });
    await client.call('uploadSeriesCover', { ...own, file });
    const shown = async () => [
      await fetchColour(client, `/api/v1/books/${first.params.id}/thumbnail`),
      await fetchColour(client, `/api/v1/series/${series.id}/thumbnail`),
    ];
    expect(await shown()).toEqual([
      [0, 0, 1],
      [0, 0, 1],
    ]);
    expect((await client.call('selectBookCoverSource', { ...first, body })).coverLock).toBe(false);
    await client.call('selectSeriesCoverSource', { ...own, body });
    expect(await shown()).toEqual([
      [1, 0, 0],
      [0, 1, 0],
    ]);
    expect((await expectRefusal(client.call('selectBookCoverSource', { ...second, body }))).status).toBe(409);
  });

  it('that are hostile are an error of their book and never fail it', async () => {
    using folder = newBookFolder();
    for (const name of ['bomb', 'deep', 'large', 'other']) await folder.addComic(`${name}/1.cbz`);
    const entity = `<!DOCTYPE r [<!ENTITY a "${'x'.repeat(999)}"><!ENTITY b "${'&a;'.repeat(999)}">]>`;
    await folder.addFile('bomb/1.opf', `${entity}${opf('<dc:title>&b;</dc:title>')}`);
    await folder.addFile('deep/1.opf', opf('<x>'.repeat(100_000)));
    await folder.addFile('large/1.opf', Buffer.alloc(5_000_000, 0x20));
    await folder.addFile('other/1.opf', 'no markup');
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    expect(await scanned(client, library.id)).toMatchObject({ status: 'completed' });
    const books = await listAllBooks(client);
    expect(books).toHaveLength(4);
    for (const book of books) expect(book).toMatchObject({ analyzed: true, pageCount: 2 });
    const { errorCounts, groups } = await client.call('listBooksWithErrors', { query: { errorType: 'metadata' } });
    expect(errorCounts).toMatchObject({ metadata: 3 });
    expect(groups[0]?.books.map(({ book }) => book.seriesName).toSorted()).toEqual(['deep', 'large', 'other']);
    await rm(folder.at('large/1.opf'));
    await scanned(client, library.id);
    expect((await client.call('listBooksWithErrors', {})).totalBooksWithErrors).toBe(2);
  });

  it('of a series fill empty fields, are updated, and removed with their file', async () => {
    using folder = newBookFolder();
    await folder.addComic('Saga/1.cbz', { info: '<Publisher>From the book</Publisher><Year>1999</Year>' });
    await folder.addComic('Bone/1.cbz', { tint: 50 });
    const said = { publisher: 'Image', year: 2012, description_text: 'Far away', status: 'Ended', comicid: 47_000 };
    await folder.addFile('Saga/series.json', seriesJson(said));
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    const saga = async () => (await listSeries(client)).find(({ path }) => path === 'Saga');
    expect((await scanned(client, library.id)).warnings).toEqual([]);
    const filled = { publisher: 'Image', year: 2012, summary: 'Far away', status: 'ended' };
    const found = await saga();
    expect(found).toMatchObject(filled);
    expect((await listSeries(client)).find(({ path }) => path === 'Bone')).toMatchObject({ publisher: null });
    const watched = watch(server);
    await scanned(client, library.id);
    expect(countCalls(watched)).toEqual([0, 0, 0, 0]);
    await server.context.db.transaction(async (tx) => {
      await tx.write
        .updateTable('series')
        .set({ summary: 'Mine', locks: '["summary"]' })
        .where('id', '=', found?.id ?? '')
        .execute();
    });
    await change(folder, 'Saga/series.json', seriesJson({ publisher: 'Other', status: 'Continuing' }));
    await scanned(client, library.id);
    expect(countCalls(watched)).toEqual([0, 0, 0, 1]);
    expect(await saga()).toMatchObject({ publisher: 'Other', summary: 'Mine', year: 1999, status: 'ongoing' });
    // What cannot be read says nothing new.
    await change(folder, 'Saga/series.json', '{"metadata": {"publisher": "torn');
    expect((await scanned(client, library.id)).warnings.join()).toMatch(/In “Saga”: series\.json holds no JSON object/);
    expect((await scanned(client, library.id)).warnings).toHaveLength(1);
    expect(await saga()).toMatchObject({ publisher: 'Other' });
    await rm(folder.at('Saga/series.json'));
    expect((await scanned(client, library.id)).warnings).toEqual([]);
    expect(await saga()).toMatchObject({ publisher: 'From the book', summary: 'Mine', year: 1999, status: 'ongoing' });
  });

  it('of a series that is not there just now stay as they are', async () => {
    using folder = newBookFolder();
    await folder.addComic('Saga/1.cbz');
    await folder.addComic('Saga/2.cbz', { tint: 20 });
    await folder.addComic('Bone/1.cbz', { tint: 50 });
    await folder.addFile('Saga/series.json', seriesJson({ publisher: 'Image' }));
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    await scanned(client, library.id);
    await rename(folder.at('Saga'), `${folder.path}-away`);
    expect(await scanned(client, library.id)).toMatchObject({ pendingRemovals: 2 });
    await rename(`${folder.path}-away`, folder.at('Saga'));
    const watched = watch(server);
    await scanned(client, library.id);
    expect(watched.jsons).not.toHaveBeenCalled();
    expect((await listSeries(client)).map(({ publisher }) => publisher).toSorted()).toEqual(['Image', null]);
  });

  it('are all read again by a deep scan, and never through links', async () => {
    using folder = newBookFolder();
    using outside = newBookFolder();
    await folder.addComic('Saga/1.cbz');
    await folder.addComic('Bone/1.cbz', { tint: 50 });
    await outside.addFile('secret.json', seriesJson({ publisher: 'Outside' }));
    await symlink(outside.at('secret.json'), folder.at('Bone/series.json'));
    await folder.addFile('Saga/1.opf', opf('<dc:title>Old</dc:title>'));
    await folder.addFile('Saga/series.json', seriesJson({ publisher: 'Old' }));
    await folder.addFile('Saga/cover.png', await picture('#00ff00'));
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    await scanned(client, library.id);
    // Same length, same time: only a deep scan sees it.
    const path = folder.at('Saga/series.json');
    const { atime, mtime } = await stat(path);
    await writeFile(path, seriesJson({ publisher: 'New' }));
    await utimes(path, atime, mtime);
    const watched = watch(server);
    await scanned(client, library.id);
    expect(countCalls(watched)).toEqual([0, 0, 0, 0]);
    await scanned(client, library.id, 'deep');
    expect(countCalls(watched)).toEqual([2, 1, 1, 1]);
    expect(await listSeries(client)).toMatchObject([{ publisher: null }, { publisher: 'New' }]);
  });

  it('that may not be read are told, and leave the rest', async () => {
    using folder = newBookFolder();
    await folder.addComic('Saga/1.cbz');
    await folder.addFile('Saga/1.opf', opf('<dc:title>Old</dc:title>'));
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    await chmod(folder.at('Saga/1.opf'), 0);
    const refused = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
    vi.spyOn(server.context.readers, 'readOpf').mockRejectedValueOnce(refused);
    const library = await addLibrary(client, folder.path);
    await scanned(client, library.id);
    expect(await listAllBooks(client)).toMatchObject([{ analyzed: true, pageCount: 2 }]);
    const { groups } = await client.call('listBooksWithErrors', {});
    expect(groups).toMatchObject([{ errorType: 'metadata' }]);
  });
});
