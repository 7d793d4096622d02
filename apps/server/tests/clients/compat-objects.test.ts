import { describe, expect, it } from 'vitest';
import { writeEpub } from '../../../../fixtures/epub-writer.ts';
import { setupAdmin } from '../_harness/client.ts';
import { ADMIN, basic, ReaderApp, switchCompatOn } from '../_harness/compat.ts';
import {
  BookPageShape,
  BookShape,
  LibraryShape,
  SeriesPage,
  SeriesShape,
  UserShape,
} from '../_harness/compat-shapes.ts';
import { type DatabaseKind, databases } from '../_harness/databases.ts';
import { newBookFolder, newComic } from '../_harness/make-books.ts';
import { openSaga } from '../_harness/saga.ts';
import { addLibrary, scan, waitForTasks } from '../_harness/scans.ts';
import { startServer } from '../_harness/start-server.ts';

const PASSWORD = 'the password of all';

async function openWorld(kind: DatabaseKind) {
  await using opened = new AsyncDisposableStack();
  const server = opened.use(await startServer(kind));
  const admin = await setupAdmin(server);
  await switchCompatOn(admin);
  const folder = opened.use(await openSaga(admin));
  const app = new ReaderApp(server, ADMIN);
  const [series] = (await app.get('/api/v1/series', SeriesPage)).content;
  if (series === undefined) throw new Error('Expected a series');
  const { content: books } = await app.get(`/api/v1/series/${series.id}/books`, BookPageShape);
  const owned = opened.move();
  return { server, admin, app, folder, series, books, [Symbol.asyncDispose]: async () => owned.disposeAsync() };
}

