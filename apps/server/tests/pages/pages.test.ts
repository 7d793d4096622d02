import { request } from 'node:http';
import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { writePdf } from '../../../../fixtures/pdf-writer.ts';
import { gif, jpeg, png, webp } from '../../../../fixtures/pictures.ts';
import { writeZip } from '../../../../fixtures/zip-writer.ts';
import { newBookFolder } from '../_harness/book-folder.ts';
import { type Client, expectRefusal, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { startServer } from '../_harness/start-server.ts';

const UNKNOWN = '01a1fd6f-0000-75f4-9695-181ffb188bdc';
const GOOD = join(import.meta.dirname, '../../../../fixtures/good');

async function noisyJpeg(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return await sharp({ create: { width, height, channels: 3, background: '#888', noise } })
    .jpeg()
    .toBuffer();
}

/** `page` may carry a query: `1?width=300`. */
async function fetchPage(client: Client, id: string, page: number | string, headers = {}) {
  const answer = await client.fetch(`/api/v1/books/${id}/pages/${page}`, { headers });
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
}

interface RawAnswer {
  readonly encoding: string | undefined;
  readonly etag: string | undefined;
  readonly bytes: Buffer;
}

/** Bytes as they come over the wire: `fetch` would unpack them. */
async function fetchRaw(client: Client, path: string, encoding: string): Promise<RawAnswer> {
  const session = await client.fetch('/api/v1/auth/me');
  expect(session.status).toBe(200);
  const { access_token: token } = await client.call('login', {
    body: { username: 'admin', password: 'correct horse battery' },
  });
  return await new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': encoding };
    const sent = request(client.url + path, { headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const { 'content-encoding': used, etag } = answer.headers;
        resolve({ encoding: used, etag, bytes: Buffer.concat(chunks) });
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}

describe.each(databases)('pages on %s', (kind) => {
  it('are listed with the size they are seen in, and with the name the book gives them', async () => {
    await using server = await startServer(kind);
    await using folder = await newBookFolder(server);
    const admin = await setupAdmin(server);
    const lying = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#888' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const id = await folder.addFile('Book.cbz', writeZip([{ name: '1.jpg', bytes: lying }]));
    // The second time the list comes out of the database.
    for (const _time of [1, 2]) {
      expect(await admin.call('listBookPages', { params: { id } })).toMatchObject([{ width: 40, height: 60 }]);
    }
    const { bytes } = await fetchPage(admin, id, '1?width=20');
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 20, height: 30 });
    const pdf = writePdf({ pages: [{}, {}, {}], catalog: '/PageLabels<</Nums[0<</S/r>>2<</S/D>>]>>' });
    const labelled = await admin.call('listBookPages', { params: { id: await folder.addFile('Book.pdf', pdf) } });
    expect(labelled.map(({ label }) => label)).toEqual(['i', 'ii', '1']);
  });

  it('of a book never opened before are listed and served at once, in natural order', async () => {
    await using server = await startServer(kind);
    await using folder = await newBookFolder(server);
    const admin = await setupAdmin(server);
    const entries = [
      { name: 'page10.jpg', bytes: jpeg.bytes },
      { name: 'page2.png', bytes: png(30, 40).bytes },
      { name: 'notes.txt', bytes: Buffer.from('no page') },
      { name: '__MACOSX/._page2.png', bytes: Buffer.from('no page') },
      { name: 'Page1.webp', bytes: webp.bytes },
    ];
    const id = await folder.addFile('Book.cbz', writeZip(entries));
    expect(await admin.call('listBookPages', { params: { id } })).toEqual([
      {
        pageNumber: 1,
        fileName: 'Page1.webp',
        mediaType: 'image/webp',
        fileSize: webp.bytes.length,
        width: 12,
        height: 18,
      },
      {
        pageNumber: 2,
        fileName: 'page2.png',
        mediaType: 'image/png',
        fileSize: png(30, 40).bytes.length,
        width: 30,
        height: 40,
      },
      {
        pageNumber: 3,
        fileName: 'page10.jpg',
        mediaType: 'image/jpeg',
        fileSize: jpeg.bytes.length,
        width: 12,
        height: 18,
      },
    ]);
    const { book } = await admin.call('getBook', { params: { id } });
    expect(book).toMatchObject({ analyzed: true, pageCount: 3, layout: 'pages' });
    const { answer, bytes } = await fetchPage(admin, id, 2);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(bytes.equals(png(30, 40).bytes)).toBe(true);
  });

  it.each([
    ['stored', 0],
    ['deflated', 8],
  ])('have the very bytes of the archive: %s', async (_, method) => {
    await using server = await startServer(kind);
    await using folder = await newBookFolder(server);
    const admin = await setupAdmin(server);
    const pages = [await noisyJpeg(60, 90), png(300, 400, 7).bytes, gif(20, 20).bytes];
    const entries = pages.map((bytes, index) => ({ name: `p${index}.img.jpg`, bytes, method }));
    const id = await folder.addFile('Book.cbz', writeZip(entries));
    for (const [index, page] of pages.entries()) {
      const { answer, bytes } = await fetchPage(admin, id, index + 1);
      expect(bytes.equals(page)).toBe(true);
      expect(answer.headers.get('cache-control')).toBe('private, no-cache');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('that are deflated go out as they lie in the archive to a client that takes gzip', async () => {
    await using server = await startServer(kind);
    await using folder = await newBookFolder(server);
    const admin = await setupAdmin(server);
    const page = png(300, 400, 7).bytes;
    const id = await folder.addFile('Book.cbz', writeZip([{ name: 'p.png', bytes: page, method: 8 }]));
    const path = `/api/v1/books/${id}/pages/1`;
    const plain = await fetchRaw(admin, path, 'identity');
    expect(plain.encoding).toBeUndefined();
    expect(plain.bytes.equals(page)).toBe(true);
    const packed = await fetchRaw(admin, path, 'gzip, br');
    expect(packed.encoding).toBe('gzip');
    expect(gunzipSync(packed.bytes).equals(page)).toBe(true);
    expect(packed.etag).not.toBe(plain.etag);
  });

  it.each(['rar4-stored.cbr', 'packed-rar5.cbr', 'packed-rar3.solid.cbr'])('come out of %s', async (name) => {
    await using server = await startServer(kind);
    await using folder = await newBookFolder(server);
    const admin = await setupAdmin(server);
    const id = await folder.addFile(name, await readFile(join(GOOD, 'cbr', name)));
    const pages = await admin.call('listBookPages', { params: { id } });
    expect(pages.length).toBeGreaterThan(0);
    for (const { pageNumber, fileSize, mediaType } of pages) {
      const { answer, bytes } = await fetchPage(admin, id, pageNumber);
      expect([answer.status, bytes.length]).toEqual([200, fileSize]);
      expect(answer.headers.get('content-type')).toBe(mediaType);
    }
  });

  it('are fitted into a box and never enlarged, in the format asked for', async () => {
    await using server = await startServer(kind);
    await using folder = await newBookFolder(server);
    const admin = await setupAdmin(server);
    const page = await noisyJpeg(600, 900);
    const id = await folder.addFile('Book.cbz', writeZip([{ name: 'p.jpg', bytes: page }]));
    const fetchSize = async (query: string) => {
      const { answer, bytes } = await fetchPage(admin, id, `1${query}`);
      const { width, height, format } = await sharp(bytes).metadata();
      return [answer.headers.get('content-type'), format, width, height];
    };
    expect(await fetchSize('?width=300')).toEqual(['image/jpeg', 'jpeg', 300, 450]);
    expect(await fetchSize('?height=300')).toEqual(['image/jpeg', 'jpeg', 200, 300]);
    expect(await fetchSize('?width=300&height=300')).toEqual(['image/jpeg', 'jpeg', 200, 300]);
    expect(await fetchSize('?width=4000&format=webp')).toEqual(['image/webp', 'webp', 600, 900]);
    expect(await fetchSize('?format=png')).toEqual(['image/png', 'png', 600, 900]);
    const { bytes } = await fetchPage(admin, id, '1?width=4000');
    expect(bytes.equals(page)).toBe(true);
  });

  it('keep moving as they are stored and when they are made smaller', async () => {
    await using server = await startServer(kind);
    await using folder = await newBookFolder(server);
    const admin = await setupAdmin(server);
    const frames = await Promise.all(
      ['#f00', '#0f0'].map(async (background) =>
        sharp({ create: { width: 64, height: 64, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const moving = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 100] })
      .toBuffer();
    const id = await folder.addFile('Book.cbz', writeZip([{ name: 'p.gif', bytes: moving }]));
    expect((await fetchPage(admin, id, 1)).bytes.equals(moving)).toBe(true);
    const { answer, bytes } = await fetchPage(admin, id, '1?width=32');
    expect(answer.headers.get('content-type')).toBe('image/webp');
    expect(await sharp(bytes).metadata()).toMatchObject({ pages: 2, width: 32 });
  });

  it('of a PDF are drawn', async () => {
    await using server = await startServer(kind);
    await using folder = await newBookFolder(server);
    const admin = await setupAdmin(server);
    const content = '1 0 0 rg 0 0 100 200 re f';
    const page = { mediaBox: '0 0 200 400', content };
    const id = await folder.addFile('Book.pdf', writePdf({ pages: [page, page] }));
    expect(await admin.call('listBookPages', { params: { id } })).toMatchObject([
      { fileName: 'page-1', mediaType: 'image/jpeg', width: 400, height: 800 },
      { fileName: 'page-2' },
    ]);
    const plain = await fetchPage(admin, id, 2);
    expect(plain.answer.headers.get('content-type')).toBe('image/jpeg');
    expect(await sharp(plain.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1600, height: 3200 });
    const small = await fetchPage(admin, id, '1?width=100&format=png');
    const { data, info } = await sharp(small.bytes).raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 100, height: 200 });
    // red at the bottom left, white at the top right
    const at = (x: number, y: number) => [...data.subarray((y * 100 + x) * info.channels).subarray(0, 3)];
    expect([at(10, 190), at(90, 10)]).toEqual([
      [255, 0, 0],
      [255, 255, 255],
    ]);
    expect((await fetchPage(admin, id, 3)).answer.status).toBe(404);
  });

  it('are not sent again to those who have them, and may be kept for good under a versioned address', async () => {
    await using server = await startServer(kind);
    await using folder = await newBookFolder(server);
    const admin = await setupAdmin(server);
    const page = await noisyJpeg(60, 90);
    const id = await folder.addFile('Book.cbz', writeZip([{ name: 'p.jpg', bytes: page }]));
    const first = await fetchPage(admin, id, 1);
    const etag = first.answer.headers.get('etag') ?? '';
    const again = await fetchPage(admin, id, 1, { 'if-none-match': etag });
    expect([again.answer.status, again.bytes.length]).toEqual([304, 0]);
    const resized = await fetchPage(admin, id, '1?width=30', { 'if-none-match': etag });
    expect(resized.answer.status).toBe(200);
    const fileHash = 'f'.repeat(64);
    await server.context.db.transaction(async (tx) => {
      await tx.write.updateTable('book').set({ fileHash }).where('id', '=', id).execute();
    });
    const fetchCacheControl = async (v: string) =>
      (await fetchPage(admin, id, `1?v=${v}`)).answer.headers.get('cache-control');
    expect(await fetchCacheControl(fileHash.slice(0, 16))).toBe('private, max-age=31536000, immutable');
    expect(await fetchCacheControl('0123456789abcdef')).toBe('private, no-cache');
    const head = await admin.fetch(`/api/v1/books/${id}/pages/1`, { method: 'HEAD' });
    expect([head.status, head.headers.get('etag')]).toEqual([200, etag]);
  });

  it('refuse numbers, sizes and formats that are none', async () => {
    await using server = await startServer(kind);
    await using folder = await newBookFolder(server);
    const admin = await setupAdmin(server);
    const id = await folder.addFile('Book.cbz', writeZip([{ name: 'p.jpg', bytes: jpeg.bytes }]));
    for (const page of ['0', '-1', 'x', '1.5']) expect((await fetchPage(admin, id, page)).answer.status).toBe(400);
    for (const query of ['?width=15', '?width=9000', '?height=x', '?format=bmp']) {
      expect((await fetchPage(admin, id, `1${query}`)).answer.status).toBe(400);
    }
    const beyond = await fetchPage(admin, id, 2);
    expect(beyond.answer.status).toBe(404);
    expect(JSON.parse(beyond.bytes.toString())).toMatchObject({
      error: 'NotFound',
      message: `Page 2 of book ${id} not found: it has 1`,
    });
    expect((await fetchPage(admin, UNKNOWN, 1)).answer.status).toBe(404);
    expect(await expectRefusal(admin.call('listBookPages', { params: { id: UNKNOWN } }))).toMatchObject({
      status: 404,
    });
  });

  it('of a file that is gone are not found, and the answer names it', async () => {
    await using server = await startServer(kind);
    await using folder = await newBookFolder(server);
    const admin = await setupAdmin(server);
    const id = await folder.addFile('Book.cbz', writeZip([{ name: 'p.jpg', bytes: jpeg.bytes }]));
    await admin.call('listBookPages', { params: { id } });
    await rm(join(folder.path, 'Book.cbz'));
    const { answer, bytes } = await fetchPage(admin, id, 1);
    expect(answer.status).toBe(404);
    expect(JSON.parse(bytes.toString())).toMatchObject({ message: `The file of book ${id} is gone: "Book.cbz"` });
  });

  it('of a changed file are never mixed up: it is read again', async () => {
    await using server = await startServer(kind);
    await using folder = await newBookFolder(server);
    const admin = await setupAdmin(server);
    const id = await folder.addFile('Book.cbz', writeZip([{ name: 'p.jpg', bytes: jpeg.bytes }]));
    expect((await fetchPage(admin, id, 1)).answer.status).toBe(200);
    const other = png(50, 50).bytes;
    const file = join(folder.path, 'Book.cbz');
    await writeFile(
      file,
      writeZip([
        { name: 'front.txt', bytes: Buffer.alloc(100) },
        { name: 'p.png', bytes: other },
      ]),
    );
    await utimes(file, 1, 1);
    // the open file is compared with the catalog once a second
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const { answer } = await fetchPage(admin, id, 1);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
    const again = await fetchPage(admin, id, 1);
    expect(again.answer.headers.get('content-type')).toBe('image/png');
    expect(again.bytes.equals(other)).toBe(true);
  });

  it('of a broken file are none, and the answer says why', async () => {
    await using server = await startServer(kind);
    await using folder = await newBookFolder(server);
    const admin = await setupAdmin(server);
    const id = await folder.addFile('Book.cbz', Buffer.from('this is no archive'));
    expect(await admin.call('listBookPages', { params: { id } })).toEqual([]);
    const { answer, bytes } = await fetchPage(admin, id, 1);
    expect(answer.status).toBe(404);
    expect(JSON.parse(bytes.toString())).toMatchObject({ message: expect.stringContaining('has no pages') as string });
    const { book } = await admin.call('getBook', { params: { id } });
    expect(book).toMatchObject({ analyzed: false, analysisError: expect.any(String) as string });
  });

  it('that are damaged are not found, and the others are', async () => {
    await using server = await startServer(kind);
    await using folder = await newBookFolder(server);
    const admin = await setupAdmin(server);
    const archive = writeZip([
      { name: '1.png', bytes: png(200, 200, 1).bytes, method: 8 },
      { name: '2.jpg', bytes: jpeg.bytes },
    ]);
    const id = await folder.addFile('Book.cbz', archive);
    await admin.call('listBookPages', { params: { id } });
    const file = join(folder.path, 'Book.cbz');
    const { mtimeMs } = await stat(file);
    await writeFile(file, archive.fill(0xff, 60, 120));
    await utimes(file, mtimeMs / 1000, mtimeMs / 1000);
    expect((await fetchPage(admin, id, 1, { 'accept-encoding': 'identity' })).answer.status).toBe(404);
    expect((await fetchPage(admin, id, 2)).bytes.equals(jpeg.bytes)).toBe(true);
  });

  it('are only for those who may see the book', async () => {
    await using server = await startServer(kind);
    await using folder = await newBookFolder(server);
    const admin = await setupAdmin(server);
    const id = await folder.addFile('Book.cbz', writeZip([{ name: 'p.jpg', bytes: jpeg.bytes }]));
    const first = await fetchPage(admin, id, 1);
    const etag = first.answer.headers.get('etag') ?? '';
    const stranger = await fetch(`${server.url}/api/v1/books/${id}/pages/1`, { headers: { 'if-none-match': etag } });
    expect(stranger.status).toBe(401);
  });
});
