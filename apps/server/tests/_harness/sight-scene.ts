import { randomUUIDv7 } from 'node:crypto';
import { applyIndexChanges } from '#core/catalog/search/apply-index-changes.ts';
import { EVERY_AGE } from '#core/settings/definitions.ts';
import { addAccount, enterAs } from './add-account.ts';
import { type Client, createClient, setupAdmin } from './client.ts';
import { basic, switchCompatOn } from './compat.ts';
import { runEach } from './contract-asks.ts';
import type { DatabaseKind } from './databases.ts';
import { enterAsGuest } from './enter-as-guest.ts';
import { koreaderHeaders, md5, type SyncDevice, syncDevice } from './koreader.ts';
import { openNoticeReceiver, openToReceivers } from './notice-receiver.ts';
import { type Opened, openShare } from './open-share.ts';
import { newShelf, type Shelf } from './shelf.ts';
import {
  type Account,
  type Kind,
  type Marks,
  OWN_ROLES,
  type OwnRole,
  type Person,
  type Rights,
  ROLE_NAMES,
  TAGS,
} from './sight-model.ts';
import { startServer, type TestServer } from './start-server.ts';

/** Series of the catalog. */
export const SERIES = 10;

/** In every title, and in every name of its book. */
const nameSeries = (index: number): string => `Tale${String.fromCodePoint(97 + index)}end`;

/** A series of the scene, and its only book. */
export interface SceneSeries {
  readonly id: string;
  readonly bookId: string;
  /** Index of its library. */
  readonly library: number;
  readonly name: string;
}

/** A way in of one person, with what it opens. */
export interface Face {
  readonly name: string;
  readonly client: Pick<Client, 'fetch' | 'call'>;
  /** Whether the dialect of Komga lets it in. */
  readonly opensApps: boolean;
}

function clientWith({ url }: TestServer, headers: Readonly<Record<string, string>>): Client {
  const client = createClient({ url });
  return {
    ...client,
    fetch: async (path, init = {}) =>
      fetch(url + path, { ...init, headers: { ...headers, ...(init.headers as object) } }),
  };
}

async function addBook({ context }: TestServer, shelf: Shelf, seriesId: string, title: string): Promise<string> {
  const bookId = await shelf.addBook(seriesId, title, { koreaderHash: md5(title) });
  await context.db.transaction(async (tx) => {
    const authors = JSON.stringify([{ name: `Writer of ${title}`, role: 'writer', sortName: null }]);
    const embedded = JSON.stringify({ characters: [`Hero of ${title}`], teams: [`Team of ${title}`] });
    const blank = { awards: '[]', locks: '[]', createdAt: 0, updatedAt: 0 };
    await tx.write
      .insertInto('bookMetadata')
      .values({ id: randomUUIDv7(), bookId, publisher: `House of ${title}`, authors, embedded, ...blank })
      .execute();
  });
  return bookId;
}

async function fill(server: TestServer, admin: Client, shelves: readonly Shelf[]): Promise<SceneSeries[]> {
  const series: SceneSeries[] = [];
  for (let index = 0; index < SERIES; index += 1) {
    const [library, name] = [index % 2, nameSeries(index)];
    const shelf = shelves[library];
    if (shelf === undefined) throw new Error('Expected two libraries');
    const id = await shelf.addSeries(name);
    series.push({ id, name, library, bookId: await addBook(server, shelf, id, name) });
  }
  const { id: sourceId } = await admin.call('createReleaseSource', { body: { displayName: 'Feed', kind: 'api-feed' } });
  const releases = series.map(({ id, name }) => ({
    ...{ seriesId: id, externalReleaseId: name, payloadUrl: `https://feeds.example/${name}`, language: 'en' },
  }));
  await admin.call('pushReleases', { params: { id: sourceId }, body: { releases } });
  for (const { id, bookId, name } of series) {
    await admin.call('addBookGenre', { params: { id: bookId }, body: { name: `Genre of ${name}` } });
    await admin.call('addSeriesTag', { params: { id }, body: { name: `Tag of ${name}` } });
    await admin.call('putSeriesExternalId', { params: { id }, body: { source: 'shelf', externalId: name } });
    await admin.call('createAlternateTitle', { params: { id }, body: { label: 'Original', title: `Old ${name}` } });
  }
  while (await applyIndexChanges(server.context, 100));
  return series;
}

/** Reads in every book, and wants, rates and follows every series. */
async function leaveTraces(client: Client, series: readonly SceneSeries[]): Promise<void> {
  await runEach(series, async ({ id, bookId }) => {
    await client.call('saveProgress', { params: { id: bookId }, body: { currentPage: 2 } });
    await client.call('addWantToRead', { body: { seriesId: id } });
    await client.call('saveRating', { params: { id }, body: { rating: 90 } });
    await client.call('followSeries', { params: { id } });
  });
}

