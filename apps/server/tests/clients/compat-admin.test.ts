import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectRefusal, setupAdmin, signIn } from '../_harness/client.ts';
import { ADMIN, basic, ReaderApp, switchCompatOn } from '../_harness/compat.ts';
import { databases } from '../_harness/databases.ts';
import { newBookFolder } from '../_harness/make-books.ts';
import { listAllBooks, waitForTasks } from '../_harness/scans.ts';
import { startServer } from '../_harness/start-server.ts';

const Account = z.strictObject({
  id: z.string(),
  email: z.string(),
  roles: z.array(z.string()),
  sharedAllLibraries: z.boolean(),
  sharedLibrariesIds: z.array(z.string()),
  labelsAllow: z.array(z.string()),
  labelsExclude: z.array(z.string()),
  ageRestriction: z.strictObject({ age: z.int(), restriction: z.enum(['ALLOW_ONLY', 'EXCLUDE']) }).nullable(),
});
const Activity = z.strictObject({
  userId: z.string().nullable(),
  email: z.string().nullable(),
  apiKeyId: z.string().nullable(),
  apiKeyComment: z.string().nullable(),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  success: z.boolean(),
  error: z.string().nullable(),
  dateTime: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  source: z.string().nullable(),
});
const Activities = z.looseObject({ content: z.array(Activity), totalElements: z.int() });
const Key = z.strictObject({
  ...{ id: z.string(), userId: z.string(), key: z.string(), comment: z.string() },
  ...{ createdDate: z.string(), lastModifiedDate: z.string() },
});
const Books = z.looseObject({ content: z.array(z.looseObject({ id: z.string() })), totalElements: z.int() });
const Library = z.looseObject({ id: z.string(), name: z.string(), root: z.string(), scanInterval: z.string() });
const Info = z.strictObject({
  build: z.strictObject({ artifact: z.string(), group: z.string(), name: z.string(), version: z.string() }),
  git: z.looseObject({}),
});

const USERS = '/api/v2/users';
const ROLES = ['PAGE_STREAMING', 'FILE_DOWNLOAD'];

