import { buildAddress, type AccessMode, type AgeLimit, type RouteName } from '@lectern/contract';
import { randomUUIDv7 } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyIndexChanges } from '#core/catalog/search/apply-index-changes.ts';
import { seriesEvent } from '#events/entity-events.ts';
import { type Client, setupAdmin, signIn } from '../_harness/client.ts';
import { COMPAT, switchCompatOn } from '../_harness/compat.ts';
import { type DatabaseKind, databases } from '../_harness/databases.ts';
import { openEventStream } from '../_harness/event-stream.ts';
import { newShelf, type Shelf } from '../_harness/shelf.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';
import { casesToTry } from '../_harness/test-length.ts';

const PASSWORD = 'the password of all';
const SERIES = 10;
const TAGS = ['Adults', 'Kids', 'Staff'] as const;

/** In every title, and in the name of who wrote the book. */
const nameSeries = (index: number): string => `Tale${String.fromCodePoint(97 + index)}end`;
const TOKEN = /Tale[a-z]end/g;

// What limits a person, by the indexes of libraries and tags.

interface Rights {
  /** Null for all. */
  readonly libraries: readonly number[] | null;
  readonly grants: readonly (AccessMode | null)[];
  readonly age: AgeLimit | null;
}

interface Person extends Rights {
  readonly groups: readonly Rights[];
}

interface Marks {
  readonly library: number;
  readonly tags: readonly number[];
  readonly age: number | null;
}

const AGES = [0, 6, 12, 16, 18];
const ageLimit = fc.record({ maxAge: fc.constantFrom(...AGES), showsUnrated: fc.boolean() });
const mode = fc.constantFrom<(AccessMode | null)[]>(null, null, 'allow', 'deny');
const rights: fc.Arbitrary<Rights> = fc.record({
  libraries: fc.option(fc.subarray([0, 1]), { freq: 2 }),
  grants: fc.tuple(mode, mode, mode),
  age: fc.option(ageLimit, { freq: 2 }),
});
const person: fc.Arbitrary<Person> = fc
  .record({ own: rights, groups: fc.array(rights, { maxLength: 2 }) })
  .map(({ own, groups }) => ({ ...own, groups }));
const catalog = fc.array(
  fc.record({ tags: fc.subarray([0, 1, 2]), age: fc.option(fc.constantFrom(...AGES), { freq: 3 }) }),
  { minLength: SERIES, maxLength: SERIES },
);

/** The plain model: what a person may see. */
function sees({ groups, ...own }: Person, { library, tags, age }: Marks): boolean {
  const all = [own, ...groups];
  const modes = (index: number) => all.map(({ grants }) => grants[index]);
  if (!all.some(({ libraries }) => libraries === null || libraries.includes(library))) return false;
  if (tags.some((index) => modes(index).includes('deny'))) return false;
  const isPicky = TAGS.some((_, index) => modes(index).includes('allow'));
  if (isPicky && !tags.some((index) => modes(index).includes('allow'))) return false;
  return all.every((one) => one.age === null || (age === null ? one.age.showsUnrated : age <= one.age.maxAge));
}

async function addBook({ context }: TestServer, shelf: Shelf, seriesId: string, title: string) {
  const bookId = await shelf.addBook(seriesId, title);
  await context.db.transaction(async (tx) => {
    const authors = JSON.stringify([{ name: `Writer of ${title}`, role: 'writer', sortName: null }]);
    const blank = { awards: '[]', locks: '[]', embedded: '{}', createdAt: 0, updatedAt: 0 };
    await tx.write
      .insertInto('bookMetadata')
      .values({ id: randomUUIDv7(), bookId, publisher: `House of ${title}`, authors, ...blank })
      .execute();
  });
  return bookId;
}

