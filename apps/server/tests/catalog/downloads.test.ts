import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, open, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { dirname, join } from 'node:path';
import { type Viewer } from '#core/viewer.ts';
import { downloadBook } from '#core/catalog/pages/download-books.ts';
import { describe, expect, it } from 'vitest';
import { type BookFolder, newBookFolder } from '../_harness/book-folder.ts';
import { type Client, createClient, setupAdmin } from '../_harness/client.ts';
import { databases, type DatabaseKind } from '../_harness/databases.ts';
import { newComic } from '../_harness/make-books.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const GOOD = join(import.meta.dirname, '../../../../fixtures/good');
const GIB = 1024 ** 3;
const LENGTH = 300_000;

interface Stage extends AsyncDisposable {
  readonly server: TestServer;
  readonly folder: BookFolder;
  readonly admin: Client;
}

async function openStage(kind: DatabaseKind): Promise<Stage> {
  await using opened = new AsyncDisposableStack();
  const server = opened.use(await startServer(kind));
  const folder = opened.use(await newBookFolder(server));
  const admin = await setupAdmin(server);
  const owned = opened.move();
  return { server, folder, admin, [Symbol.asyncDispose]: async () => owned.disposeAsync() };
}

/** What a broken file leaves in the catalog: it can be had all the same. */
const BROKEN = { fileFormat: 'pdf', state: 'failed' };

async function addBytes({ folder }: Stage): Promise<{ readonly id: string; readonly bytes: Buffer }> {
  const bytes = randomBytes(LENGTH);
  await writeFile(join(folder.path, 'Bytes.pdf'), bytes);
  const series = await folder.shelf.addSeries('Bytes');
  return { id: await folder.shelf.addBook(series, 'Bytes', { path: 'Bytes.pdf', ...BROKEN }), bytes };
}

/** A file with holes, which takes no room on the disk. */
async function addSparse({ folder }: Stage, length: number, marks: Readonly<Record<number, string>> = {}) {
  const path = join(folder.path, 'Sparse.pdf');
  await using file = await open(path, 'w');
  await file.truncate(length);
  for (const [at, text] of Object.entries(marks)) await file.write(text, Number(at));
  const series = await folder.shelf.addSeries('Sparse');
  const id = await folder.shelf.addBook(series, 'Sparse', { path: 'Sparse.pdf', ...BROKEN });
  return { id, path };
}