async function shareAll(
  server: TestServer,
  { maker, audience, session }: { maker: Client; audience: 'accounts' | 'anyone'; session?: string | undefined },
  series: readonly SceneSeries[],
): Promise<Opened[]> {
  const links: Opened[] = [];
  for (const { bookId } of series) {
    const { url } = await maker.call('createShare', { body: { kind: 'book', targetId: bookId, audience } });
    links.push(await openShare(server, url.split('#')[1] ?? '', session));
  }
  return links;
}

async function setUp(admin: Client, settings: Readonly<Record<string, string>>): Promise<void> {
  await switchCompatOn(admin);
  for (const [key, value] of Object.entries(settings)) {
    await admin.call('updateSetting', { params: { key }, body: { value } });
  }
}

const PERMISSIONS = [
  ...(['LibrariesWrite', 'SeriesWrite', 'BooksWrite', 'SeriesDelete', 'BooksDelete'] as const),
  ...(['TasksRead', 'TasksWrite', 'SystemHealth', 'UsersRead'] as const),
];

interface Scene {
  readonly server: TestServer;
  readonly admin: Client;
  readonly series: readonly SceneSeries[];
}

/** An account that may do most, by all ways in to it. */
async function addGrown(scene: Scene, username: string) {
  const { server, admin, series } = scene;
  const { id: adminId } = await admin.call('getCurrentUser', {});
  const { id, account, client } = await addAccount(scene, username, { permissions: [...PERMISSIONS] });
  await leaveTraces(client, series);
  const viewer = await enterAs(server, adminId);
  await viewer.call('beginAccountView', { params: { id } });
  const { key } = await client.call('createApiKey', { body: { name: 'Everything' } });
  const faces: readonly Face[] = [
    { name: 'a session', client, opensApps: true },
    { name: 'a key', client: createClient(server, key), opensApps: true },
    { name: 'an app', client: clientWith(server, basic(account.username, account.password)), opensApps: true },
    { name: 'an admin who looks', client: viewer, opensApps: false },
  ];
  return { id, adminId, username, client, key, faces };
}

/** A session of a parent in which a child profile is open. */
async function addChild({ server, series }: Scene, { id: parentId, adminId, client }: Grown) {
  const child = await enterAs(server, parentId);
  const profile = await client.call('createChildProfile', { body: { name: 'Mia' } });
  await child.call('openChildProfile', { params: profile });
  await leaveTraces(child, series);
  const viewer = await enterAs(server, adminId);
  await viewer.call('beginAccountView', { params: profile });
  const faces: readonly Face[] = [
    { name: 'a session of the parent', client: child, opensApps: false },
    { name: 'an admin who looks', client: viewer, opensApps: false },
  ];
  return { id: profile.id, client: child, faces };
}

type Grown = Awaited<ReturnType<typeof addGrown>>;

/** An account that left traces while it could, before it got the role. */
async function addMember(scene: Scene, role: OwnRole) {
  const member = await addGrown(scene, role);
  const body = { name: role, permissions: [...OWN_ROLES[role]] };
  const { id: customRoleId } = await scene.admin.call('createRole', { body });
  await scene.admin.call('updateUser', { params: member, body: { permissions: [], customRoleId } });
  return [role, member] as const;
}

async function addPeople(scene: Scene, guestLibrary: string) {
  const { server, admin } = scene;
  const reader = await addGrown(scene, 'reader');
  const child = await addChild(scene, reader);
  const members = await Promise.all(ROLE_NAMES.map(async (role) => addMember(scene, role)));
  await admin.call('updateSetting', { params: { key: 'guests.library' }, body: { value: guestLibrary } });
  const guest: Face = { name: 'a browser', client: await enterAsGuest(server), opensApps: true };
  const ofMembers = <Value>(read: (member: Grown) => Value) =>
    Object.fromEntries(members.map(([role, member]) => [role, read(member)])) as Record<OwnRole, Value>;
  const faces: Readonly<Record<Kind, readonly Face[]>> = {
    ...{ grown: reader.faces, child: child.faces, guest: [guest] },
    ...ofMembers((member) => member.faces),
  };
  /** Accounts that rights are given to; a child profile is within that of its parent. */
  const accounts: Readonly<Record<Exclude<Kind, 'guest'>, string>> = {
    ...{ grown: reader.id, child: reader.id },
    ...ofMembers(({ id }) => id),
  };
  const device: SyncDevice = syncDevice(server, koreaderHeaders(reader.username, reader.key));
  return { userId: reader.id, childId: child.id, reader: reader.client, child: child.client, accounts, faces, device };
}

