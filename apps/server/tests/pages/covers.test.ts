import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { type Client, createClient, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { newBookFolder } from '../_harness/make-books.ts';
import { newPicture } from '../_harness/pictures.ts';
import { addLibrary, listAllBooks, scan, waitForTasks } from '../_harness/scans.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer } from '../_harness/start-server.ts';

async function getPicture(client: Client, path: string) {
  const response = await client.fetch(path);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(response.status).toBe(200);
  const { format, width, height } = await sharp(bytes).metadata();
  const { headers } = response;
  const [etag, cacheControl, type] = ['etag', 'cache-control', 'content-type'].map((name) => headers.get(name));
  return { bytes, format, width, height, etag: etag ?? '', cacheControl: cacheControl ?? '', type };
}

/** A server with one book of two pages, analysed. */
async function startWithBook(kind: (typeof databases)[number]) {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(newBookFolder());
  await folder.addComic('Saga/1.cbz', { tint: 200 });
  await folder.addComic('Saga/2.cbz', { tint: 20 });
  const server = opened.use(await startServer(kind));
  const client = await setupAdmin(server);
  const library = await addLibrary(client, folder.path);
  await scan(client, library.id);
  await waitForTasks(client);
  const [first, second] = await listAllBooks(client);
  if (first === undefined || second === undefined) throw new Error('The books are missing');
  const owned = opened.move();
  return {
    ...{ server, client, library, first, second },
    [Symbol.asyncDispose]: async () => owned.disposeAsync(),
  };
}

describe.each(databases)('covers on %s', (kind) => {
  it('are the first page, for ever under their version, and a 304 when nothing changed', async () => {
    await using world = await startWithBook(kind);
    const { client, first, second } = world;
    const address = `/api/v1/books/${first.id}/thumbnail`;
    const cover = await getPicture(client, address);
    // The page is smaller than any cover width and is not enlarged.
    expect(cover).toMatchObject({ format: 'webp', width: 20, height: 30, type: 'image/webp' });
    expect(cover.cacheControl).toContain('private');
    expect(cover.cacheControl).not.toContain('immutable');
    const versioned = await getPicture(client, `${address}?v=${first.coverVersion ?? ''}&width=200`);
    expect(versioned.cacheControl).toContain('immutable');
    const again = await client.fetch(address, { headers: { 'if-none-match': cover.etag } });
    expect(again.status).toBe(304);
    expect(first.coverVersion).not.toBe(second.coverVersion);
    expect(first.coverPlaceholder).toMatch(/^#(c[6-9a]){3}$/);
  });

  it('of the file can be had while another one is chosen', async () => {
    await using world = await startWithBook(kind);
    const { client, first } = world;
    const address = `/api/v1/books/${first.id}/thumbnail`;
    const automatic = await getPicture(client, address);
    const file = new Blob([new Uint8Array(await newPicture('png', 'red'))], { type: 'image/png' });
    await client.call('uploadBookCover', { params: { id: first.id }, file });
    expect((await getPicture(client, address)).bytes).not.toEqual(automatic.bytes);
    expect((await getPicture(client, `${address}?source=automatic`)).bytes).toEqual(automatic.bytes);
    expect((await client.fetch(`${address}?source=upload`)).status).toBe(400);
  });

  it('come as JPEG for those who ask', async () => {
    await using world = await startWithBook(kind);
    const address = `/api/v1/books/${world.first.id}/thumbnail`;
    const jpeg = await getPicture(world.client, `${address}?format=jpeg&width=100`);
    expect(jpeg).toMatchObject({ format: 'jpeg', type: 'image/jpeg' });
    expect(jpeg.etag).not.toBe((await getPicture(world.client, address)).etag);
  });

  it('of a series and a library are those of their first book', async () => {
    await using world = await startWithBook(kind);
    const { client, first, library } = world;
    const [book, series, ofLibrary] = await Promise.all([
      getPicture(client, `/api/v1/books/${first.id}/thumbnail`),
      getPicture(client, `/api/v1/series/${first.seriesId}/thumbnail`),
      getPicture(client, `/api/v1/libraries/${library.id}/thumbnail`),
    ]);
    expect(series.bytes.equals(book.bytes) && ofLibrary.bytes.equals(book.bytes)).toBe(true);
  });

  it('have a stand-in where there is nothing to draw, or where the file was lost', async () => {
    await using world = await startWithBook(kind);
    const { client, first, server } = world;
    const shelf = await newShelf(server);
    const seriesId = await shelf.addSeries('Empty');
    const bookId = await shelf.addBook(seriesId, 'Unread', { state: 'pending', pageCount: 0 });
    const paths = [`books/${bookId}`, `series/${seriesId}`, `libraries/${shelf.libraryId}`];
    for (const path of paths) {
      const picture = await getPicture(client, `/api/v1/${path}/thumbnail?width=240`);
      expect(picture).toMatchObject({ format: 'webp', width: 240, height: 360 });
      expect(picture.cacheControl).not.toContain('immutable');
    }
    await rm(join(server.dataDir, 'covers'), { recursive: true });
    const lost = await getPicture(client, `/api/v1/books/${first.id}/thumbnail?width=480`);
    expect(lost).toMatchObject({ width: 480, height: 720 });
  });

  it('say not found for what is not there, and nothing to strangers', async () => {
    await using world = await startWithBook(kind);
    const unknown = '0192f0c1-0000-7000-8000-000000000001';
    for (const path of ['books', 'series', 'libraries']) {
      const address = `/api/v1/${path}/${unknown}/thumbnail`;
      expect((await world.client.fetch(address)).status).toBe(404);
      expect((await createClient(world.server).fetch(address)).status).toBe(401);
    }
    const bad = await world.client.fetch(`/api/v1/books/${world.first.id}/thumbnail?width=1`);
    expect(bad.status).toBe(400);
  });

  it('change with the file, and everyone is told', async () => {
    using folder = newBookFolder();
    await folder.addComic('Saga/1.cbz', { tint: 10 });
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    await scan(client, library.id);
    await waitForTasks(client);
    const [before] = await listAllBooks(client);
    const told: unknown[] = [];
    using _subscription = server.context.events.onChange(({ name, json }) => {
      if (name === 'cover_updated') told.push((JSON.parse(json) as { readonly entity_type: unknown }).entity_type);
    });
    await folder.addComic('Saga/1.cbz', { tint: 90, pages: 3 });
    await scan(client, library.id);
    await waitForTasks(client);
    const [after] = await listAllBooks(client);
    expect(after?.coverVersion).not.toBe(before?.coverVersion);
    expect(told).toEqual(['book', 'series', 'library']);
  });
});
