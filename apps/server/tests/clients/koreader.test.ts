import { rm } from 'node:fs/promises';
import type { Kysely } from 'kysely';
import { describe, expect, it } from 'vitest';
import { hashFileName } from '#core/rules/files/file-names.ts';
import { COLUMN_TYPES } from '#db/sql/dialect.ts';
import { MIGRATIONS } from '#db/migrations/index.ts';
import { chapter, writeEpub } from '../../../../fixtures/epub-writer.ts';
import { type Client, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { koreaderHeaders, md5, newDevice, syncDevice } from '../_harness/koreader.ts';
import { type BookFolder, newBookFolder, newComic } from '../_harness/make-books.ts';
import { addLibrary, listAllBooks, scan, waitForTasks, until } from '../_harness/scans.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer } from '../_harness/start-server.ts';

const PASSWORD = 'the password of all';

/** A text of four chapters, the second the longest. */
const TEXT = writeEpub({
  metadata: '<dc:title>Text</dc:title><dc:language>en</dc:language>',
  manifest: [1, 2, 3, 4]
    .map(
      (number) => `<item id="c${String(number)}" href="c${String(number)}.xhtml" media-type="application/xhtml+xml"/>`,
    )
    .join(''),
  spine: [1, 2, 3, 4].map((number) => `<itemref idref="c${String(number)}"/>`).join(''),
  files: Object.fromEntries(
    [500, 4_000, 1_500, 1_000].map((length, index) => [
      `OPS/c${String(index + 1)}.xhtml`,
      chapter(`<p>${'word '.repeat(length)}</p>`),
    ]),
  ),
});

interface Shelved {
  readonly libraryId: string;
  readonly folder: BookFolder;
  /** Id of the book whose path ends so. */
  readonly idOf: (ending: string) => string;
}

async function shelve(client: Client, folder: BookFolder, name = 'Books'): Promise<Shelved> {
  const { id: libraryId } = await addLibrary(client, folder.path, { name });
  await scan(client, libraryId);
  await waitForTasks(client);
  const books = await listAllBooks(client);
  return {
    libraryId,
    folder,
    idOf: (ending) => {
      const found = books.find((book) => book.libraryId === libraryId && book.path.endsWith(ending));
      if (found === undefined) throw new Error(`Expected a book ${ending}`);
      return found.id;
    },
  };
}

/** Small files are read whole: their partial MD5 is that of their beginning, and of what lies at 1,024. */
function partialMd5(bytes: Uint8Array): string {
  const offsets = [0, ...Array.from({ length: 11 }, (_, index) => 1_024 * 4 ** index)];
  return md5(Buffer.concat(offsets.map((offset) => bytes.subarray(offset, offset + 1_024))));
}

describe.each(databases)('KOReader sync on %s', (kind) => {
  it('keeps the place in a comic by both digests, word by word, and takes it for the own progress', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    using folder = newBookFolder();
    await folder.addComic('Saga/Saga 1.cbz', { pages: 10 });
    const { idOf: findId } = await shelve(admin, folder);
    const id = findId('Saga 1.cbz');
    const device = await newDevice(server, admin);
    const byContent = partialMd5(newComic({ pages: 10 }));
    const byName = md5('Saga 1.cbz');
    expect(await admin.call('getBook', { params: { id } })).toMatchObject({ book: { extReaderHash: byContent } });
    expect(await device.get(byContent)).toBeUndefined();
    const timestamp = await device.put(byContent, { progress: '4', percentage: 0.4 });
    const told = { progress: '4', percentage: 0.4, device: 'Kobo_clara', device_id: 'A1B2', timestamp };
    expect(await device.get(byContent)).toEqual({ document: byContent, ...told });
    expect(await device.get(byContent.toUpperCase())).toMatchObject(told);
    // The other name of the same book: what was told last, under whichever.
    expect(await device.get(byName)).toEqual({ document: byName, ...told });
    const progress = await admin.call('getProgress', { params: { id } });
    expect(progress).toMatchObject({ currentPage: 4, completed: false, progressPercentage: 0.4 });
    expect(Math.floor(Date.parse(progress?.updatedAt ?? '') / 1000)).toBe(timestamp);
    await device.put(byName, { progress: '10', percentage: 1, device: 'Phone', device_id: 'P' });
    expect(await device.get(byContent)).toMatchObject({ progress: '10', device: 'Phone', device_id: 'P' });
    expect(await admin.call('getProgress', { params: { id } })).toMatchObject({ currentPage: 10, completed: true });
    const { data } = await admin.call('listReadingSessions', { query: { bookId: id } });
    expect(data.map(({ deviceName }) => deviceName)).toEqual(['Phone', 'Kobo_clara']);
  });

  it('tells of what was read elsewhere since, and of nothing once it was marked unread', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    using folder = newBookFolder();
    await folder.addComic('Saga/Saga 1.cbz', { pages: 8 });
    const { idOf: findId } = await shelve(admin, folder);
    const id = findId('Saga 1.cbz');
    const device = await newDevice(server, admin);
    const document = md5('Saga 1.cbz');
    await admin.call('saveProgress', { params: { id }, body: { currentPage: 2 } });
    expect(await device.get(document)).toMatchObject({
      progress: '2',
      percentage: 0.25,
      device_id: expect.stringMatching(/^ua:|unknown/) as string,
    });
    await device.put(document, { progress: '3', percentage: 0.375 });
    await admin.call('saveProgress', { params: { id }, body: { currentPage: 6 } });
    const newer = await device.get(document);
    expect(newer).toMatchObject({ progress: '6', percentage: 0.75 });
    expect(newer?.device).not.toBe('Kobo_clara');
    await admin.call('deleteProgress', { params: { id } });
    expect(await device.get(document)).toBeUndefined();
    await device.put(document, { progress: '1', percentage: 0.125 });
    expect(await device.get(document)).toMatchObject({ progress: '1', device: 'Kobo_clara' });
  });

  it('converts places in a text both ways', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    using folder = newBookFolder();
    await folder.addFile('Texts/Text.epub', TEXT);
    const { idOf: findId } = await shelve(admin, folder);
    const id = findId('Text.epub');
    const device = await newDevice(server, admin);
    const document = partialMd5(TEXT);
    const { total, positions } = await admin.call('getBookPositions', { params: { id } });
    const ofChapter = (number: number) => positions.filter(({ href }) => href.endsWith(`/c${String(number)}.xhtml`));
    const progress = '/body/DocFragment[2]/body/p/text().1042';
    await device.put(document, { progress, percentage: 0.4 });
    expect(await device.get(document)).toMatchObject({ progress, percentage: 0.4 });
    const place = await admin.call('getProgress', { params: { id } });
    expect(place).toMatchObject({
      progressPercentage: 0.4,
      currentPage: Math.floor(0.4 * total) + 1,
      locator: { href: ofChapter(2)[0]?.href, locations: { totalProgression: 0.4 } },
    });
    // As the reader of the web app stores it.
    const [third] = ofChapter(3);
    const { position, totalProgression } = third?.locations ?? { position: 0, totalProgression: 0 };
    await admin.call('saveProgress', {
      params: { id },
      body: {
        currentPage: position,
        progressPercentage: totalProgression,
        locator: { href: third?.href ?? '', type: 'application/xhtml+xml', locations: { position, totalProgression } },
      },
    });
    expect(await device.get(document)).toMatchObject({
      progress: '/body/DocFragment[3].0',
      percentage: totalProgression,
    });
    await device.put(document, { progress: '/body/DocFragment[4]/body/p/text().9', percentage: 0.991 });
    expect(await admin.call('getProgress', { params: { id } })).toMatchObject({ completed: true, currentPage: total });
    await admin.call('markBookUnread', { params: { id } });
    await admin.call('markBookRead', { params: { id } });
    expect(await device.get(document)).toMatchObject({ progress: '/body/DocFragment[4].0', percentage: 1 });
  });

  it('keeps what is told of a book that is not there yet, and stores it when it comes', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const device = await newDevice(server, admin);
    const comic = newComic({ pages: 6, tint: 9 });
    const told = { progress: '3', percentage: 0.5, device: 'Phone', device_id: 'P' };
    const timestamp = await device.put(partialMd5(comic), told);
    expect(await device.get(partialMd5(comic))).toEqual({ document: partialMd5(comic), ...told, timestamp });
    // A digest that the server cannot know, of a file whose name it knows.
    await device.put('e'.repeat(32), {
      progress: '2',
      percentage: 0.3,
      metadata: { filename: 'Text.epub', title: 'T' },
    });
    using folder = newBookFolder();
    await folder.addFile('A/New.cbz', comic);
    await folder.addFile('A/Text.epub', TEXT);
    const { idOf: findId } = await shelve(admin, folder);
    // Nothing asks for it but the server itself.
    const fetchProgress = async (ending: string) => admin.call('getProgress', { params: { id: findId(ending) } });
    const stored = await until(
      async () => fetchProgress('New.cbz'),
      (progress) => progress !== undefined,
    );
    expect(stored).toMatchObject({ currentPage: 3, completed: false });
    expect(Math.floor(Date.parse(stored?.updatedAt ?? '') / 1000)).toBe(timestamp);
    expect(await device.get(partialMd5(comic))).toEqual({ document: partialMd5(comic), ...told, timestamp });
    const text = await until(
      async () => fetchProgress('Text.epub'),
      (progress) => progress !== undefined,
    );
    expect(text?.progressPercentage).toBe(0.3);
  });

  it('takes one place of several in a row for the last, and counts them once', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    using folder = newBookFolder();
    await folder.addComic('Saga/Saga 1.cbz', { pages: 30 });
    const { idOf: findId } = await shelve(admin, folder);
    const device = await newDevice(server, admin);
    const document = md5('Saga 1.cbz');
    for (const page of [3, 9, 30, 12]) await device.put(document, { progress: String(page), percentage: page / 30 });
    expect(await device.get(document)).toMatchObject({ progress: '12' });
    await Promise.all(
      [5, 6, 7, 8].map(async (page) => device.put(document, { progress: String(page), percentage: page / 30 })),
    );
    const last = await device.get(document);
    const progress = await admin.call('getProgress', { params: { id: findId('Saga 1.cbz') } });
    expect(String(progress?.currentPage)).toBe(last?.progress);
    const { total } = await admin.call('listReadingSessions', { query: {} });
    expect(total).toBe(1);
    const completions = await server.context.db.read.selectFrom('readCompletion').select('id').execute();
    expect(completions).toHaveLength(1);
  });

  it('means the copy that was read last, and no book when only a name is shared', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    using folder = newBookFolder();
    await folder.addComic('A/One.cbz', { pages: 5, tint: 3 });
    await folder.addComic('B/Two.cbz', { pages: 5, tint: 3 });
    await folder.addComic('C/01.cbz', { pages: 5, tint: 40 });
    await folder.addComic('D/01.cbz', { pages: 5, tint: 80 });
    const { idOf: findId } = await shelve(admin, folder);
    const device = await newDevice(server, admin);
    const document = partialMd5(newComic({ pages: 5, tint: 3 }));
    await admin.call('saveProgress', { params: { id: findId('Two.cbz') }, body: { currentPage: 2 } });
    await device.put(document, { progress: '4', percentage: 0.8 });
    const fetchPage = async (ending: string) =>
      (await admin.call('getProgress', { params: { id: findId(ending) } }))?.currentPage;
    expect([await fetchPage('One.cbz'), await fetchPage('Two.cbz')]).toEqual([undefined, 4]);
    await admin.call('saveProgress', { params: { id: findId('One.cbz') }, body: { currentPage: 1 } });
    expect(await device.get(document)).toMatchObject({ progress: '1' });
    await device.put(md5('01.cbz'), { progress: '2', percentage: 0.4 });
    expect([await fetchPage('C/01.cbz'), await fetchPage('D/01.cbz')]).toEqual([undefined, undefined]);
    expect(await device.get(md5('01.cbz'))).toMatchObject({ progress: '2' });
  });

  it('goes on with a book whose file was replaced, and with one that was moved', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    using folder = newBookFolder();
    await folder.addComic('A/One.cbz', { pages: 5, tint: 3 });
    const { idOf: findId, libraryId } = await shelve(admin, folder);
    const device = await newDevice(server, admin);
    const document = partialMd5(newComic({ pages: 5, tint: 3 }));
    await device.put(document, { progress: '2', percentage: 0.4 });
    await folder.addComic('A/One.cbz', { pages: 10, tint: 60 });
    await scan(admin, libraryId);
    await waitForTasks(admin);
    await device.put(document, { progress: '3', percentage: 0.6 });
    const progress = await admin.call('getProgress', { params: { id: findId('One.cbz') } });
    expect(progress?.currentPage).toBe(3);
    await folder.addComic('A/Renamed.cbz', { pages: 10, tint: 60 });
    await rm(folder.at('A/One.cbz'));
    await scan(admin, libraryId);
    await waitForTasks(admin);
    expect(await device.get(md5('Renamed.cbz'))).toMatchObject({ progress: '3' });
  });

  it('reveals nothing of hidden books, nor of the reading of others', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    using open = newBookFolder();
    using closed = newBookFolder();
    await open.addComic('A/Open.cbz', { pages: 5, tint: 3 });
    await closed.addComic('B/Hidden.cbz', { pages: 5, tint: 90 });
    const shelf = await shelve(admin, open, 'Open');
    const vault = await shelve(admin, closed, 'Closed');
    const account = { username: 'guest', password: PASSWORD };
    const user = await admin.call('createUser', { body: { ...account, libraryIds: [shelf.libraryId] } });
    const guest = await signIn(server, account);
    const own = await newDevice(server, admin);
    const theirs = await newDevice(server, guest, 'guest');
    const hidden = partialMd5(newComic({ pages: 5, tint: 90 }));
    const absent = 'f'.repeat(32);
    for (const document of [hidden, md5('Hidden.cbz')]) await own.put(document, { progress: '4', percentage: 0.8 });
    const bare = async (document: string, path: string, method = 'GET', body?: object) => {
      const sent = body === undefined ? undefined : { ...body, document };
      const { status, body: said } = await theirs.ask(method, path.replace('*', document), sent);
      return [
        status,
        JSON.stringify(said)
          .replaceAll(document, '*')
          .replace(/"timestamp":\d+/, ''),
      ];
    };
    const same = async (path: string, method?: string, body?: object) => {
      expect(await bare(hidden, path, method, body)).toEqual(await bare(absent, path, method, body));
    };
    await same('/syncs/progress/*');
    const told = { progress: '2', percentage: 0.4, device: 'K', device_id: 'G', metadata: { filename: 'Hidden.cbz' } };
    await same('/syncs/progress', 'PUT', told);
    await same('/syncs/progress/*');
    // Each has their own.
    expect(await own.get(hidden)).toMatchObject({ progress: '4' });
    const id = vault.idOf('Hidden.cbz');
    const { db } = server.context;
    const rows = async () => db.read.selectFrom('readProgress').selectAll().where('bookId', '=', id).execute();
    expect((await rows()).map(({ currentPage }) => currentPage)).toEqual([4]);
    // Seen from now on: what waited is theirs.
    const libraryIds = [shelf.libraryId, vault.libraryId];
    await admin.call('updateUser', { params: user, body: { libraryIds } });
    expect(await theirs.get(hidden)).toMatchObject({ progress: '2', device_id: 'G' });
    expect(await guest.call('getProgress', { params: { id } })).toMatchObject({ currentPage: 2 });
    await admin.call('updateUser', { params: user, body: { libraryIds: [shelf.libraryId] } });
    expect(await theirs.get(hidden)).toBeUndefined();
    await admin.call('updateUser', { params: user, body: { libraryIds } });
    expect(await theirs.get(hidden)).toMatchObject({ progress: '2' });
    const ageLimit = { maxAge: 12, showsUnrated: false };
    await admin.call('updateUser', { params: user, body: { ageLimit } });
    expect(await theirs.get(hidden)).toBeUndefined();
  });

  it('keeps so much of a user, and forgets the oldest of it', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const device = await newDevice(server, admin);
    const me = await admin.call('getCurrentUser', {});
    await server.context.db.transaction(async (tx) => {
      for (let index = 0; index < 1_000; index += 100) {
        const rows = Array.from({ length: 100 }, (_, offset) => ({
          ...{
            userId: me.id,
            document: `old-${String(index + offset).padStart(4, '0')}`,
            nameHash: null,
            bookId: null,
          },
          ...{ progress: '1', percentage: 0, device: 'x', deviceId: null, page: null, savedAt: index + offset },
        }));
        await tx.write.insertInto('koreaderPlace').values(rows).execute();
      }
    });
    await device.put('new', { progress: '1', percentage: 0 });
    const { read } = server.context.db;
    const kept = await read.selectFrom('koreaderPlace').select('document').orderBy('document').execute();
    expect([kept.length, kept[0]?.document, kept[1]?.document]).toEqual([1_000, 'new', 'old-0001']);
  });

  it('knows the names of books that were there before it, however many', async () => {
    await using server = await startServer(kind);
    await setupAdmin(server);
    const shelf = await newShelf(server);
    const series = await shelf.addSeries('Series');
    for (let index = 0; index < 210; index += 1) await shelf.addBook(series, `Book ${String(index)}: a/b`);
    const { db } = server.context;
    await db.transaction(async ({ write }) => {
      // As it was before.
      for (const index of ['apiKeyByKoreaderDigest', 'bookByKoreaderHash', 'bookByNameHash']) {
        await write.schema.dropIndex(index).execute();
      }
      await write.schema.dropTable('koreaderPlace').execute();
      await write.schema.alterTable('apiKey').dropColumn('koreaderDigest').execute();
      await write.schema.alterTable('book').dropColumn('nameHash').execute();
      await MIGRATIONS['0037-koreader']?.(write as unknown as Kysely<unknown>, COLUMN_TYPES[kind]);
    });
    const books = await db.read.selectFrom('book').select(['fileName', 'nameHash']).execute();
    expect(books).toHaveLength(210);
    for (const { fileName, nameHash } of books)
      expect([fileName, nameHash]).toEqual([fileName, hashFileName(fileName)]);
  });

  it('goes through what KOReader, Readest and CrossPoint do', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    using folder = newBookFolder();
    await folder.addFile('Texts/Text.epub', TEXT);
    await shelve(admin, folder);
    const { key } = await admin.call('createApiKey', { body: { name: 'Devices' } });
    const document = partialMd5(TEXT);
    // KOReader: signs in, asks when a book is opened, tells when it is closed, asks again elsewhere.
    const koreader = syncDevice(server, koreaderHeaders('admin', key));
    expect((await koreader.ask('GET', '/users/auth')).body).toEqual({ authorized: 'OK' });
    expect(await koreader.get(document)).toBeUndefined();
    const place = { progress: '/body/DocFragment[3]/body/p/text().0', percentage: 0.7412 };
    const metadata = { filename: 'Text.epub', title: 'Text', authors: 'Nobody' };
    const timestamp = await koreader.put(document, { ...place, metadata });
    // Readest: the same headers with Basic; its answer has to be JSON, a place to name its document.
    const authorization = `Basic ${Buffer.from(`admin:${key}`).toString('base64')}`;
    const readest = syncDevice(server, { ...koreaderHeaders('admin', key), authorization }, '/kosync');
    expect((await readest.ask('GET', '/users/auth')).status).toBe(200);
    expect(await readest.get(document)).toEqual({
      ...{ document, ...place, device: 'Kobo_clara', device_id: 'A1B2', timestamp },
    });
    await readest.put(document, {
      progress: '/body/DocFragment[4]/body',
      percentage: 0.9,
      device: 'Readest',
      device_id: 'R',
    });
    // CrossPoint: Basic alone, and a percentage with the start of a document.
    const crosspoint = syncDevice(server, { authorization });
    expect(await crosspoint.get(document)).toMatchObject({ device: 'Readest', progress: '/body/DocFragment[4]/body' });
    await crosspoint.put(document, { progress: '/body/DocFragment[2]/body', percentage: 0.31, device: 'CrossPoint' });
    // Back on the first: another device is further on by time.
    expect(await koreader.get(document)).toMatchObject({ device: 'CrossPoint', percentage: 0.31 });
  });
});

describe('the digests of the fact sheet', () => {
  it('are those of the test itself', () => {
    expect(partialMd5(Buffer.from('The quick brown fox'))).toBe('a2004f37730b9445670a738fa0fc9ee5');
    const bytes = Buffer.from(Array.from({ length: 5_000 }, (_, index) => (7 * index + 3) % 256));
    expect(partialMd5(bytes)).toBe('0f483c3b1984e43962e4e95f554b18c4');
  });
});