async function openWorld(kind: DatabaseKind) {
  await using opened = new AsyncDisposableStack();
  const server = opened.use(await startServer(kind));
  const admin = await setupAdmin(server);
  await switchCompatOn(admin);
  const shelves = [await newShelf(server, { name: 'One' }), await newShelf(server, { name: 'Two' })];
  const series: { readonly id: string; readonly bookId: string; readonly library: number; readonly name: string }[] =
    [];
  for (let index = 0; index < SERIES; index += 1) {
    const [library, name] = [index % 2, nameSeries(index)];
    const shelf = shelves[library];
    if (shelf === undefined) throw new Error('Expected two libraries');
    const id = await shelf.addSeries(name);
    series.push({ id, name, library, bookId: await addBook(server, shelf, id, name) });
  }
  while (await applyIndexChanges(server.context, 100));
  const tagIds: string[] = [];
  for (const name of TAGS) tagIds.push((await admin.call('createSharingTag', { body: { name } })).id);
  const account = { username: 'reader', password: PASSWORD };
  const { id: userId } = await admin.call('createUser', { body: account });
  const reader = await signIn(server, account);
  for (const { id, bookId } of series) {
    await reader.call('saveProgress', { params: { id: bookId }, body: { currentPage: 2 } });
    await reader.call('addWantToRead', { body: { seriesId: id } });
  }
  const all = { name: 'All of it', seriesIds: series.map(({ id }) => id), bookIds: series.map(({ bookId }) => bookId) };
  const { id: collectionId } = await admin.call('createCollection', { body: all });
  const { id: readListId } = await admin.call('createReadList', { body: all });
  const libraryIds = shelves.map(({ libraryId }) => libraryId);
  const owned = opened.move();
  return {
    ...{ server, admin, reader, userId, series, tagIds, libraryIds, collectionId, readListId },
    [Symbol.asyncDispose]: async () => owned.disposeAsync(),
  };
}

type World = Awaited<ReturnType<typeof openWorld>>;

function pickIds(ids: readonly string[], indexes: readonly number[] | null): string[] | null {
  return indexes === null ? null : indexes.map((index) => ids[index] ?? '');
}

async function applyCatalog({ admin, series, tagIds }: World, marks: readonly Omit<Marks, 'library'>[]) {
  for (const [index, { id }] of series.entries()) {
    const { tags = [], age = null } = marks[index] ?? {};
    await admin.call('updateSeriesMetadata', { params: { id }, body: { ageRating: age } });
    const sharingTagIds = tags.map((tag) => tagIds[tag] ?? '');
    await admin.call('replaceSeriesSharingTags', { params: { id }, body: { sharingTagIds } });
  }
}