async function get({ admin }: Stage, id: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') {
  const answer = await admin.fetch(`/api/v1/books/${id}/file`, { method, headers });
  return { answer, status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
}

function described({ headers }: Response): Readonly<Record<string, string>> {
  const own = ['date', 'x-request-id', 'connection', 'keep-alive'];
  return Object.fromEntries([...headers].filter(([name]) => !own.includes(name)));
}

/** Reads until `enough` bytes have come. */
async function readSome(answer: Response, enough: number) {
  if (answer.body === null) throw new Error('Expected a body, found none');
  const reader: ReadableStreamDefaultReader<Uint8Array> = answer.body.getReader();
  const chunks: Uint8Array[] = [];
  while (chunks.reduce((sum, { length }) => sum + length, 0) < enough) {
    const { value, done } = await reader.read();
    if (done) break;
    chunks.push(value);
  }
  return { reader, bytes: Buffer.concat(chunks) };
}

async function readToEnd(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<number> {
  let length = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return length;
    length += value.length;
  }
}

describe.each(databases)('the file of a book on %s', (kind) => {
  it('comes as it is, with everything a client needs to keep it and to go on later', async () => {
    await using stage = await openStage(kind);
    const bytes = newComic({ pages: 3 });
    const id = await stage.folder.addFile('Vol. 1 é.cbz', bytes);
    const whole = await get(stage, id);
    expect([whole.status, whole.bytes.equals(bytes)]).toEqual([200, true]);
    expect(described(whole.answer)).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'content-disposition': `attachment; filename="Vol. 1 e.cbz"; filename*=UTF-8''Vol.%201%20%C3%A9.cbz`,
      'content-length': String(bytes.length),
      'content-type': 'application/vnd.comicbook+zip',
      'x-content-type-options': 'nosniff',
    });
    expect(whole.answer.headers.get('etag')).toMatch(/^"[\w-]+"$/);
    expect(new Date(whole.answer.headers.get('last-modified') ?? '').getTime()).toBeLessThanOrEqual(Date.now());
    const head = await get(stage, id, {}, 'HEAD');
    expect([head.status, head.bytes.length, described(head.answer)]).toEqual([200, 0, described(whole.answer)]);
    // A HEAD has no parts.
    const part = await get(stage, id, { range: 'bytes=0-1' }, 'HEAD');
    expect([part.status, described(part.answer)]).toEqual([200, described(whole.answer)]);
  });

  it('comes in parts', async () => {
    await using stage = await openStage(kind);
    const { id, bytes } = await addBytes(stage);
    const parts = [
      ['bytes=0-0', 0, 1],
      ['bytes=0-99999', 0, 100_000],
      ['bytes=262143-262144', 262_143, 262_145],
      ['bytes=100-', 100, LENGTH],
      ['bytes=-1', LENGTH - 1, LENGTH],
      ['bytes=-5000000', 0, LENGTH],
      [`bytes=${String(LENGTH - 1)}-`, LENGTH - 1, LENGTH],
      ['bytes=299990-400000', 299_990, LENGTH],
      ['bytes=5-6,0-5', 0, 7],
    ] as const;
    for (const [range, start, end] of parts) {
      const { answer, status, bytes: part } = await get(stage, id, { range });
      const [stated, length] = [answer.headers.get('content-range'), answer.headers.get('content-length')];
      const expected = `bytes ${String(start)}-${String(end - 1)}/${String(LENGTH)}`;
      expect([range, status, stated, length]).toEqual([range, 206, expected, String(end - start)]);
      expect([range, part.equals(bytes.subarray(start, end))]).toEqual([range, true]);
      expect(answer.headers.get('content-type')).toBe('application/pdf');
    }
    for (const range of ['bytes=0-1,5-6', 'bytes=6-5', 'bytes=x', 'items=0-1', 'bytes=']) {
      const { answer, status, bytes: whole } = await get(stage, id, { range });
      expect([range, status, answer.headers.get('content-range')]).toEqual([range, 200, null]);
      expect([range, whole.equals(bytes)]).toEqual([range, true]);
    }
  });

  it('has nothing behind its end', async () => {
    await using stage = await openStage(kind);
    const { id } = await addBytes(stage);
    for (const range of [`bytes=${String(LENGTH)}-`, 'bytes=99999999999999999999-', 'bytes=-0']) {
      const { answer, status, bytes } = await get(stage, id, { range });
      expect([range, status, answer.headers.get('content-range')]).toEqual([range, 416, `bytes */${String(LENGTH)}`]);
      expect(JSON.parse(String(bytes))).toEqual({
        error: 'RangeNotSatisfiable',
        message: `There is nothing at "${range}": the file has ${String(LENGTH)} bytes`,
        details: null,
      });
      expect([answer.headers.get('etag'), answer.headers.get('content-disposition')]).toEqual([null, null]);
    }
  });

  it('is sent again only when it is another', async () => {
    await using stage = await openStage(kind);
    const { id, bytes } = await addBytes(stage);
    await utimes(join(stage.folder.path, 'Bytes.pdf'), 1_700_000_000, 1_700_000_000.5);
    const { answer } = await get(stage, id, {}, 'HEAD');
    const [tag, date] = [answer.headers.get('etag') ?? '', answer.headers.get('last-modified') ?? ''];
    expect(date).toBe('Tue, 14 Nov 2023 22:13:20 GMT');
    const earlier = 'Tue, 14 Nov 2023 22:13:19 GMT';
    const range = 'bytes=10-19';
    const cases: readonly (readonly [Readonly<Record<string, string>>, number])[] = [
      [{ 'if-none-match': tag }, 304],
      [{ 'if-none-match': `W/${tag}` }, 304],
      [{ 'if-none-match': '"another"' }, 200],
      [{ 'if-modified-since': date }, 304],
      [{ 'if-modified-since': earlier }, 200],
      [{ 'if-none-match': tag, range }, 304],
      [{ 'if-match': tag, range }, 206],
      [{ 'if-match': '"another"', range }, 412],
      [{ 'if-unmodified-since': date, range }, 206],
      [{ 'if-unmodified-since': earlier, range }, 412],
      [{ 'if-range': tag, range }, 206],
      [{ 'if-range': date, range }, 206],
      [{ 'if-range': `W/${tag}`, range }, 200],
      [{ 'if-range': '"another"', range }, 200],
      [{ 'if-range': earlier, range }, 200],
      [{ 'if-range': '"another"', range: 'bytes=900000-' }, 200],
      [{ 'if-range': tag, range: 'bytes=900000-' }, 416],
    ];
    for (const [headers, expected] of cases) {
      const { status, bytes: found } = await get(stage, id, headers);
      expect([headers, status]).toEqual([headers, expected]);
      if (status === 304) expect(found).toHaveLength(0);
      if (status === 206) expect(found.equals(bytes.subarray(10, 20))).toBe(true);
      if (status === 200) expect(found.equals(bytes)).toBe(true);
    }
  });

  it('is told by its bytes, not by its extension', async () => {
    await using stage = await openStage(kind);
    const rar = await readFile(join(GOOD, 'cbr/rar4-stored.cbr'));
    const cases = [
      ['Comic.cbz', newComic(), 'application/vnd.comicbook+zip'],
      ['Really a rar.cbz', rar, 'application/vnd.comicbook-rar'],
      ['Comic.cbr', rar, 'application/vnd.comicbook-rar'],
      ['Broken.epub', Buffer.from('no book'), 'application/epub+zip'],
    ] as const;
    for (const [name, bytes, type] of cases) {
      const { answer, bytes: found } = await get(stage, await stage.folder.addFile(name, bytes));
      expect([name, answer.status, answer.headers.get('content-type')]).toEqual([name, 200, type]);
      expect(answer.headers.get('content-disposition')).toContain(`filename="${name}"`);
      expect(found.equals(bytes)).toBe(true);
    }
  });

  it('is had in parts beyond 4 GiB', async () => {
    await using stage = await openStage(kind);
    const length = 5 * GIB + 7;
    const at = 4 * GIB + 123;
    const { id } = await addSparse(stage, length, { [at]: 'here', [length - 3]: 'end' });
    const head = await get(stage, id, {}, 'HEAD');
    expect(head.answer.headers.get('content-length')).toBe(String(length));
    const middle = await get(stage, id, { range: `bytes=${String(at - 1)}-${String(at + 4)}` });
    expect([middle.status, String(middle.bytes)]).toEqual([206, '\0here\0']);
    expect(middle.answer.headers.get('content-range')).toBe(
      `bytes ${String(at - 1)}-${String(at + 4)}/${String(length)}`,
    );
    const tail = await get(stage, id, { range: 'bytes=-4' });
    expect([tail.status, String(tail.bytes)]).toEqual([206, '\0end']);
  });

  it('continues where it broke off, and starts over when the file changed', async () => {
    await using stage = await openStage(kind);
    const { id, bytes } = await addBytes(stage);
    const gone = new AbortController();
    const first = await stage.admin.fetch(`/api/v1/books/${id}/file`, { signal: gone.signal });
    const tag = first.headers.get('etag') ?? '';
    const { bytes: begun } = await readSome(first, 1_000);
    gone.abort();
    const range = `bytes=${String(begun.length)}-`;
    const rest = await get(stage, id, { range, 'if-range': tag });
    expect([rest.status, Buffer.concat([begun, rest.bytes]).equals(bytes)]).toEqual([206, true]);
    const other = randomBytes(LENGTH);
    await writeFile(join(stage.folder.path, 'Bytes.pdf'), other);
    const anew = await get(stage, id, { range, 'if-range': tag });
    expect([anew.status, anew.bytes.equals(other)]).toEqual([200, true]);
    expect(anew.answer.headers.get('etag')).not.toBe(tag);
  });

  it('is not there when its file is gone, or when it is deleted', async () => {
    await using stage = await openStage(kind);
    const { id } = await addBytes(stage);
    expect((await get(stage, id, {}, 'HEAD')).status).toBe(200);
    await rm(join(stage.folder.path, 'Bytes.pdf'));
    const { status, bytes } = await get(stage, id);
    expect([status, JSON.parse(String(bytes))]).toEqual([
      404,
      { error: 'NotFound', message: `The file of book ${id} is gone: "Bytes.pdf"`, details: null },
    ]);
    await writeFile(join(stage.folder.path, 'Deleted.cbz'), newComic());
    const deleted = await stage.folder.shelf.addBook(await stage.folder.shelf.addSeries('Gone'), 'Deleted', {
      path: 'Deleted.cbz',
      deletedAt: 1,
    });
    expect((await get(stage, deleted)).status).toBe(404);
  });

  it('breaks off when the file shrinks or changes: a client never takes a part for the whole', async () => {
    await using stage = await openStage(kind);
    const length = 64 * 1024 ** 2;
    const { id, path } = await addSparse(stage, length);
    const address = `/api/v1/books/${id}/file`;
    const changed = await readSome(await stage.admin.fetch(address), 1);
    await utimes(path, 1_600_000_000, 1_600_000_000);
    await expect(readToEnd(changed.reader)).rejects.toThrow('terminated');
    const shrunk = await readSome(await stage.admin.fetch(address), 1);
    await truncate(path, 1_000_000);
    await expect(readToEnd(shrunk.reader)).rejects.toThrow('terminated');
    const { status, bytes } = await get(stage, id);
    expect([status, bytes.length]).toEqual([200, 1_000_000]);
  });

  it('is closed when the client leaves, and for slow clients kept without standing in the way of others', async () => {
    await using stage = await openStage(kind);
    const { outgoing } = stage.server.context;
    const { id } = await addSparse(stage, 64 * 1024 ** 2);
    const { id: small, bytes } = await addBytes(stage);
    const gone = new AbortController();
    const slow = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const answer = await stage.admin.fetch(`/api/v1/books/${id}/file`, { signal: gone.signal });
        return readSome(answer, 1);
      }),
    );
    expect(slow).toHaveLength(50);
    await expect.poll(() => outgoing.openCount()).toBeLessThanOrEqual(34);
    expect((await get(stage, small)).bytes.equals(bytes)).toBe(true);
    gone.abort();
    await expect.poll(() => outgoing.openCount()).toBe(0);
  });

  it('has a safe name, whatever it is called on the disk', async () => {
    await using stage = await openStage(kind);
    const series = await stage.folder.shelf.addSeries('Hostile');
    const names = [
      ['a "b" \\c\r\nX: 1.cbz', 'a _b_ _c__X_ 1.cbz'],
      ['rtl \u202Ezbc.cbz', 'rtl zbc.cbz'],
      ['😀 emoji.cbz', '😀 emoji.cbz'],
      ['../.. .cbz', '.. .cbz'],
    ] as const;
    for (const [name, safe] of names) {
      const path = join('sub', name);
      const absolutePath = join(stage.folder.path, path);
      await mkdir(dirname(absolutePath), { recursive: true });
      await writeFile(absolutePath, newComic());
      const id = await stage.folder.shelf.addBook(series, 'x', { path });
      const { answer, status } = await get(stage, id);
      const [, extended = ''] = /filename\*=UTF-8''(\S+)$/.exec(answer.headers.get('content-disposition') ?? '') ?? [];
      expect([status, decodeURIComponent(extended)]).toEqual([200, safe]);
    }
  });

  it('is had with the cookie of a browser, and not without any credential', async () => {
    await using stage = await openStage(kind);
    const { id, bytes } = await addBytes(stage);
    const address = `/api/v1/books/${id}/file`;
    const login = await createClient(stage.server).fetch('/api/v1/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password: 'correct horse battery' }),
    });
    const [cookie = ''] = login.headers.getSetCookie().map((text) => text.replace(/;.*$/, ''));
    const sent = request(stage.server.url + address, { headers: { cookie } }).end();
    const [answer] = (await once(sent, 'response')) as [AsyncIterable<Buffer> & { readonly statusCode: number }];
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk);
    expect([answer.statusCode, Buffer.concat(chunks).equals(bytes)]).toEqual([200, true]);
    const nobody = await fetch(stage.server.url + address, { headers: { range: 'bytes=0-1' } });
    expect(nobody.status).toBe(401);
  });

  it('is not found by who may not see its library', async () => {
    await using stage = await openStage(kind);
    const { id } = await addBytes(stage);
    const { context } = stage.server;
    const { id: userId } = await stage.admin.call('getCurrentUser', {});
    const viewer: Viewer = {
      userId,
      username: 'u',
      role: 'reader',
      permissions: new Set(),
      sessionId: null,
      libraryIds: [],
    };
    const missing = { kind: 'NotFound', message: `Book ${id} not found` };
    await expect(downloadBook(context, viewer, id)).rejects.toMatchObject(missing);
    const { libraryId } = stage.folder.shelf;
    const file = await downloadBook(context, { ...viewer, libraryIds: [libraryId] }, id);
    expect(file.length).toBe(LENGTH);
  });
});
