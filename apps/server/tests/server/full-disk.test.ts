import { cpSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { findDiskSpace } from '#core/activities/doctor/find-disk-space.ts';
import { type Client, expectRefusal, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { openHome } from '../_harness/home.ts';
import { newBookFolder } from '../_harness/make-books.ts';
import { newPicture } from '../_harness/pictures.ts';
import { addLibrary, listAllBooks, scan, until, waitForTasks } from '../_harness/scans.ts';
import { openSmallDisk } from '../_harness/small-disk.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const RESERVE = 'tasks.reserve_megabytes';

async function setReserve(admin: Client, value: number): Promise<void> {
  await admin.call('updateSetting', { params: { key: RESERVE }, body: { value } });
}

/**
 * A server whose disk the test can fill: a small disk of its own where it may mount one, else SQLite with a limit of pages.
 */
async function startFillable(opened: AsyncDisposableStack) {
  const home = opened.use(await openHome('sqlite'));
  const disk = openSmallDisk(24);
  if (disk !== undefined) {
    opened.use(disk);
    cpSync(home.dataDir, disk.path, { recursive: true });
  }
  const dataDir = disk?.path ?? home.dataDir;
  const config = { [RESERVE]: disk === undefined ? '0' : '1' };
  const server = opened.use(await startServer('sqlite', { home: { ...home, dataDir }, config }));
  const limit = async (pages: number) =>
    server.context.db.transaction(async ({ write }) =>
      sql.raw(`pragma max_page_count = ${String(pages)}`).execute(write),
    );
  return {
    server,
    dataDir,
    isDisk: disk !== undefined,
    fill: async () => (disk === undefined ? limit(1) : disk.fill()),
    makeRoom: async () => (disk === undefined ? limit(1_000_000_000) : disk.makeRoom()),
  };
}

async function fillCollections(admin: Client): Promise<unknown> {
  const name = 'x'.repeat(150);
  for (let number = 0; number < 20_000; number += 1) {
    try {
      await admin.call('createCollection', { body: { name: `${name} ${String(number)}`, seriesIds: [] } });
    } catch (error) {
      return error;
    }
  }
  return undefined;
}

/** Names of all files in a folder and below it. */
function listFiles(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : [])).toSorted();
}

function countCollections({ context: { db } }: TestServer) {
  return db.read
    .selectFrom('collection')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
}

describe.each(databases)('background work on %s', (kind) => {
  it('waits while the disk has less room than the reserve, and goes on by itself', async () => {
    using books = newBookFolder();
    await books.addComic('Saga/one.cbz');
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    await setReserve(admin, 10_000_000);
    expect(await findDiskSpace(server.context)).toMatchObject({
      state: 'problem',
      message: expect.stringMatching(/MB free .* Background work waits until there are 10000000 MB/) as string,
    });
    const { id } = await addLibrary(admin, books.path);
    await admin.call('startScan', { params: { id }, query: { mode: 'deep' } });
    await server.idle();
    // What users write has room.
    await admin.call('createCollection', { body: { name: 'Meanwhile', seriesIds: [] } });
    expect((await admin.call('listTasks', {})).data.map(({ status }) => status)).toContain('pending');
    expect((await admin.call('listBooks', {})).total).toBe(0);
    await setReserve(admin, 0);
    await waitForTasks(admin);
    expect((await admin.call('listBooks', {})).total).toBe(1);
    expect((await findDiskSpace(server.context))?.state).not.toBe('problem');
  });
});