describe.each(databases)('what the compatible API tells on %s', (kind) => {
  it('has of a series and a book what their files say', async () => {
    await using world = await openWorld(kind);
    const { series, books } = world;
    expect(series).toMatchObject({
      ...{ name: 'Saga & Co', url: 'Saga & Co', booksCount: 3, booksReadCount: 0, booksUnreadCount: 3 },
      metadata: {
        ...{ title: 'Saga & Co', titleSort: 'Saga & Co', status: 'ONGOING', publisher: 'House "One"' },
        ...{ genres: ['Drama'], readingDirection: 'LEFT_TO_RIGHT', ageRating: null, titleLock: false },
      },
      booksMetadata: {
        ...{ releaseDate: '2020-03-01', summary: 'What happens & why', summaryNumber: '1' },
        authors: [
          { name: 'Ann <Writer>', role: 'writer' },
          { name: 'Bob', role: 'penciller' },
        ],
      },
    });
    expect(books[1]).toMatchObject({
      ...{ name: 'Saga 2', number: 2, seriesTitle: 'Saga & Co', readProgress: null, deleted: false },
      media: { status: 'READY', mediaType: 'application/zip', mediaProfile: 'DIVINA', pagesCount: 4, comment: '' },
      metadata: { number: '2', numberSort: 2, releaseDate: '2020-03-01', summary: 'What happens & why' },
    });
  });

  it('says what was locked, counted and read', async () => {
    await using world = await openWorld(kind);
    const { admin, app, series, books } = world;
    const [first, second] = books.map(({ id }) => id);
    await admin.call('updateSeriesMetadata', {
      params: { id: series.id },
      body: { title: 'Other', ageRating: 12, totalVolumeCount: 5, status: 'hiatus', readingDirection: 'webtoon' },
    });
    await admin.call('markBookRead', { params: { id: first ?? '' } });
    await admin.call('saveProgress', { params: { id: second ?? '' }, body: { currentPage: 2 } });
    expect(await app.get(`/api/v1/series/${series.id}`, SeriesShape)).toMatchObject({
      ...{ booksReadCount: 1, booksInProgressCount: 1, booksUnreadCount: 1 },
      metadata: {
        ...{ title: 'Other', titleLock: true, ageRating: 12, ageRatingLock: true, totalBookCount: 5 },
        ...{ status: 'HIATUS', statusLock: true, readingDirection: 'WEBTOON' },
      },
    });
  });

  it('tells where files lie to those who administer the server', async () => {
    await using world = await openWorld(kind);
    const { server, admin, app, folder, series, books } = world;
    const user = { username: 'ann', password: PASSWORD };
    await admin.call('createUser', { body: { ...user, email: 'ann@example.org' } });
    const guest = new ReaderApp(server, basic('ann@example.org', PASSWORD));
    expect(await guest.get('/api/v2/users/me', UserShape)).toMatchObject({
      ...{ email: 'ann@example.org', sharedAllLibraries: true },
      roles: ['USER', 'FILE_DOWNLOAD', 'PAGE_STREAMING', 'KOREADER_SYNC'],
    });
    const path = `/api/v1/libraries/${series.libraryId}`;
    expect((await app.get(path, LibraryShape))['root']).toBe(folder.path);
    expect((await guest.get(path, LibraryShape))['root']).toBe('');
    expect((await guest.get(`/api/v1/series/${series.id}`, SeriesShape)).url).toBe('');
    const book = `/api/v1/books/${books[0]?.id ?? ''}`;
    expect((await app.get(book, BookShape)).url).toBe(`${folder.path}/Saga & Co/Saga 1.cbz`);
    expect((await guest.get(book, BookShape)).url).toBe('Saga 1.cbz');
  });

  it('gives pages by number, in the format that is asked for, and none that there are not', async () => {
    await using world = await openWorld(kind);
    const { app, books } = world;
    const pages = `/api/v1/books/${books[0]?.id ?? ''}/pages`;
    const ask = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
      const answer = await app.fetch(`${pages}${path}`, { headers });
      const bytes = Buffer.from(await answer.arrayBuffer());
      return {
        status: answer.status,
        type: answer.headers.get('content-type'),
        etag: answer.headers.get('etag'),
        bytes,
      };
    };
    const second = await ask('/2');
    expect([second.status, (await ask('/1?zero_based=true')).bytes.equals(second.bytes)]).toEqual([200, true]);
    expect((await ask('/2/raw')).bytes.equals(second.bytes)).toBe(true);
    expect((await ask('/2', { 'if-none-match': second.etag ?? '' })).status).toBe(304);
    expect((await ask('/1?convert=jpeg')).type).toBe('image/jpeg');
    expect((await ask('/1?convert=png&contentNegotiation=false')).type).toBe('image/png');
    expect((await ask('/1/thumbnail')).type).toBe('image/jpeg');
    const statuses = ['/0', '/5', '/4?zero_based=true', '/x', '/1?convert=gif'].map(
      async (path) => (await ask(path)).status,
    );
    expect(await Promise.all(statuses)).toEqual([400, 404, 404, 400, 400]);
  });

  it('calls an EPUB made for a Kobo what its name says, and nothing else that has such a name', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    await switchCompatOn(admin);
    using folder = newBookFolder();
    for (const name of ['1.kepub.epub', '2.KEPUB.EPUB', '3.epub', '4 kepub.epub']) {
      await folder.addFile(`Texts/${name}`, writeEpub());
    }
    // The bytes decide what a book is.
    await folder.addFile('Texts/5.kepub.epub', newComic());
    const library = await addLibrary(admin, folder.path);
    await scan(admin, library.id);
    await waitForTasks(admin);
    const app = new ReaderApp(server, ADMIN);
    const { content } = await app.get('/api/v1/books', BookPageShape);
    const told = content.map(({ name, media }) => [name.charAt(0), media.mediaProfile, media.epubIsKepub]);
    expect(told.sort()).toEqual([
      ['1', 'EPUB', true],
      ['2', 'EPUB', true],
      ['3', 'EPUB', false],
      ['4', 'EPUB', false],
      ['5', 'DIVINA', false],
    ]);
  });

  it('says of a book that cannot be read that it is broken, and has no pages of it', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    await switchCompatOn(admin);
    using folder = newBookFolder();
    await folder.addFile('Broken/Broken.cbz', 'no archive');
    const library = await addLibrary(admin, folder.path);
    await scan(admin, library.id);
    await waitForTasks(admin);
    const app = new ReaderApp(server, ADMIN);
    const [book] = (await app.get('/api/v1/books', BookPageShape)).content;
    expect(book?.media.status).toBe('ERROR');
    expect(book?.media.comment).not.toBe('');
    for (const path of ['pages', 'pages/1', 'manifest', 'manifest/divina', 'positions', 'resource/x']) {
      const answer = await app.fetch(`/api/v1/books/${book?.id ?? ''}/${path}`);
      expect([path, answer.status]).toEqual([path, 404]);
    }
    expect((await app.fetch(`/api/v1/books/${book?.id ?? ''}/file`)).status).toBe(200);
  });
});