/** A server with a catalog that the rights of a person and the marks of series divide, and all ways in to it. */
export async function openSightScene(kind: DatabaseKind) {
  await using opened = new AsyncDisposableStack();
  const receiver = opened.use(await openNoticeReceiver());
  const server = opened.use(await startServer(kind, { config: { 'releases.private_networks': 'loopback' } }));
  openToReceivers(server.context);
  const admin = await setupAdmin(server);
  await setUp(admin, { 'sharing.links': 'anyone', 'notifications.quiet_seconds': '0' });
  const shelves = [await newShelf(server, { name: 'One' }), await newShelf(server, { name: 'Two' })];
  const series = await fill(server, admin, shelves);
  const tagIds: string[] = [];
  for (const name of TAGS) tagIds.push((await admin.call('createSharingTag', { body: { name } })).id);
  const people = await addPeople({ server, admin, series }, shelves[0]?.libraryId ?? '');
  // A child profile has no notices.
  const url = `${receiver.url}/reader`;
  const target = { name: 'Mine', type: 'webhook', url, secret: 'a signing secret of a test', kinds: ['new_books'] };
  await people.reader.call('createOwnNoticeTarget', { body: target as never });
  for (const { name } of series) await people.device.put(md5(name), { progress: '3', percentage: 0.3 });
  const links = {
    byReader: await shareAll(server, { maker: people.reader, audience: 'anyone' }, series),
    toReader: await shareAll(server, { maker: admin, audience: 'accounts', session: people.reader.token }, series),
    toChild: await shareAll(server, { maker: admin, audience: 'accounts', session: people.child.token }, series),
  };
  const all = { name: 'All of it', seriesIds: series.map(({ id }) => id), bookIds: series.map(({ bookId }) => bookId) };
  const { id: collectionId } = await admin.call('createCollection', { body: all });
  const { id: readListId } = await admin.call('createReadList', { body: all });
  const owned = opened.move();
  return {
    ...{ server, admin, receiver, series, tagIds, collectionId, readListId, links, ...people },
    libraryIds: shelves.map(({ libraryId }) => libraryId),
    [Symbol.asyncDispose]: async () => owned.disposeAsync(),
  };
}

export type SightScene = Awaited<ReturnType<typeof openSightScene>>;

function pickIds(ids: readonly string[], indexes: readonly number[] | null): string[] | null {
  return indexes === null ? null : indexes.map((index) => ids[index] ?? '');
}

/** Gives every series its tags and age. */
export async function applyCatalog({ admin, series, tagIds }: SightScene, marks: readonly Omit<Marks, 'library'>[]) {
  await runEach([...series.entries()], async ([index, { id }]) => {
    const { tags = [], age = null } = marks[index] ?? {};
    await admin.call('updateSeriesMetadata', { params: { id }, body: { ageRating: age } });
    const sharingTagIds = tags.map((tag) => tagIds[tag] ?? '');
    await admin.call('replaceSeriesSharingTags', { params: { id }, body: { sharingTagIds } });
  });
}

async function applyRights({ admin, tagIds, libraryIds }: SightScene, id: string, rights: Rights): Promise<void> {
  const params = { id };
  const { grants } = await admin.call('listUserSharingTags', { params });
  for (const { sharingTagId } of grants) {
    await admin.call('removeUserSharingTag', { params: { ...params, tagId: sharingTagId } });
  }
  const body = { libraryIds: pickIds(libraryIds, rights.libraries), ageLimit: rights.age };
  await admin.call('updateUser', { params, body });
  for (const [index, accessMode] of rights.grants.entries()) {
    const sharingTagId = tagIds[index] ?? '';
    if (accessMode !== null) await admin.call('setUserSharingTag', { params, body: { sharingTagId, accessMode } });
  }
}

async function applyGroups(scene: SightScene, userId: string, { groups }: Account): Promise<void> {
  const { admin, tagIds, libraryIds } = scene;
  for (const { id } of await admin.call('listAccessGroups', {}))
    await admin.call('deleteAccessGroup', { params: { id } });
  for (const [index, group] of groups.entries()) {
    const body = { name: `Group ${String(index)}`, libraryIds: pickIds(libraryIds, group.libraries) };
    const made = await admin.call('createAccessGroup', { body: { ...body, ageLimit: group.age } });
    // The person is in it before it limits, so that each change must reach them.
    await admin.call('addAccessGroupMembers', { params: made, body: { userIds: [userId] } });
    for (const [tag, accessMode] of group.grants.entries()) {
      const sharingTagId = tagIds[tag] ?? '';
      if (accessMode !== null)
        await admin.call('setAccessGroupGrant', { params: made, body: { sharingTagId, accessMode } });
    }
  }
}

/** Lets guests into a library, up to an age. */
async function applyGuest({ admin, libraryIds }: SightScene, { libraries, age }: Rights): Promise<void> {
  const [library = ''] = pickIds(libraryIds, libraries) ?? [];
  const { maxAge, showsUnrated } = age ?? { maxAge: EVERY_AGE, showsUnrated: false };
  const settings = { library, max_age: maxAge, shows_unrated: showsUnrated };
  for (const [key, value] of Object.entries(settings)) {
    await admin.call('updateSetting', { params: { key: `guests.${key}` }, body: { value } });
  }
}

/** Gives the account its rights and groups, and the child profile its own; or guests theirs. */
export async function applyPerson(scene: SightScene, { kind, account, child }: Person): Promise<void> {
  if (kind === 'guest') {
    await applyGuest(scene, account.own);
    return;
  }
  const userId = scene.accounts[kind];
  await applyRights(scene, userId, account.own);
  if (child !== null) await applyRights(scene, scene.childId, child);
  await applyGroups(scene, userId, account);
}