describe('a full disk', () => {
  it('refuses writes with 507 in words, serves reads, and loses nothing that was acknowledged', async () => {
    await using opened = new AsyncDisposableStack();
    const { server, fill, makeRoom } = await startFillable(opened);
    const admin = await setupAdmin(server);
    await admin.call('createCollection', { body: { name: 'Before', seriesIds: [] } });
    await fill();
    expect(await fillCollections(admin)).toMatchObject({
      status: 507,
      kind: 'InsufficientStorage',
      message: expect.stringMatching(/^The disk of the database is full. Nothing was changed/) as string,
    });
    expect(await admin.call('getHealth', {})).toMatchObject({ status: 'ok' });
    const { count } = await countCollections(server);
    expect((await admin.call('listCollections', {})).total).toBe(count);
    await makeRoom();
    await admin.call('createCollection', { body: { name: 'Afterwards', seriesIds: [] } });
    expect((await countCollections(server)).count).toBe(count + 1);
  });

  it('stops a scan, and the scan is complete once there is room', async () => {
    await using opened = new AsyncDisposableStack();
    using books = newBookFolder();
    for (let number = 1; number <= 12; number += 1)
      await books.addComic(`Saga/${'long '.repeat(20)}${String(number)}.cbz`, { tint: number });
    const { server, fill, makeRoom } = await startFillable(opened);
    const admin = await setupAdmin(server);
    const { id } = await addLibrary(admin, books.path);
    await waitForTasks(admin);
    await fill();
    const started = await admin
      .call('startScan', { params: { id }, query: { mode: 'deep' } })
      .catch((error: unknown) => error);
    await server.idle();
    await makeRoom();
    if (started instanceof Error) await admin.call('startScan', { params: { id }, query: { mode: 'deep' } });
    await until(
      async () => (await listAllBooks(admin)).length,
      (count) => count === 12,
    );
    const tasks = await waitForTasks(admin);
    expect(tasks.filter(({ status }) => status === 'failed')).toEqual([]);
  });

  it('refuses an uploaded cover with 507, leaves no file of it, and takes it once there is room', async () => {
    await using opened = new AsyncDisposableStack();
    using books = newBookFolder();
    await books.addComic('Saga/one.cbz');
    const { server, dataDir, fill, makeRoom, isDisk } = await startFillable(opened);
    const admin = await setupAdmin(server);
    const { id: libraryId } = await addLibrary(admin, books.path);
    await scan(admin, libraryId);
    await waitForTasks(admin);
    const [book] = await listAllBooks(admin);
    const params = { id: book?.seriesId ?? '' };
    const noise = await newPicture('png', '#123456', { width: 900, height: 1_200 });
    const file = new Blob([new Uint8Array(noise)], { type: 'image/png' });
    const covers = join(dataDir, 'covers');
    const before = listFiles(covers);
    await fill();
    const upload = async () => admin.call('uploadSeriesCover', { params, file });
    // A limit of pages leaves room for files, and for few rows.
    if (isDisk) {
      expect(await expectRefusal(upload())).toMatchObject({ status: 507, kind: 'InsufficientStorage' });
      expect(listFiles(covers)).toEqual(before);
    }
    await makeRoom();
    await upload();
    expect(listFiles(covers).length).toBeGreaterThan(before.length);
  });

  it('fails an export with words for its owner, who can start it again', async ({ skip }) => {
    // Its own disk is full; the database, which keeps the words, has room.
    using disk = openSmallDisk(1);
    if (disk === undefined) return skip('this user may not mount a disk');
    await using home = await openHome('sqlite');
    symlinkSync(disk.path, join(home.dataDir, 'exports'));
    using books = newBookFolder();
    await books.addComic('Saga/one.cbz');
    await using server = await startServer('sqlite', { home });
    const admin = await setupAdmin(server);
    const { id: libraryId } = await addLibrary(admin, books.path);
    await scan(admin, libraryId);
    await waitForTasks(admin);
    const body = {
      format: 'json' as const,
      exportType: 'both' as const,
      libraryIds: [libraryId],
      fields: ['title' as const],
      bookFields: ['title' as const],
    };
    const runExport = async () => {
      const { id } = await admin.call('createExport', { body });
      return until(
        async () => admin.call('getExport', { params: { id } }),
        ({ status }) => status !== 'pending' && status !== 'running',
      );
    };
    disk.fill();
    expect(await runExport()).toMatchObject({ status: 'failed', error: 'The disk of the server is full' });
    disk.makeRoom();
    expect(await runExport()).toMatchObject({ status: 'completed', error: null });
  });
});