describe.each(databases)('administration through the compatible API on %s', (kind) => {
  it('is of accounts', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    await switchCompatOn(admin);
    const app = new ReaderApp(server, ADMIN);
    const password = 'the same for all';
    const made = await app.post(USERS, { email: 'ada@example.org', password, roles: ROLES }, Account);
    expect(made).toMatchObject({ email: 'ada@example.org', sharedAllLibraries: true });
    expect(made.roles).toEqual(['USER', 'FILE_DOWNLOAD', 'PAGE_STREAMING', 'KOREADER_SYNC']);
    const ada = new ReaderApp(server, basic('ada@example.org', password));
    expect((await ada.fetch(`${USERS}/me`)).status).toBe(200);
    // The first part of the address is taken: the whole of it is the name.
    const other = await app.post(USERS, { email: 'ada@example.com', password }, Account);
    expect((await admin.call('getUser', { params: { id: other.id } })).username).toBe('ada@example.com');
    expect(await app.send('POST', USERS, { email: 'ada@example.com', password })).toBe(409);
    for (const body of [
      { email: 'nobody', password },
      { email: 'bob@example.org', password: 'short' },
      { email: 'bob@example.org', password, roles: ['PAGE_STREAMING'] },
      { email: 'bob@example.org', password, ageRestriction: { age: 12, restriction: 'ONLY' } },
      { email: 'bob@example.org', password, labelsAllow: [' '] },
    ]) {
      expect([body, await app.send('POST', USERS, body)]).toEqual([body, 400]);
    }
    const sharedLibraries = { all: false, libraryIds: [] };
    expect(await app.send('PATCH', `${USERS}/${made.id}`, { roles: [...ROLES, 'ADMIN'] })).toBe(204);
    expect((await admin.call('getUser', { params: { id: made.id } })).role).toBe('admin');
    expect(await app.send('PATCH', `${USERS}/${made.id}`, { roles: ROLES, sharedLibraries })).toBe(204);
    expect(await admin.call('getUser', { params: { id: made.id } })).toMatchObject({ role: 'reader', libraryIds: [] });
    expect(await app.send('PATCH', `${USERS}/${made.id}/password`, { password: 'another than before' })).toBe(204);
    expect((await ada.fetch(`${USERS}/me`)).status).toBe(401);
    await signIn(server, { username: 'ada', password: 'another than before' });
    const age = { age: 12, restriction: 'ALLOW_ONLY' };
    const limits = { labelsAllow: ['Kids'], labelsExclude: ['Adults', 'Horror'], ageRestriction: age };
    expect(await app.send('PATCH', `${USERS}/${made.id}`, limits)).toBe(204);
    const limited = (await app.get(USERS, z.array(Account))).find(({ id }) => id === made.id);
    expect(limited).toMatchObject(limits);
    const limit = async () => (await admin.call('getUser', { params: { id: made.id } })).ageLimit;
    expect(await limit()).toEqual({ maxAge: 12, showsUnrated: false });
    const below = { age: 18, restriction: 'EXCLUDE' };
    expect(await app.send('PATCH', `${USERS}/${made.id}`, { ageRestriction: below })).toBe(204);
    expect(await limit()).toEqual({ maxAge: 17, showsUnrated: true });
    expect((await app.get(USERS, z.array(Account))).find(({ id }) => id === made.id)?.ageRestriction).toEqual(below);
    expect(await app.send('PATCH', `${USERS}/${made.id}`, { ageRestriction: null })).toBe(204);
    expect(await limit()).toBeNull();
    // All of it is one action of the journal: the tags that it made go with the last grant of them.
    const grants = async () => (await admin.call('listUserSharingTags', { params: made })).grants;
    const before = await grants();
    const undo = async (id: string | undefined) => admin.call('undoMetadataAction', { params: { id: id ?? '' } });
    const swap = { labelsAllow: ['New', 'Adults'], labelsExclude: ['Kids'] };
    expect(await app.send('PATCH', `${USERS}/${made.id}`, swap)).toBe(204);
    const [swapped] = (await admin.call('listMetadataActions', {})).data;
    expect(swapped?.changes.map(({ title, field }) => `${title} ${field}`).toSorted()).toEqual([
      ...['Adults grant', 'Horror grant', 'Kids grant', 'New grant', 'New name'],
    ]);
    expect(await undo(swapped?.id)).toMatchObject({ undone: 5, keptCount: 0 });
    expect(await grants()).toEqual(before);
    expect((await admin.call('listSharingTags', { query: { search: 'New' } })).total).toBe(0);
    expect(await app.send('PATCH', `${USERS}/${made.id}`, { labelsAllow: [], labelsExclude: ['Kids'] })).toBe(204);
    expect((await admin.call('listUserSharingTags', { params: made })).grants).toMatchObject([
      { sharingTagName: 'Kids', accessMode: 'deny' },
    ]);
    const all = await app.get(USERS, z.array(Account));
    expect(all.map(({ email }) => email)).toEqual(['ada@example.org', 'ada@example.com', 'admin']);
    const latest = await app.get(`${USERS}/${made.id}/authentication-activity/latest`, Activity);
    expect(latest).toMatchObject({ userId: made.id, email: 'ada@example.org', success: true });
    expect((await app.fetch(`${USERS}/${other.id}/authentication-activity/latest`)).status).toBe(404);

    const everybody = await app.get(`${USERS}/authentication-activity?size=1`, Activities);
    expect(everybody.totalElements).toBeGreaterThan(1);
    expect(everybody.content).toHaveLength(1);

    const reader = new ReaderApp(server, basic('ada', 'another than before'));
    expect((await reader.fetch(`${USERS}/authentication-activity`)).status).toBe(403);
    for (const [method, path] of [
      ['POST', USERS],
      ['PATCH', `${USERS}/${other.id}`],
      ['PATCH', `${USERS}/${other.id}/password`],
      ['DELETE', `${USERS}/${other.id}`],
    ] as const) {
      expect(await reader.send(method, path, {})).toBe(403);
    }
    expect((await reader.fetch(USERS)).status).toBe(403);
    expect(await app.send('DELETE', `${USERS}/${other.id}`)).toBe(204);
    expect(await app.send('DELETE', `${USERS}/${other.id}`)).toBe(404);
    const self = await app.get(`${USERS}/me`, Account);
    expect(await app.send('PATCH', `${USERS}/${self.id}`, { roles: ROLES })).toBe(409);
  });

  it('is of what is one’s own: password, keys, sign-ins', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    await switchCompatOn(admin);
    const app = new ReaderApp(server, ADMIN);
    const { id: userId } = await app.get(`${USERS}/me`, Account);
    const keys = `${USERS}/me/api-keys`;
    const { id, key } = await app.post(keys, { comment: 'Tablet' }, Key);
    const byKey = new ReaderApp(server, { 'x-api-key': key });
    expect((await byKey.fetch(`${USERS}/me`)).status).toBe(200);
    const [listed] = await app.get(keys, z.array(Key));
    expect(listed).toMatchObject({ id, userId, comment: 'Tablet' });
    expect(listed?.key).toMatch(/^svc_[a-z0-9]{8}_\*+$/);
    expect([await app.send('DELETE', `${keys}/${id}`), await app.send('DELETE', `${keys}/${id}`)]).toEqual([204, 404]);
    expect((await new ReaderApp(server, { 'x-api-key': key }).fetch(`${USERS}/me`)).status).toBe(401);
    expect(await app.send('POST', keys, { comment: ' ' })).toBe(400);

    const activity = await app.get(`${USERS}/me/authentication-activity?unpaged=true`, Activities);
    expect(activity.totalElements).toBe(activity.content.length);
    expect(activity.content.every((entry) => entry.userId === userId)).toBe(true);
    expect(activity.content.length).toBeGreaterThan(1);

    // A session alone changes no password, and a page of another site none at all.
    const cookiesOnly = app.withCookies();
    const place = `${USERS}/me/password`;
    const bare = { password: 'another than before' };
    const body = { ...bare, currentPassword: 'correct horse battery' };
    expect(await cookiesOnly.send('PATCH', place, bare)).toBe(400);
    expect(await cookiesOnly.send('PATCH', place, { ...bare, currentPassword: 'a wrong one' })).toBe(400);
    for (const headers of [{ origin: 'https://elsewhere.example' }, { 'sec-fetch-site': 'cross-site' }]) {
      expect(await app.withCookies(headers).send('PATCH', place, body)).toBe(401);
    }
    const other = new ReaderApp(server, { ...ADMIN, 'user-agent': 'Another' });
    await other.fetch(`${USERS}/me`);
    const otherOnly = other.withCookies({ 'user-agent': 'Another' });
    expect(await cookiesOnly.send('PATCH', place, body)).toBe(204);
    expect((await cookiesOnly.fetch(`${USERS}/me`)).status).toBe(200);
    expect((await otherOnly.fetch(`${USERS}/me`)).status).toBe(401);
    const present = basic('admin', body.password);
    const withPassword = new ReaderApp(server, present);
    expect(await new ReaderApp(server, ADMIN).send('PATCH', place, { password: 'yet another one' })).toBe(401);
    expect(await withPassword.send('PATCH', place, { password: 'yet another one' })).toBe(204);
    const admin2 = await signIn(server, { username: 'admin', password: 'yet another one' });
    const made2 = await admin2.call('createApiKey', { body: { name: 'App' } });
    const keyApp = new ReaderApp(server, { 'x-api-key': made2.key });
    await keyApp.fetch(`${USERS}/me`);
    expect([await keyApp.send('PATCH', place, bare), await keyApp.withCookies().send('PATCH', place, bare)]).toEqual([
      ...[400, 400],
    ]);
  });

  it('is of libraries', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    await switchCompatOn(admin);
    using folder = newBookFolder();
    for (const name of ['Saga 1', 'Saga 1 again']) await folder.addComic(`Saga/${name}.cbz`);
    const app = new ReaderApp(server, ADMIN);
    const LIBRARIES = '/api/v1/libraries';
    const wanted = {
      ...{ name: 'Comics', root: folder.path, scanInterval: 'EVERY_6H', scanOnStartup: true, scanPdf: false },
      ...{ scanCbx: true, scanEpub: true, emptyTrashAfterScan: true, hashPages: true, seriesCover: 'LAST' },
      ...{ scanDirectoryExclusions: ['#recycle', '@eaDir'], convertToCbz: false, repairExtensions: false },
      ...{ oneshotsDirectory: null, importComicInfoBook: true, importBarcodeIsbn: true },
    };
    const { id, ...made } = await app.post(LIBRARIES, wanted, Library);
    expect(made).toMatchObject({
      ...{ name: 'Comics', root: folder.path, scanInterval: 'EVERY_6H', scanOnStartup: true, scanPdf: false },
      ...{ scanCbx: true, scanEpub: true, emptyTrashAfterScan: true, scanDirectoryExclusions: ['#recycle', '@eaDir'] },
      // as it is here, whatever was asked for
      ...{ hashPages: false, seriesCover: 'FIRST', importBarcodeIsbn: false },
    });
    await waitForTasks(admin);
    const books = await listAllBooks(admin);
    expect(books).toHaveLength(2);
    await admin.call('scanDuplicates', {});
    await waitForTasks(admin);
    const twice = await app.get('/api/v1/books/duplicates', Books);
    expect(twice.totalElements).toBe(2);
    expect(twice.content.map((book) => book.id).toSorted()).toEqual(books.map((book) => book.id).toSorted());
    expect((await app.get('/api/v1/books/duplicates?page=1&size=1', Books)).content).toEqual([twice.content[1]]);
    const at = `${LIBRARIES}/${id}`;
    expect(await app.send('PATCH', at, { name: 'Others', root: null, scanInterval: 'DISABLED', scanEpub: false })).toBe(
      204,
    );
    expect(await app.get(at, Library)).toMatchObject({
      ...{ name: 'Others', scanInterval: 'DISABLED', scanEpub: false, scanPdf: false, scanCbx: true },
      ...{ scanOnStartup: true, emptyTrashAfterScan: true },
    });
    for (const body of [
      { convertToCbz: true },
      { scanCbx: false },
      { oneshotsDirectory: '_one' },
      { scanInterval: '1' },
    ]) {
      expect([body, await app.send('PATCH', at, body)]).toEqual([body, 400]);
    }
    expect(await app.send('POST', LIBRARIES, { name: 'Twice', root: folder.path })).toBe(409);
    expect(await app.send('POST', LIBRARIES, { name: 'Nowhere', root: folder.at('nothing') })).toBe(400);
    const deeds = ['scan', 'scan?deep=true', 'analyze', 'metadata/refresh', 'empty-trash'];
    for (const deed of deeds) expect([deed, await app.send('POST', `${at}/${deed}`)]).toEqual([deed, 202]);
    await waitForTasks(admin);
    expect(await app.send('PUT', '/api/v1/books/thumbnails')).toBe(202);
    await waitForTasks(admin);

    const password = 'the same for all';
    await admin.call('createUser', { body: { username: 'reader', password, role: 'reader' } });
    const reader = new ReaderApp(server, basic('reader', password));
    for (const deed of deeds) expect(await reader.send('POST', `${at}/${deed}`)).toBe(403);
    expect([await reader.send('PATCH', at, { name: 'Mine' }), await reader.send('DELETE', at)]).toEqual([403, 403]);
    expect((await reader.get(at, Library)).root).toBe('');
    expect((await reader.fetch('/actuator/info')).status).toBe(403);
    expect((await app.get('/actuator/info', Info)).build.version).toBe(server.context.version);
    expect(await app.send('DELETE', at)).toBe(204);
    expect((await expectRefusal(admin.call('getLibrary', { params: { id } }))).status).toBe(404);
    // What apps show of servers that this one has nothing like.
    for (const path of ['/api/v1/announcements', '/api/v1/releases', '/api/v1/page-hashes', '/actuator/metrics/jvm']) {
      expect((await app.fetch(path)).status).toBe(404);
    }
  });
});
