import { existsSync } from 'node:fs';
import { link, mkdir, readdir, readFile, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { BookUpload, UploadNew } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { type Client, expectRefusal as expectError, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { type BookFolder, newBookFolder, newComic } from '../_harness/make-books.ts';
import { addLibrary, listAllBooks, scan, waitForTasks } from '../_harness/scans.ts';
import { openSmallDisk } from '../_harness/small-disk.ts';
import { startServer } from '../_harness/start-server.ts';

const STAGED = '.lectern-uploads';

function toPart(bytes: Uint8Array): Blob {
  return new Blob([Uint8Array.from(bytes)], { type: 'application/octet-stream' });
}

async function expectRefusal(work: Promise<unknown>, status: number, message = /./): Promise<void> {
  const error = await expectError(work);
  expect(error.status).toBe(status);
  expect(error.message).toMatch(message);
}

/** A library that takes uploads. */
async function openLibrary(client: Client): Promise<{ readonly id: string; readonly folder: BookFolder }> {
  const folder = newBookFolder();
  const { id } = await addLibrary(client, folder.path);
  await client.call('patchLibrary', { params: { id }, body: { allowUploads: true } });
  return { id, folder };
}

function describeFile(bytes: Uint8Array, place: Partial<UploadNew> = {}): UploadNew {
  return { folder: 'Saga', fileName: 'Saga v01.cbz', sizeBytes: bytes.length, modifiedAt: 1_700_000_000_000, ...place };
}

async function sendFrom(client: Client, id: string, { id: uploadId, receivedBytes }: BookUpload, bytes: Uint8Array) {
  return client.call('sendUploadPart', {
    params: { id, uploadId },
    query: { offset: receivedBytes },
    file: toPart(bytes.subarray(receivedBytes)),
  });
}

async function upload(client: Client, id: string, bytes: Uint8Array, place: Partial<UploadNew> = {}) {
  const begun = await client.call('beginUpload', { params: { id }, body: describeFile(bytes, place) });
  const sent = await sendFrom(client, id, begun, bytes);
  return client.call('finishUpload', { params: { id, uploadId: sent.id } });
}

describe.each(databases)('uploads on %s', (kind) => {
  it('takes a book in parts, continues an interrupted one, and scans its folder', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const { id, folder } = await openLibrary(admin);
    using _folder = folder;
    const bytes = newComic({ tint: 5 });
    const half = Math.floor(bytes.length / 2);
    const body = describeFile(bytes);
    const begun = await admin.call('beginUpload', { params: { id }, body });
    expect(begun).toMatchObject({ folder: 'Saga', fileName: 'Saga v01.cbz', receivedBytes: 0, partBytes: 8_388_608 });
    const params = { id, uploadId: begun.id };
    const first = { params, query: { offset: 0 }, file: toPart(bytes.subarray(0, half)) };
    expect((await admin.call('sendUploadPart', first)).receivedBytes).toBe(half);
    // A repeated part changes nothing; one behind a gap is refused.
    expect((await admin.call('sendUploadPart', first)).receivedBytes).toBe(half);
    const gap = { params, query: { offset: half + 1 }, file: toPart(bytes.subarray(half + 1)) };
    await expectRefusal(admin.call('sendUploadPart', gap), 409, /must begin at byte/);
    await expectRefusal(admin.call('finishUpload', { params }), 409, /not completely uploaded/);

    const again = await admin.call('beginUpload', { params: { id }, body });
    expect([again.id, again.receivedBytes]).toEqual([begun.id, half]);
    const { files } = await admin.call('checkUploads', { params: { id }, body: { files: [body] } });
    expect(files).toEqual([
      { folder: 'Saga', fileName: 'Saga v01.cbz', problem: null, freeName: null, receivedBytes: half },
    ]);
    expect((await admin.call('listUploads', { params: { id } })).uploads.map((one) => one.id)).toEqual([begun.id]);
    const whole = await sendFrom(admin, id, again, bytes);
    expect(whole.receivedBytes).toBe(bytes.length);
    expect(await listAllBooks(admin)).toEqual([]);
    expect(await admin.call('finishUpload', { params })).toEqual({ folder: 'Saga', fileName: 'Saga v01.cbz' });
    await waitForTasks(admin);
    const books = await listAllBooks(admin);
    expect(books.map(({ path, analyzed }) => [relative(folder.path, path), analyzed])).toEqual([
      [join('Saga', 'Saga v01.cbz'), true],
    ]);
    expect(await readFile(folder.at('Saga/Saga v01.cbz'))).toEqual(Buffer.from(bytes));
    expect((await stat(folder.at('Saga/Saga v01.cbz'))).nlink).toBe(1);
    expect(await readdir(folder.path)).toEqual(['Saga']);
    expect((await admin.call('listUploads', { params: { id } })).uploads).toEqual([]);
  });

  it('never replaces a file, and offers a free name', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const { id, folder } = await openLibrary(admin);
    using _folder = folder;
    await folder.addComic('Saga/Saga v01.cbz', { tint: 1 });
    await folder.addComic('Saga/Saga v01 (2).cbz', { tint: 2 });
    const before = await readFile(folder.at('Saga/Saga v01.cbz'));
    const bytes = newComic({ tint: 3 });
    const check = async (fileName: string) =>
      (await admin.call('checkUploads', { params: { id }, body: { files: [describeFile(bytes, { fileName })] } }))
        .files;
    expect(await check('Saga v01.cbz')).toMatchObject([{ freeName: 'Saga v01 (3).cbz', problem: null }]);
    const taken = admin.call('beginUpload', { params: { id }, body: describeFile(bytes) });
    await expectRefusal(taken, 409, /"Saga v01 \(3\).cbz" is free/);
    // The name is taken while the file is on its way.
    const begun = await admin.call('beginUpload', {
      params: { id },
      body: describeFile(bytes, { fileName: 'Saga v02.cbz' }),
    });
    await sendFrom(admin, id, begun, bytes);
    await folder.addComic('Saga/Saga v02.cbz', { tint: 4 });
    const params = { id, uploadId: begun.id };
    await expectRefusal(admin.call('finishUpload', { params }), 409, /"Saga v02 \(2\).cbz" is free/);
    await expectRefusal(admin.call('finishUpload', { params, body: { fileName: '../x.cbz' } }), 400, /cannot be/);
    const placed = await admin.call('finishUpload', { params, body: { fileName: 'Saga v02 (2)' } });
    expect(placed).toEqual({ folder: 'Saga', fileName: 'Saga v02 (2).cbz' });
    expect(await readFile(folder.at('Saga/Saga v01.cbz'))).toEqual(before);
    expect(await readFile(folder.at('Saga/Saga v02 (2).cbz'))).toEqual(Buffer.from(bytes));
    // Of two uploads with one name the second gets another one.
    const third = describeFile(bytes, { fileName: 'Saga v03.cbz' });
    await admin.call('beginUpload', { params: { id }, body: third });
    const other = admin.call('beginUpload', { params: { id }, body: { ...third, modifiedAt: 1 } });
    await expectRefusal(other, 409, /"Saga v03 \(2\).cbz" is free/);
  });

  it('suggests the folder of a series, makes names safe, and says what the library does not take', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const { id, folder } = await openLibrary(admin);
    using _folder = folder;
    await folder.addComic('Night Walk (2019)/v01.cbz', { info: '<Series>Night Walk</Series>', tint: 90 });
    await scan(admin, id);
    await waitForTasks(admin);
    await admin.call('patchLibrary', { params: { id }, body: { allowedFormats: ['CBZ'] } });
    const files = [
      { fileName: 'Night.Walk.c012.cbz' },
      { fileName: 'Blue Sky v02 (2020).cbz' },
      { fileName: 'a:b?.cbz', folder: '../..//Up: there/.hidden' },
      { fileName: 'novel.epub' },
      { fileName: 'notes.txt' },
    ].map((file) => ({ ...file, sizeBytes: 5, modifiedAt: 0 }));
    const plan = (await admin.call('checkUploads', { params: { id }, body: { files } })).files;
    expect(plan.map((one) => [one.folder, one.fileName])).toEqual([
      ['Night Walk (2019)', 'Night.Walk.c012.cbz'],
      ['Blue Sky', 'Blue Sky v02 (2020).cbz'],
      [expect.stringMatching(/^Up.* there\/hidden$/), expect.stringMatching(/^a.*b.*\.cbz$/)],
      [expect.any(String), 'novel.epub'],
      [expect.any(String), expect.any(String)],
    ]);
    expect(plan.map(({ problem }) => problem === null)).toEqual([true, true, true, false, false]);
    expect(plan[3]?.problem).toMatch(/does not take files such as "novel.epub"/);
    for (const place of [{ folder: '../up' }, { folder: '.hidden' }, { fileName: 'a/b.cbz' }, { folder: '/etc' }]) {
      const body = describeFile(Buffer.from('12345'), place);
      await expectRefusal(admin.call('beginUpload', { params: { id }, body }), 400, /cannot be|scans skip/i);
    }
    const body = describeFile(Buffer.from('12345'), { fileName: 'novel.epub' });
    await expectRefusal(admin.call('beginUpload', { params: { id }, body }), 409, /does not take/);
  });

  it('refuses and deletes a file that is no book', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const { id, folder } = await openLibrary(admin);
    using _folder = folder;
    await expectRefusal(
      upload(admin, id, Buffer.from('this is no archive')),
      400,
      /"Saga v01.cbz" cannot be read as a book/,
    );
    expect((await admin.call('listUploads', { params: { id } })).uploads).toEqual([]);
    expect(await readdir(folder.path)).toEqual([]);
    const bytes = newComic({ tint: 5 });
    const begun = await admin.call('beginUpload', { params: { id }, body: { ...describeFile(bytes), sizeBytes: 10 } });
    await expectRefusal(sendFrom(admin, id, begun, bytes), 400, /larger than announced/);
  });

  it('is only for users who may change books, in libraries that allow it, and shows each their own', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const { id, folder } = await openLibrary(admin);
    using _folder = folder;
    const addUser = async (username: string, role: 'reader' | 'maintainer') => {
      const body = { username, email: `${username}@example.com`, password: 'long enough 1', role };
      const { id: userId } = await admin.call('createUser', { body });
      return { userId, client: await signIn(server, { username, password: 'long enough 1' }) };
    };
    const bytes = newComic({ tint: 5 });
    const reader = await addUser('reader', 'reader');
    const body = describeFile(bytes);
    await expectRefusal(reader.client.call('beginUpload', { params: { id }, body }), 403);
    const keeper = await addUser('keeper', 'maintainer');
    const begun = await admin.call('beginUpload', { params: { id }, body });
    const params = { id, uploadId: begun.id };
    expect((await keeper.client.call('listUploads', { params: { id } })).uploads).toEqual([]);
    const file = toPart(bytes);
    await expectRefusal(keeper.client.call('sendUploadPart', { params, query: { offset: 0 }, file }), 404);
    await expectRefusal(keeper.client.call('finishUpload', { params }), 404);
    await expectRefusal(keeper.client.call('deleteUpload', { params }), 404);
    await upload(keeper.client, id, bytes, { fileName: 'Saga v02.cbz' });
    // Names of files would tell of series that a tag hides.
    const tag = await admin.call('createSharingTag', { body: { name: 'Hidden' } });
    await admin.call('setUserSharingTag', {
      params: { id: keeper.userId },
      body: { sharingTagId: tag.id, accessMode: 'deny' },
    });
    await expectRefusal(keeper.client.call('beginUpload', { params: { id }, body }), 403, /hidden from you/);
    await admin.call('patchLibrary', { params: { id }, body: { allowUploads: false } });
    const refused = /Uploads are not allowed/;
    await expectRefusal(admin.call('beginUpload', { params: { id }, body }), 409, refused);
    await expectRefusal(admin.call('checkUploads', { params: { id }, body: { files: [body] } }), 409, refused);
    await expectRefusal(admin.call('sendUploadPart', { params, query: { offset: 0 }, file }), 409, refused);
    await expectRefusal(admin.call('finishUpload', { params }), 409, refused);
    await admin.call('deleteUpload', { params });
    expect(existsSync(folder.at(STAGED))).toBe(false);
  });

  it('writes nothing into an empty mount point, nor through links out of the library', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const { id, folder } = await openLibrary(admin);
    using _folder = folder;
    using outside = newBookFolder();
    await folder.addComic('Other/1.cbz', { tint: 7 });
    await scan(admin, id);
    await symlink(outside.path, folder.at('Linked'));
    const bytes = newComic({ tint: 5 });
    await expectRefusal(upload(admin, id, bytes, { folder: 'Linked' }), 409, /leads out/);
    await expectRefusal(upload(admin, id, bytes, { folder: 'Linked/Deeper' }), 409, /leads out/);
    expect(await readdir(outside.path)).toEqual([]);
    const begun = await admin.call('beginUpload', { params: { id }, body: describeFile(bytes) });
    const away = `${folder.path}-away`;
    await rename(folder.path, away);
    await mkdir(folder.path);
    await expectRefusal(sendFrom(admin, id, begun, bytes), 409, /is empty/);
    const other = describeFile(bytes, { fileName: 'Saga v09.cbz' });
    await expectRefusal(admin.call('beginUpload', { params: { id }, body: other }), 409, /is empty/);
    expect(await readdir(folder.path)).toEqual([]);
    await rm(folder.path, { recursive: true });
    await rename(away, folder.path);
    // The upload goes on where it was.
    await sendFrom(admin, id, begun, bytes);
    await admin.call('finishUpload', { params: { id, uploadId: begun.id } });
    expect(existsSync(folder.at('Saga/Saga v01.cbz'))).toBe(true);
  });

  it('says in words that a folder cannot be made', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const { id, folder } = await openLibrary(admin);
    using _folder = folder;
    await folder.addFile('Saga', 'a file');
    const bytes = newComic({ tint: 5 });
    await expectRefusal(upload(admin, id, bytes), 409, /has the name of this folder/);
    // The upload waits for another try.
    await rm(folder.at('Saga'));
    const [left] = (await admin.call('listUploads', { params: { id } })).uploads;
    await admin.call('finishUpload', { params: { id, uploadId: left?.id ?? '' } });
    expect(existsSync(folder.at('Saga/Saga v01.cbz'))).toBe(true);
  });

  it('is refused with 507 when the disk of the library is full, and goes on once there is room', async ({ skip }) => {
    using disk = openSmallDisk(80);
    if (disk === undefined) return skip();
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const { id } = await addLibrary(admin, disk.path);
    await admin.call('patchLibrary', { params: { id }, body: { allowUploads: true } });
    const bytes = newComic({ tint: 5 });
    const large = describeFile(bytes, { fileName: 'Large.cbz', sizeBytes: 30_000_000 });
    await expectRefusal(admin.call('beginUpload', { params: { id }, body: large }), 507, /not enough space/);
    const begun = await admin.call('beginUpload', { params: { id }, body: describeFile(bytes) });
    disk.fill(20_000);
    await expectRefusal(sendFrom(admin, id, begun, bytes), 507, /not enough space/);
    expect((await admin.call('listUploads', { params: { id } })).uploads).toMatchObject([{ receivedBytes: 0 }]);
    disk.makeRoom();
    await sendFrom(admin, id, begun, bytes);
    await admin.call('finishUpload', { params: { id, uploadId: begun.id } });
    expect(existsSync(join(disk.path, 'Saga/Saga v01.cbz'))).toBe(true);
  });

  it.each([
    ['with both names', link],
    ['with one name, as on disks without second names', rename],
  ])('settles a book that a killed process left %s', async (_how, place) => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const { id, folder } = await openLibrary(admin);
    using _folder = folder;
    const bytes = newComic({ tint: 5 });
    const begun = await admin.call('beginUpload', { params: { id }, body: describeFile(bytes) });
    await sendFrom(admin, id, begun, bytes);
    await mkdir(folder.at('Saga'));
    await place(folder.at(`${STAGED}/${begun.id}.cbz`), folder.at('Saga/Saga v01.cbz'));
    await admin.call('finishUpload', { params: { id, uploadId: begun.id } });
    await waitForTasks(admin);
    expect(await listAllBooks(admin)).toHaveLength(1);
    expect((await stat(folder.at('Saga/Saga v01.cbz'))).nlink).toBe(1);
    expect((await admin.call('listUploads', { params: { id } })).uploads).toEqual([]);
  });

  it('sweeps uploads that were left, and files of none', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const { id, folder } = await openLibrary(admin);
    using _folder = folder;
    const bytes = newComic({ tint: 5 });
    const left = await admin.call('beginUpload', { params: { id }, body: describeFile(bytes) });
    const fresh = await admin.call('beginUpload', {
      params: { id },
      body: describeFile(bytes, { fileName: 'Saga v02.cbz' }),
    });
    await writeFile(folder.at(`${STAGED}/unknown.cbz`), bytes);
    await writeFile(folder.at(`${STAGED}/recent.cbz`), bytes);
    await utimes(folder.at(`${STAGED}/unknown.cbz`), 1, 1);
    await server.context.db.transaction(async (tx) => {
      await tx.write.updateTable('bookUpload').set({ updatedAt: 1 }).where('id', '=', left.id).execute();
    });
    await server.context.db.transaction(async (tx) => server.context.queue.enqueue(tx, 'empty_trash', {}));
    await waitForTasks(admin);
    expect((await admin.call('listUploads', { params: { id } })).uploads.map((one) => one.id)).toEqual([fresh.id]);
    expect((await readdir(folder.at(STAGED))).sort()).toEqual([`${fresh.id}.cbz`, 'recent.cbz']);
    await admin.call('deleteLibrary', { params: { id } });
    expect(existsSync(folder.at(STAGED))).toBe(false);
  });
});