async function applyPerson({ admin, userId, tagIds, libraryIds }: World, { groups, ...own }: Person) {
  const params = { id: userId };
  for (const { id } of await admin.call('listAccessGroups', {}))
    await admin.call('deleteAccessGroup', { params: { id } });
  const { grants } = await admin.call('listUserSharingTags', { params });
  for (const { sharingTagId } of grants) {
    await admin.call('removeUserSharingTag', { params: { ...params, tagId: sharingTagId } });
  }
  await admin.call('updateUser', {
    params,
    body: { libraryIds: pickIds(libraryIds, own.libraries), ageLimit: own.age },
  });
  for (const [index, accessMode] of own.grants.entries()) {
    const sharingTagId = tagIds[index] ?? '';
    if (accessMode !== null) await admin.call('setUserSharingTag', { params, body: { sharingTagId, accessMode } });
  }
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

/** Titles in an answer. */
async function readTokens(client: Client, path: string, body?: object): Promise<string[]> {
  const headers = { 'content-type': 'application/json' };
  const init = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) };
  const answer = await client.fetch(path, init);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${String(answer.status)} ${text}`);
  return [...new Set(text.match(TOKEN) ?? [])].toSorted();
}

const LISTS: readonly RouteName[] = [
  ...(['listSeries', 'listBooks', 'listRecentlyAddedSeries', 'listRecentlyUpdatedSeries'] as const),
  ...(['listRecentlyAddedBooks', 'listBooksInProgress', 'listSeriesInProgress', 'listRecentlyReadBooks'] as const),
  ...(['listWantToRead', 'listPeople', 'listPublishers', 'listAuthorShelves'] as const),
];

/** Lists that name every series that is seen, or a book or a person of it. */
function listDoors({ collectionId, readListId }: World): [path: string, body?: object][] {
  const query = { pageSize: '50' };
  return [
    ...LISTS.map((name): [string] => [buildAddress('', name, {}, query)]),
    [buildAddress('', 'search', {}, { q: 'Tale', limit: '50' })],
    [
      buildAddress('', 'listFilteredSeries', {}, query),
      { condition: { name: { operator: 'contains', value: 'Tale' } } },
    ],
    [buildAddress('', 'listFilteredBooks', {}, query), { condition: { allOf: [] } }],
    [buildAddress('', 'searchSeries', {}), { query: 'Tale' }],
    [buildAddress('', 'listCollectionSeries', { id: collectionId }, query)],
    [buildAddress('', 'listReadListBooks', { id: readListId }, query)],
    ...['series', 'books'].flatMap((of): [string][] => [
      [`/opds/v1.2/${of}?pageSize=50`],
      [`/opds/v2/${of}?pageSize=50`],
      [`${COMPAT}/api/v1/${of}?unpaged=true`],
    ]),
  ];
}

/** Addresses of one series and of its book. */
function itemDoors({ id, bookId }: World['series'][number]): string[] {
  return [
    ...(['getSeries', 'listSeriesBooks', 'getSeriesThumbnail', 'getSeriesMetadata'] as const).map((name) =>
      buildAddress('', name, { id }),
    ),
    ...(['getBook', 'getBookThumbnail', 'getProgress', 'listBookPages'] as const).map((name) =>
      buildAddress('', name, { id: bookId }),
    ),
    `${COMPAT}/api/v1/series/${id}`,
    `${COMPAT}/api/v1/books/${bookId}`,
    `/opds/v1.2/series/${id}`,
    `/opds/v2/series/${id}`,
  ];
}

async function checkDoors(world: World, seen: readonly string[]): Promise<void> {
  const { reader, series, collectionId, readListId } = world;
  for (const [path, body] of listDoors(world)) {
    // A list of which nothing is seen is itself hidden.
    const isGone = seen.length === 0 && (path.includes(collectionId) || path.includes(readListId));
    if (isGone) expect([path, (await reader.fetch(path)).status]).toEqual([path, 404]);
    else expect([path, await readTokens(reader, path, body)]).toEqual([path, seen]);
  }
  for (const one of series) {
    for (const path of itemDoors(one)) {
      const { status } = await reader.fetch(path);
      expect([one.name, path, status]).toEqual([one.name, path, seen.includes(one.name) ? 200 : 404]);
    }
  }
}

async function checkCounts({ reader, collectionId, readListId, admin, userId }: World, seen: readonly string[]) {
  const { total } = await reader.call('listProgress', {});
  const { progressCount } = await admin.call('getUser', { params: { id: userId } });
  expect([total, progressCount]).toEqual([seen.length, SERIES]);
  if (seen.length === 0) return;
  const { seriesCount } = await reader.call('getCollection', { params: { id: collectionId } });
  const { bookCount } = await reader.call('getReadList', { params: { id: readListId } });
  expect([seriesCount, bookCount]).toEqual([seen.length, seen.length]);
}

async function checkEvents({ server, reader, series, libraryIds }: World, seen: readonly string[]): Promise<void> {
  const stream = await openEventStream(reader, '/api/v1/events/stream');
  for (const { id, library } of series) {
    server.context.events.emit(seriesEvent('series_updated', { id, libraryId: libraryIds[library] ?? '' }, ['year']));
  }
  server.context.events.emitPersonal({ type: 'want_to_read_updated', user_id: 'x', timestamp: '' });
  const { id: userId } = await reader.call('getCurrentUser', {});
  server.context.events.emitPersonal({ type: 'want_to_read_updated', user_id: userId, timestamp: 'the end' });
  const told = await stream.until('the end');
  await stream.close();
  const heard = series.filter(({ id }) => told.includes(id)).map(({ name }) => name);
  expect(heard).toEqual(seen);
}

describe.each(databases)('what a person may see on %s', (kind) => {
  it('is the same at every door, and what a plain model says', async () => {
    await using world = await openWorld(kind);
    const whole = world.series.map(({ name }) => name);
    await checkDoors(world, whole);
    await fc.assert(
      fc.asyncProperty(catalog, fc.array(person, { minLength: 1, maxLength: 3 }), async (marks, people) => {
        await applyCatalog(world, marks);
        for (const one of people) {
          await applyPerson(world, one);
          const seen = world.series.flatMap(({ name, library }, index) => {
            const { tags = [], age = null } = marks[index] ?? {};
            return sees(one, { library, tags, age }) ? [name] : [];
          });
          await checkDoors(world, seen);
          await checkCounts(world, seen);
          await checkEvents(world, seen);
        }
      }),
      { ...casesToTry(6), endOnFailure: true },
    );
  });
});
