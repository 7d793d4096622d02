import { spawnSync } from 'node:child_process';
import { mkdir, open, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { downloadSeries } from '#core/catalog/pages/archive-books.ts';
import { type Viewer } from '#core/viewer.ts';
import { type BookFolder, newBookFolder } from '../_harness/book-folder.ts';
import { type Client, setupAdmin } from '../_harness/client.ts';
import { databases, type DatabaseKind } from '../_harness/databases.ts';
import { newComic } from '../_harness/make-books.ts';
import { readStoredZip } from '../_harness/read-stored-zip.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const hasUnzip = spawnSync('unzip', ['-v']).status === 0;

interface Stage extends AsyncDisposable {
  readonly server: TestServer;
  readonly folder: BookFolder;
  readonly admin: Client;
  readonly series: string;
  /** Writes a file and puts its book into the series. */
  readonly add: (path: string, bytes: Uint8Array, number?: number | null) => Promise<string>;
}

async function openStage(kind: DatabaseKind, title = 'A series'): Promise<Stage> {
  await using opened = new AsyncDisposableStack();
  const server = opened.use(await startServer(kind));
  const folder = opened.use(await newBookFolder(server));
  const admin = await setupAdmin(server);
  const series = await folder.shelf.addSeries(title);
  const owned = opened.move();
  return {
    server,
    folder,
    admin,
    series,
    add: async (path, bytes, number = null) => {
      const absolutePath = join(folder.path, path);
      await mkdir(dirname(absolutePath), { recursive: true });
      await writeFile(absolutePath, bytes);
      return folder.shelf.addBook(series, path, { path, numberSort: number });
    },
    [Symbol.asyncDispose]: async () => owned.disposeAsync(),
  };
}

async function get({ admin, series }: Stage, headers: Readonly<Record<string, string>> = {}, method = 'GET') {
  const answer = await admin.fetch(`/api/v1/series/${series}/download`, { method, headers });
  return { answer, status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
}

describe.each(databases)('a whole series on %s', (kind) => {
  it('comes as one archive in reading order, whose length is known before', async () => {
    await using stage = await openStage(kind, 'Séries: 1/2');
    const books = [
      { path: 'b/Vol 10.cbz', number: 10, bytes: newComic({ tint: 10 }) },
      { path: 'Extra 巻.cbz', number: null, bytes: newComic({ tint: 3 }) },
      { path: 'a/Vol 2.cbz', number: 2, bytes: newComic({ tint: 2, pages: 9 }) },
    ];
    for (const { path, bytes, number } of books) await stage.add(path, bytes, number);
    await utimes(join(stage.folder.path, 'a/Vol 2.cbz'), 1_700_000_000, 1_700_000_000);
    await writeFile(join(stage.folder.path, 'Deleted.cbz'), newComic());
    await stage.folder.shelf.addBook(stage.series, 'Deleted', { path: 'Deleted.cbz', deletedAt: 1 });
    const { answer, status, bytes } = await get(stage);
    const { headers } = answer;
    expect([status, headers.get('content-length')]).toEqual([200, String(bytes.length)]);
    expect([headers.get('content-type'), headers.get('accept-ranges')]).toEqual(['application/zip', 'none']);
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="Series_ 1_2.zip"; filename*=UTF-8''S%C3%A9ries_%201_2.zip`,
    );
    const entries = readStoredZip(bytes);
    expect(entries.map(({ name }) => name)).toEqual(['Vol 2.cbz', 'Vol 10.cbz', 'Extra 巻.cbz']);
    expect(entries.map((entry) => books.some((book) => book.bytes.equals(entry.bytes)))).toEqual([true, true, true]);
    expect(entries[0]?.modifiedAt).toBe(1_700_000_000);
    const head = await get(stage, {}, 'HEAD');
    expect([head.status, head.bytes.length, head.answer.headers.get('content-length')]).toEqual([
      200,
      0,
      String(bytes.length),
    ]);
  });

  it.runIf(hasUnzip)('is an archive to others too', async () => {
    await using stage = await openStage(kind);
    for (const number of [1, 2, 3]) {
      await stage.add(`Vol ${String(number)}.cbz`, newComic({ tint: number, pages: 40 }), number);
    }
    await stage.add('empty.cbz', Buffer.alloc(0));
    const path = join(stage.folder.path, 'series.zip');
    await writeFile(path, (await get(stage)).bytes);
    const { status, stdout } = spawnSync('unzip', ['-t', path], { encoding: 'utf8' });
    expect([status, stdout]).toEqual([0, expect.stringContaining('No errors detected')]);
  });

  it('is sent again only when it is another, and never in parts', async () => {
    await using stage = await openStage(kind);
    await stage.add('Vol 1.cbz', newComic(), 1);
    const first = await get(stage);
    const etag = first.answer.headers.get('etag') ?? '';
    const again = await get(stage, { range: 'bytes=0-9' });
    expect([again.status, again.answer.headers.get('etag'), again.bytes.equals(first.bytes)]).toEqual([
      200,
      etag,
      true,
    ]);
    expect((await get(stage, { 'if-none-match': etag })).status).toBe(304);
    await stage.add('Vol 2.cbz', newComic(), 2);
    expect((await get(stage, { 'if-none-match': etag })).status).toBe(200);
  });

  it('has every name once, and none that leads elsewhere', async () => {
    await using stage = await openStage(kind);
    const paths = ['x/Vol 1.cbz', 'y/vol 1.cbz', 'z/Vol 1.cbz', 'q/a\\..\\b\r\n".cbz', 'q/CON.cbz', 'q/...'];
    for (const [index, path] of paths.entries()) await stage.add(path, newComic({ tint: index + 1 }), index);
    const entries = readStoredZip((await get(stage)).bytes);
    expect(entries.map(({ name }) => name)).toEqual([
      'Vol 1.cbz',
      'vol 1 (2).cbz',
      'Vol 1 (3).cbz',
      'a_.._b___.cbz',
      '_CON.cbz',
      expect.stringMatching(/^[\da-f-]{36}$/),
    ]);
    for (const [index, { bytes }] of entries.entries()) {
      expect(bytes.equals(newComic({ tint: index + 1 }))).toBe(true);
    }
  });

  it('names what is missing, and is not found when all of it is', async () => {
    await using stage = await openStage(kind);
    for (const number of [1, 2]) await stage.add(`Vol ${String(number)}.cbz`, newComic({ tint: number }), number);
    await rm(join(stage.folder.path, 'Vol 1.cbz'));
    await mkdir(join(stage.folder.path, 'Vol 3.cbz'));
    await stage.folder.shelf.addBook(stage.series, 'Vol 3', { path: 'Vol 3.cbz' });
    const entries = readStoredZip((await get(stage)).bytes);
    expect(entries.map(({ name }) => name)).toEqual(['Vol 2.cbz', 'Not in this archive.txt']);
    expect(String(entries[1]?.bytes)).toBe(
      [
        'These books are missing: their files could not be read when this archive was made.',
        '',
        'Vol 1.cbz: the file is gone',
        'Vol 3.cbz: it is no file, or a link that leads out of the library',
        '',
      ].join('\r\n'),
    );
    await rm(join(stage.folder.path, 'Vol 2.cbz'));
    const { status, bytes } = await get(stage);
    expect([status, JSON.parse(String(bytes))]).toEqual([
      404,
      { error: 'NotFound', message: `None of the 3 files of series ${stage.series} can be read`, details: null },
    ]);
  });

  it('breaks off when a file changes or goes while it is sent: there is no broken archive', async () => {
    await using stage = await openStage(kind);
    const large = join(stage.folder.path, 'Vol 1.pdf');
    await stage.add('Vol 1.pdf', Buffer.alloc(0), 1);
    await using file = await open(large, 'r+');
    await file.truncate(64 * 1024 ** 2);
    await stage.add('Vol 2.cbz', newComic(), 2);
    const spoil = [
      async () => file.truncate(1_000),
      async () => utimes(large, 1_600_000_000, 1_600_000_000),
      async () => rm(join(stage.folder.path, 'Vol 2.cbz')),
    ];
    for (const change of spoil) {
      await file.truncate(64 * 1024 ** 2);
      const answer = await stage.admin.fetch(`/api/v1/series/${stage.series}/download`);
      expect(answer.status).toBe(200);
      const reader = answer.body?.getReader();
      await reader?.read();
      await change();
      const rest = (async () => {
        while ((await reader?.read())?.done === false);
      })();
      await expect(rest).rejects.toThrow('terminated');
    }
    await expect.poll(() => stage.server.context.outgoing.openCount()).toBe(0);
  });

  it('stops when the client leaves', async () => {
    await using stage = await openStage(kind);
    await stage.add('Vol 1.pdf', Buffer.alloc(0), 1);
    await using file = await open(join(stage.folder.path, 'Vol 1.pdf'), 'r+');
    await file.truncate(64 * 1024 ** 2);
    const gone = new AbortController();
    const { signal } = gone;
    const answer = await stage.admin.fetch(`/api/v1/series/${stage.series}/download`, { signal });
    await answer.body?.getReader().read();
    const { outgoing } = stage.server.context;
    await expect.poll(() => outgoing.openCount()).toBe(1);
    gone.abort();
    await expect.poll(() => outgoing.openCount()).toBe(0);
  });

  it('is not found by who may not see its library', async () => {
    await using stage = await openStage(kind);
    await stage.add('Vol 1.cbz', newComic());
    const { context } = stage.server;
    const { id: userId } = await stage.admin.call('getCurrentUser', {});
    const permissions: Viewer['permissions'] = new Set(['SeriesRead', 'BooksRead']);
    const viewer: Viewer = { userId, username: 'u', role: 'reader', permissions, sessionId: null, libraryIds: [] };
    const missing = { kind: 'NotFound', message: `Series ${stage.series} not found` };
    await expect(downloadSeries(context, viewer, stage.series)).rejects.toMatchObject(missing);
    const seen = { ...viewer, libraryIds: [stage.folder.shelf.libraryId] };
    expect((await downloadSeries(context, seen, stage.series)).fileName).toBe('A series.zip');
  });

  it('is refused to who may look at series and not have books', async () => {
    await using stage = await openStage(kind);
    await stage.add('Vol 1.cbz', newComic());
    const { id: userId } = await stage.admin.call('getCurrentUser', {});
    const permissions: Viewer['permissions'] = new Set(['SeriesRead']);
    const viewer: Viewer = { userId, username: 'u', role: 'reader', permissions, sessionId: null };
    const message = 'This needs the permission BooksRead';
    await expect(downloadSeries(stage.server.context, viewer, stage.series)).rejects.toMatchObject({
      kind: 'Forbidden',
      message,
    });
  });
});
