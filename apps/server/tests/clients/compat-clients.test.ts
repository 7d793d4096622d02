import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { chapter, writeEpub } from '../../../../fixtures/epub-writer.ts';
import { setupAdmin } from '../_harness/client.ts';
import { ADMIN, ReaderApp, switchCompatOn } from '../_harness/compat.ts';
import { Aidoku, KmReader, KomeliaManifest, Mihon, pageFor } from '../_harness/compat-decoders.ts';
import {
  BookPageShape,
  BookShape,
  CollectionShape,
  LibraryShape,
  pageShape,
  PageShape,
  ReadListShape,
  SeriesPage,
  SeriesShape,
  TrackedSeries,
  UserShape,
  Words,
} from '../_harness/compat-shapes.ts';
import { type DatabaseKind, databases } from '../_harness/databases.ts';
import { newBookFolder } from '../_harness/make-books.ts';
import { openSaga } from '../_harness/saga.ts';
import { addLibrary, scan, waitForTasks } from '../_harness/scans.ts';
import { startServer } from '../_harness/start-server.ts';

async function openWorld(kind: DatabaseKind) {
  await using opened = new AsyncDisposableStack();
  const server = opened.use(await startServer(kind));
  const admin = await setupAdmin(server);
  await switchCompatOn(admin);
  opened.use(await openSaga(admin));
  const owned = opened.move();
  return { server, admin, [Symbol.asyncDispose]: async () => owned.disposeAsync() };
}

/** The first of a page, which a test needs. */
function first<Row>({ content }: { readonly content: readonly Row[] }): Row {
  const [row] = content;
  if (row === undefined) throw new Error('Expected a page with something on it');
  return row;
}

