import { describe, expect, it } from 'vitest';
import { jpeg, png } from '../../../../fixtures/pictures.ts';
import { writeZip } from '../../../../fixtures/zip-writer.ts';
import { newBookFolder } from '../_harness/book-folder.ts';
import { type Client, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { startServer } from '../_harness/start-server.ts';

/** What a cache goes by. */
async function ask(client: Client, path: string, headers: Readonly<Record<string, string>>, method = 'GET') {
  const { status, headers: given } = await client.fetch(`/api/v1${path}`, { method, headers });
  return {
    status,
    vary: given.get('vary'),
    etag: given.get('etag') ?? '',
    encoding: given.get('content-encoding'),
  };
}

describe.each(databases)('the delivery of pages on %s', (kind) => {
  it('opens the file of a book once for all pages, and not at all for HEAD and 304', async () => {
    await using server = await startServer(kind);
    await using folder = await newBookFolder(server);
    const admin = await setupAdmin(server);
    const entries = Array.from({ length: 8 }, (_, index) => ({ name: `${index}.jpg`, bytes: jpeg.bytes }));
    const id = await folder.addFile('Book.cbz', writeZip(entries));
    const { archives } = server.context;
    for (const page of [1, 2]) {
      const { status, etag } = await ask(admin, `/books/${id}/pages/${page}`, {}, 'HEAD');
      expect([status, etag]).toEqual([200, expect.stringMatching(/^".+"$/)]);
      expect((await ask(admin, `/books/${id}/pages/${page}`, { 'if-none-match': etag })).status).toBe(304);
    }
    expect(archives.openedCount()).toBe(0);
    const pages = Array.from({ length: 24 }, (_, index) => `/api/v1/books/${id}/pages/${(index % 8) + 1}`);
    const sent = await Promise.all(
      pages.map(async (path) => Buffer.from(await (await admin.fetch(path)).arrayBuffer()).equals(jpeg.bytes)),
    );
    expect(new Set(sent)).toEqual(new Set([true]));
    expect(archives.openedCount()).toBe(1);
  });

  it('names the header that chose how a deflated page goes out, whichever way it does', async () => {
    await using server = await startServer(kind);
    await using folder = await newBookFolder(server);
    const admin = await setupAdmin(server);
    const pages = [
      { name: '1.png', bytes: png(300, 400, 7).bytes, method: 8 },
      { name: '2.jpg', bytes: jpeg.bytes },
    ];
    const path = `/books/${await folder.addFile('Book.cbz', writeZip(pages))}/pages`;
    const packed = await ask(admin, `${path}/1`, { 'accept-encoding': 'gzip' });
    const plain = await ask(admin, `${path}/1`, { 'accept-encoding': 'identity' });
    expect(packed).toMatchObject({ status: 200, encoding: 'gzip', vary: 'accept-encoding' });
    expect(plain).toMatchObject({ status: 200, encoding: null, vary: 'accept-encoding' });
    expect(plain.etag).not.toBe(packed.etag);
    for (const { etag, encoding } of [packed, plain]) {
      const headers = { 'accept-encoding': encoding ?? 'identity' };
      expect(await ask(admin, `${path}/1`, headers, 'HEAD')).toMatchObject({
        status: 200,
        etag,
        vary: 'accept-encoding',
      });
      const again = await ask(admin, `${path}/1`, { ...headers, 'if-none-match': etag });
      expect(again).toMatchObject({ status: 304, etag, vary: 'accept-encoding' });
    }
    // There is only one answer for a stored page.
    expect(await ask(admin, `${path}/2`, { 'accept-encoding': 'gzip' })).toMatchObject({ status: 200, vary: null });
  });

  it('names it for documents too, compressed or not', async () => {
    await using server = await startServer(kind);
    await using folder = await newBookFolder(server);
    const admin = await setupAdmin(server);
    const entries = Array.from({ length: 40 }, (_, index) => ({ name: `${index}.jpg`, bytes: jpeg.bytes }));
    const id = await folder.addFile('Book.cbz', writeZip(entries));
    const path = `/books/${id}/pages`;
    const packed = await ask(admin, path, { 'accept-encoding': 'br' });
    const plain = await ask(admin, path, { 'accept-encoding': 'identity' });
    expect([packed.encoding, plain.encoding]).toEqual(['br', null]);
    const vary = 'accept-encoding, accept-language';
    expect([packed.vary, plain.vary]).toEqual([vary, vary]);
    const again = await ask(admin, path, { 'accept-encoding': 'br', 'if-none-match': packed.etag });
    expect(again).toMatchObject({ status: 304, vary });
  });
});