describe.each(databases)('apps that speak the compatible API on %s', (kind) => {
  it('Mihon: challenged once, browses and reads; its tracker lives on the cookie', async () => {
    await using world = await openWorld(kind);
    const agent = { 'user-agent': 'Mihon' };
    const app = new ReaderApp(world.server, agent);
    for (const path of ['libraries', 'collections?unpaged=true', 'genres', 'tags', 'publishers', 'authors']) {
      const refused = await new ReaderApp(world.server, agent).fetch(`/api/v1/${path}`);
      expect([path, refused.status, refused.headers.get('www-authenticate')]).toEqual([
        path,
        401,
        expect.stringMatching(/^Basic/),
      ]);
      expect((await app.fetch(`/api/v1/${path}`, { headers: ADMIN })).status).toBe(200);
    }
    const extension = app.withCookies(agent);
    const query = 'page=0&deleted=false&search=&sort=lastModified,desc&read_status=UNREAD&read_status=IN_PROGRESS';
    const { id } = first(await extension.get(`/api/v1/series?${query}`, pageFor(Mihon.series)));
    expect((await extension.get(`/api/v1/series/${id}`, Mihon.series)).name).toBe('Saga & Co');
    const chapters = await extension.get(
      `/api/v1/series/${id}/books?unpaged=true&media_status=READY&deleted=false`,
      pageFor(Mihon.book),
    );
    expect(chapters.content.map(({ metadata }) => metadata.numberSort)).toEqual([1, 2, 3]);
    const book = first(chapters);
    const pages = await extension.get(`/api/v1/books/${book.id}/pages`, z.array(Mihon.page));
    expect(pages.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    const page = await extension.fetch(`/api/v1/books/${book.id}/pages/1?convert=png`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'image/png']);
    const progress = `/api/v2/series/${id}/read-progress/tachiyomi`;
    const tracker = extension.withCookies(agent);
    expect(await tracker.send('PUT', progress, { lastBookNumberSortRead: 2 })).toBe(204);
    expect((await tracker.get(progress, TrackedSeries)).lastReadContinuousNumberSort).toBe(2);
  });

  it('Komelia: signs in once, is remembered, and reads every key', async () => {
    await using world = await openWorld(kind);
    const { admin } = world;
    const app = new ReaderApp(world.server, { 'user-agent': 'Komelia' });
    const signIn = await app.fetch('/api/v2/users/me?remember-me=true', { headers: ADMIN });
    UserShape.parse(await signIn.json());
    expect([...app.cookies.keys()].toSorted()).toEqual(['KOMGA-SESSION', 'komga-remember-me']);
    const [library] = await app.get('/api/v1/libraries', z.array(LibraryShape));
    const condition = { type: 'allOf', allOf: [{ libraryId: { operator: 'is', value: library?.['id'], type: 'x' } }] };
    const found = await app.post(
      '/api/v1/series/list?page=0&unpaged=false&sort=metadata.titleSort,asc',
      { condition },
      SeriesPage,
    );
    const series = first(found);
    for (const path of ['series/new', 'series/updated', 'series/latest'])
      await app.get(`/api/v1/${path}?unpaged=false`, SeriesPage);
    for (const path of ['books/ondeck', 'books/latest', 'books'])
      await app.get(`/api/v1/${path}?unpaged=false`, BookPageShape);
    const books = await app.post('/api/v1/books/list?unpaged=false', { condition: { allOf: [] } }, BookPageShape);
    expect(books.totalElements).toBe(3);
    const book = await app.get(`/api/v1/books/${first(books).id}`, BookShape);
    const pages = await app.get(`/api/v1/books/${book.id}/pages`, z.array(PageShape));
    expect(pages).toHaveLength(4);
    expect(await app.send('PATCH', `/api/v1/books/${book.id}/read-progress`, { page: 2 })).toBe(204);
    expect((await app.get(`/api/v1/books/${book.id}`, BookShape)).readProgress?.page).toBe(2);
    KomeliaManifest.parse(await (await app.fetch(`/api/v1/books/${book.id}/manifest/divina`)).json());
    await admin.call('createCollection', { body: { name: 'Both', seriesIds: [series.id] } });
    await admin.call('createReadList', { body: { name: 'All', bookIds: [book.id] } });
    const collection = first(await app.get('/api/v1/collections?search=bo', pageShape(CollectionShape)));
    expect(collection.seriesIds).toEqual([series.id]);
    const readList = first(await app.get('/api/v1/readlists', pageShape(ReadListShape)));
    expect(readList.bookIds).toEqual([book.id]);
    expect(await app.get(`/api/v1/series/${series.id}/collections`, z.array(CollectionShape))).toEqual([collection]);
    expect(await app.get(`/api/v1/books/${book.id}/readlists`, z.array(ReadListShape))).toEqual([readList]);
    for (const path of [
      `collections/${collection.id}`,
      `readlists/${readList.id}`,
      `series/${series.id}`,
      `books/${book.id}`,
    ]) {
      const answer = await app.fetch(`/api/v1/${path}/thumbnail`);
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, 'image/jpeg']);
    }
    await app.get(`/api/v1/collections/${collection.id}/series`, SeriesPage);
    await app.get(`/api/v1/readlists/${readList.id}/books`, BookPageShape);
    expect((await app.fetch('/api/logout', { method: 'POST' })).status).toBe(204);
    expect(app.cookies.size).toBe(0);
    expect((await app.fetch('/api/v2/users/me')).status).toBe(401);
  });

  it('KMReader: finds out that this is such a server, signs in by header, opens by manifest', async () => {
    await using world = await openWorld(kind);
    const app = new ReaderApp(world.server, { 'user-agent': 'KMReader' });
    const probe = await app.fetch('/api/v1/client-settings/global/list');
    expect([probe.status, await probe.json()]).toEqual([200, {}]);
    const signIn = await app.fetch('/api/v2/users/me?remember-me=true', { headers: { ...ADMIN, 'x-auth-token': '' } });
    KmReader.user.parse(await signIn.json());
    const token = signIn.headers.get('x-auth-token') ?? '';
    const reader = new ReaderApp(world.server, { 'user-agent': 'KMReader', 'x-auth-token': token });
    expect((await reader.fetch('/api/v1/login/set-cookie')).status).toBe(204);
    expect([...reader.cookies.keys()]).toEqual(['KOMGA-SESSION']);
    const condition = {
      allOf: [{ oneshot: { operator: 'isfalse' } }, { readStatus: { operator: 'isnot', value: 'READ' } }],
    };
    const series = first(
      await reader.post('/api/v1/series/list?page=0&size=20', { condition }, pageFor(KmReader.series)),
    );
    const wanted = { condition: { seriesId: { operator: 'is', value: series.id } } };
    const book = first(
      await reader.post('/api/v1/books/list?sort=metadata.numberSort,asc', wanted, pageFor(KmReader.book)),
    );
    const manifest = await reader.fetch(`/api/v1/books/${book.id}/manifest`, {
      headers: { accept: 'application/divina+json' },
    });
    expect(manifest.headers.get('content-type')).toBe('application/divina+json');
    const [page] = KmReader.manifest.parse(await manifest.json()).readingOrder;
    const address = page?.href ?? '';
    expect(address).toContain('/komga/api/v1/books/');
    expect((await fetch(address, { headers: { 'x-auth-token': token } })).headers.get('content-type')).toBe(page?.type);
    const locator = { href: address, type: 'image/jpeg', locations: { position: 3, totalProgression: 0.75 } };
    const progression = { modified: new Date().toISOString(), device: { id: 'k', name: 'iPad' }, locator };
    expect(await reader.send('PUT', `/api/v1/books/${book.id}/progression`, progression)).toBe(204);
    expect((await reader.get(`/api/v1/books/${book.id}`, BookShape)).readProgress?.page).toBe(3);
    expect((await reader.fetch('/actuator/health')).status).toBe(200);
  });

  it('Aidoku: a password with every call, and everything at once', async () => {
    await using world = await openWorld(kind);
    const app = new ReaderApp(world.server, { ...ADMIN, 'user-agent': 'Aidoku' });
    await app.get('/api/v2/users/me', UserShape);
    const found = await app.post(
      '/api/v1/series/list?page=0&size=20&sort=metadata.titleSort%2Casc',
      { condition: { allOf: [] } },
      pageFor(Aidoku.series),
    );
    const { id } = first(found);
    const books = await app.get(`/api/v1/series/${id}/books?unpaged=true`, pageFor(Aidoku.book));
    const again = await app.post(
      '/api/v1/books/list?unpaged=true&sort=metadata.numberSort%2Cdesc',
      { condition: { seriesId: { operator: 'is', value: id } } },
      pageFor(Aidoku.book),
    );
    expect(again.content.map((book) => book.id)).toEqual(books.content.map((book) => book.id).toReversed());
    const { id: bookId } = first(books);
    expect(await app.send('PATCH', `/api/v1/books/${bookId}/read-progress`, { page: 4, completed: true })).toBe(204);
    expect(await app.send('DELETE', `/api/v1/books/${bookId}/read-progress`)).toBe(204);
    const missing = await app.fetch(`/api/v1/series/${bookId}`);
    expect(await missing.json()).toMatchObject({
      status: 404,
      error: 'Not Found',
      path: `/komga/api/v1/series/${bookId}`,
    });
  });

  it('Paperback: trailing slashes and names of orders that there are not', async () => {
    await using world = await openWorld(kind);
    const app = new ReaderApp(world.server, ADMIN);
    await app.get('/api/v1/libraries/', z.array(LibraryShape));
    expect(await app.get('/api/v1/genres/', Words)).toEqual(['Drama']);
    await app.get('/api/v1/tags/series/', Words);
    const found = await app.post('/api/v1/series/list?unpaged=true&sort=titleSort', {}, SeriesPage);
    await app.get(`/api/v1/series/${first(found).id}/`, SeriesShape);
    expect((await app.fetch('//api/v1/libraries')).status).toBe(200);
  });

  it('a downloader: the file in parts, under its name; and the catalogs below the same address', async () => {
    await using world = await openWorld(kind);
    const app = new ReaderApp(world.server, ADMIN);
    const { id, sizeBytes } = first(await app.get('/api/v1/books?sort=metadata.title', BookPageShape));
    const part = await app.fetch(`/api/v1/books/${id}/file`, { headers: { range: 'bytes=0-3' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 0-3/${sizeBytes}`]);
    const head = await app.fetch(`/api/v1/books/${id}/file/any%20name.cbz`, { method: 'HEAD' });
    expect(head.headers.get('content-disposition')).toContain('filename="Saga 1.cbz"');
    expect(head.headers.get('content-length')).toBe(String(sizeBytes));
    for (const path of ['/opds/v1.2/catalog', '/opds/v2/catalog']) expect((await app.fetch(path)).status).toBe(200);
  });

  it('a reader of text: the manifest of an EPUB, its positions and its parts', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    await switchCompatOn(admin);
    using folder = newBookFolder();
    const text = writeEpub({
      metadata: '<dc:title>Text</dc:title><dc:language>en</dc:language><dc:creator>Ann</dc:creator>',
      manifest: '<item id="c1" href="c 1.xhtml" media-type="application/xhtml+xml"/>',
      spine: '<itemref idref="c1"/>',
      files: { 'OPS/c 1.xhtml': chapter(`<p>${'Words '.repeat(900)}</p>`) },
    });
    await folder.addFile('Texts/Text.epub', text);
    const library = await addLibrary(admin, folder.path);
    await scan(admin, library.id);
    await waitForTasks(admin);
    const app = new ReaderApp(server, { ...ADMIN, accept: 'application/webpub+json' });
    const book = first(await app.get('/api/v1/books', BookPageShape));
    expect(book.media).toMatchObject({ mediaProfile: 'EPUB', mediaType: 'application/epub+zip', status: 'READY' });
    const answer = await app.fetch(`/api/v1/books/${book.id}/manifest`);
    expect(answer.headers.get('content-type')).toBe('application/webpub+json');
    const manifest = KomeliaManifest.parse(await answer.json());
    expect(manifest.metadata).toMatchObject({ title: 'Text', language: 'en', author: ['Ann'] });
    const [part] = manifest.readingOrder;
    expect(part?.href).toContain(`/komga/api/v1/books/${book.id}/resource/`);
    const resource = await fetch(part?.href ?? '', { headers: ADMIN });
    expect([resource.status, await resource.text()]).toEqual([200, expect.stringContaining('Words')]);
    const positions = await app.fetch(`/api/v1/books/${book.id}/positions`);
    expect(positions.headers.get('content-type')).toBe('application/vnd.readium.position-list+json');
    const listed = z.object({ positions: z.array(z.object({ href: z.string() })) }).parse(await positions.json());
    expect(listed.positions.at(-1)?.href).toBe(part?.href);
    expect((await app.fetch(`/api/v1/books/${book.id}/manifest/divina`)).status).toBe(404);
  });
});
