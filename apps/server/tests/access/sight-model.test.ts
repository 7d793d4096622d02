import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeNewBooks } from '#core/activities/notices/write-causes.ts';
import { seriesEvent } from '#events/entity-events.ts';
import { runEach } from '../_harness/contract-asks.ts';
import { type DatabaseKind, databases } from '../_harness/databases.ts';
import { openEventStream } from '../_harness/event-stream.ts';
import { md5 } from '../_harness/koreader.ts';
import { until, waitForTasks } from '../_harness/scans.ts';
import { askAt, type Door, itemDoors, listDoors, NO_SERIES, plainly, readTokens } from '../_harness/sight-doors.ts';
import {
  drawCatalog,
  isLetThrough,
  type Kind,
  type Marks,
  type Person,
  people,
  sees,
  seesLibrary,
} from '../_harness/sight-model.ts';
import {
  applyCatalog,
  applyPerson,
  type Face,
  openSightScene,
  type SceneSeries,
  SERIES,
  type SightScene,
} from '../_harness/sight-scene.ts';
import { casesToTry } from '../_harness/test-length.ts';

/** The journal shows its newest entries only. */
const NEWEST_ONLY = /metadata\/actions/;
/** Each series is asked for one by one for every so many persons. */
const ITEMS_EVERY = 5;

/** Doors, sorted by what they told while nothing was hidden. */
interface Known {
  /** They named every series, so they name every series that is seen. */
  readonly whole: readonly Door[];
  /** They named some or none, and never name one that is hidden. */
  readonly part: readonly Door[];
  /** Indexes of doors of a series and its book that answered. */
  readonly items: ReadonlySet<number>;
}

function ownLists({ collectionId, readListId }: SightScene): Door[] {
  const paths = [
    ...[`/api/v1/collections/${collectionId}/series`, `/api/v1/readlists/${readListId}/books`],
    ...['/opds/v1.2', '/opds/v2'].flatMap((root) => [
      `${root}/collections/${collectionId}`,
      `${root}/readlists/${readListId}`,
    ]),
    ...[`/komga/api/v1/collections/${collectionId}/series`, `/komga/api/v1/readlists/${readListId}/books`],
  ];
  return paths.map((path) => ({ path: `${path}?pageSize=50&unpaged=true`, isForApps: path.startsWith('/komga') }));
}

/**
 * Asks at every door while nothing is hidden.
 * @param names of all series that a person may see at most
 */
async function learn(scene: SightScene, { client, opensApps }: Face, names: readonly string[]): Promise<Known> {
  const known = { whole: [] as Door[], part: [] as Door[], items: new Set<number>() };
  const doors = [...listDoors(), ...ownLists(scene)].filter((door) => opensApps || !door.isForApps);
  await runEach(doors, async (door) => {
    const { status, text } = await askAt(client, door);
    if (status >= 500) throw new Error(`${door.path}: ${String(status)} ${text}`);
    if (status !== 200) return;
    const isWhole = readTokens(text).length === names.length && !NEWEST_ONLY.test(door.path);
    (isWhole ? known.whole : known.part).push(door);
  });
  const [first] = scene.series;
  if (first === undefined) throw new Error('Expected series');
  await runEach([...itemDoors(toNamed(first)).entries()], async ([index, door]) => {
    if (!opensApps && door.isForApps) return;
    if ((await askAt(client, door)).status === 200) known.items.add(index);
  });
  return known;
}

function toNamed({ id, bookId }: SceneSeries) {
  return { seriesId: id, bookId };
}

/** What a person sees, as the model says. */
interface Expected {
  /** Differences: one run tells of all of them. */
  readonly faults: string[];
  readonly person: Person;
  /** Names of series. */
  readonly seen: readonly string[];
  readonly marks: readonly Marks[];
  /** How many persons there were before. */
  readonly turn: number;
}

function compare({ faults, person: one }: Expected, about: readonly unknown[], found: unknown, wanted: unknown): void {
  const [is, should] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (is === should) return;
  faults.push(`${JSON.stringify([...about, one]).slice(0, 500)}: ${is.slice(0, 400)}, not ${should.slice(0, 400)}`);
}

async function checkLists(scene: SightScene, face: Face, known: Known, expected: Expected): Promise<void> {
  const { seen } = expected;
  const { collectionId, readListId } = scene;
  const doors = [...known.whole, ...known.part].filter((door) => face.opensApps || !door.isForApps);
  const wholes = new Set(known.whole);
  await runEach(doors, async (door) => {
    const { status, text } = await askAt(face.client, door);
    // A list of which nothing is seen is itself hidden.
    const isGone = seen.length === 0 && (door.path.includes(collectionId) || door.path.includes(readListId));
    const told = readTokens(text);
    const wanted = wholes.has(door) ? seen : told.filter((name) => seen.includes(name));
    // Some own things are refused to those who look.
    const wantedStatus = isGone ? 404 : wholes.has(door) ? 200 : status;
    compare(expected, [face.name, door.path], [status, told], [wantedStatus, isGone ? [] : wanted]);
  });
}

async function checkItems(scene: SightScene, face: Face, known: Known, expected: Expected): Promise<void> {
  const { seen, turn } = expected;
  const doors = itemDoors(NO_SERIES).map((door) => {
    let asked: Promise<string> | undefined;
    return async () => (asked ??= askAt(face.client, door).then(plainly));
  });
  const chosen = scene.series.filter((_, index) => (index + turn) % ITEMS_EVERY === 0);
  const asks = chosen.flatMap((one) =>
    [...itemDoors(toNamed(one)).entries()].map(([index, door]) => ({ index, door, name: one.name })),
  );
  await runEach(asks, async ({ index, door, name }) => {
    if (!known.items.has(index) || (!face.opensApps && door.isForApps)) return;
    const said = await askAt(face.client, door);
    const about = [face.name, name, door.path, door.body];
    if (seen.includes(name)) compare(expected, about, said.status, 200);
    else compare(expected, about, plainly(said), await doors[index]?.());
  });
}

/** Libraries that are not seen are not there, and the others count what is seen. */
async function checkLibraries(scene: SightScene, { client }: Face, expected: Expected): Promise<void> {
  for (const [index, id] of scene.libraryIds.entries()) {
    const within = scene.series.filter(({ library, name }) => library === index && expected.seen.includes(name)).length;
    const answer = await client.fetch(`/api/v1/libraries/${id}`);
    const { seriesCount, bookCount } = (await answer.json()) as Readonly<Record<string, unknown>>;
    const counts = seesLibrary(expected.person, index) ? [200, within, within] : [404, undefined, undefined];
    compare(expected, ['library', index], [answer.status, seriesCount, bookCount], counts);
  }
}

async function checkCounts({ collectionId, readListId }: SightScene, { client }: Face, expected: Expected) {
  const { length } = expected.seen;
  if (length === 0) return;
  const { seriesCount } = await client.call('getCollection', { params: { id: collectionId } });
  const { bookCount } = await client.call('getReadList', { params: { id: readListId } });
  compare(expected, ['lists'], [seriesCount, bookCount], [length, length]);
}

async function checkProgress({ admin, userId }: SightScene, { client }: Face, expected: Expected): Promise<void> {
  const { total } = await client.call('listProgress', {});
  const { progressCount } = await admin.call('getUser', { params: { id: userId } });
  compare(expected, ['progress'], [total, progressCount], [expected.seen.length, SERIES]);
}

/** Events as they come, and once more for a client that was away meanwhile. */
async function checkEvents({ server, series, libraryIds }: SightScene, { client }: Face, expected: Expected) {
  const { events } = server.context;
  const lastId = events.lastId();
  const stream = await openEventStream(client, '/api/v1/events/stream');
  for (const { id, library } of series) {
    events.emit(seriesEvent('series_updated', { id, libraryId: libraryIds[library] ?? '' }, ['year']));
  }
  events.emitPersonal({ type: 'want_to_read_updated', user_id: 'x', timestamp: '' });
  const { id: userId } = await client.call('getCurrentUser', {});
  events.emitPersonal({ type: 'want_to_read_updated', user_id: userId, timestamp: 'the end' });
  const again = await openEventStream(client, '/api/v1/events/stream', { 'last-event-id': lastId });
  for (const one of [stream, again]) {
    const told = await one.until('the end');
    await one.close();
    compare(
      expected,
      ['events'],
      series.filter(({ id }) => told.includes(id)).map(({ name }) => name),
      expected.seen,
    );
  }
}

async function checkExport(scene: SightScene, { client }: Face, expected: Expected): Promise<void> {
  const { seen, person: one } = expected;
  const libraryIds = scene.libraryIds.filter((_, index) => seesLibrary(one, index));
  if (libraryIds.length === 0) return;
  const body = { format: 'json', exportType: 'both', libraryIds, fields: ['title'], bookFields: ['title'] } as const;
  const { id } = await client.call('createExport', { body: body as never });
  const made = await until(
    async () => client.call('getExport', { params: { id } }),
    ({ status }) => status !== 'pending' && status !== 'running',
  );
  compare(expected, ['export'], [made.status, made.rowCount], ['completed', 2 * seen.length]);
  const answer = await client.fetch(`/api/v1/user/exports/series/${id}/download`);
  compare(expected, ['export'], readTokens(await answer.text()), seen);
  await client.call('deleteExport', { params: { id } });
}

async function checkNotices({ server, admin, series, receiver }: SightScene, _face: Face, expected: Expected) {
  const { context } = server;
  receiver.messages.length = 0;
  const books = series.map(({ id, bookId }) => ({ id: bookId, seriesId: id }));
  await context.db.transaction(async (tx) => writeNewBooks(context, tx, books));
  await waitForTasks(admin);
  const told = receiver.messages.map(({ body }) => body);
  compare(expected, ['notices'], readTokens(told.join('\n')), expected.seen);
}

/** Links by the person, for anyone; and links by an admin, which people with an account open. */
async function checkLinks({ series, links }: SightScene, _face: Face, expected: Expected): Promise<void> {
  const { person: one, marks } = expected;
  const grown = { ...one, child: null };
  const rules = [
    [links.byReader, (mark: Marks) => sees(grown, mark)],
    [links.toReader, (mark: Marks) => isLetThrough(grown, mark)],
    ...(one.child === null ? [] : ([[links.toChild, (mark: Marks) => isLetThrough(one, mark)]] as const)),
  ] as const;
  for (const [row, [opened, rule]] of rules.entries()) {
    const statuses = await Promise.all(opened.map(async ({ get }) => (await get('')).status));
    const wanted = marks.map((mark) => (rule(mark) ? 200 : 404));
    const name = (found: readonly (number | undefined)[]) => series.map((at, index) => [at.name, found[index]]);
    compare(expected, ['links', row], name(statuses), name(wanted));
  }
}

async function checkSync({ device, series }: SightScene, _face: Face, expected: Expected): Promise<void> {
  const known: string[] = [];
  for (const { name } of series) if ((await device.get(md5(name))) !== undefined) known.push(name);
  compare(expected, ['sync'], known, expected.seen);
}

type Check = (scene: SightScene, face: Face, expected: Expected) => Promise<void>;

const OF_ACCOUNTS: readonly Check[] = [
  checkLibraries,
  checkCounts,
  checkProgress,
  checkEvents,
  checkExport,
  checkLinks,
];

/** What else a person may look at beside all doors. */
const CHECKS: Readonly<Record<Kind, readonly Check[]>> = {
  grown: [...OF_ACCOUNTS, checkNotices, checkSync],
  // A child profile has no notices, and syncs no device.
  child: OF_ACCOUNTS,
  // A guest has no streams, and keeps nothing.
  guest: [checkLibraries, checkCounts],
  'a role that reads and changes metadata': [checkLibraries, checkCounts, checkEvents],
  'a role that changes metadata alone': [],
};

async function checkPerson(scene: SightScene, known: Readonly<Record<Kind, Known>>, expected: Expected) {
  const { kind } = expected.person;
  const [first, ...others] = scene.faces[kind];
  if (first === undefined) throw new Error('Expected a way in');
  // The other ways in of accounts with a role are those of any account.
  const other = kind === 'grown' || kind === 'child' ? others[expected.turn % others.length] : undefined;
  for (const face of other === undefined ? [first] : [first, other]) {
    await checkLists(scene, face, known[kind], expected);
    await checkItems(scene, face, known[kind], expected);
  }
  for (const check of CHECKS[kind]) await check(scene, first, expected);
}

async function openWorld(kind: DatabaseKind) {
  await using opened = new AsyncDisposableStack();
  const scene = opened.use(await openSightScene(kind));
  const known: Partial<Record<Kind, Known>> = {};
  for (const [who, [face]] of Object.entries(scene.faces)) {
    if (face === undefined) throw new Error('Expected a way in');
    const all = scene.series.filter(({ library }) => who !== 'guest' || library === 0);
    known[who as Kind] = await learn(
      scene,
      face,
      all.map(({ name }) => name),
    );
  }
  const owned = opened.move();
  return { scene, known: known as Record<Kind, Known>, [Symbol.asyncDispose]: async () => owned.disposeAsync() };
}

/** Of so many doors at least it is known what they tell: whole lists, and what is of one series. */
const DOORS: Readonly<Record<Kind, readonly [whole: number, items: number]>> = {
  grown: [60, 50],
  child: [40, 30],
  guest: [20, 20],
  'a role that reads and changes metadata': [20, 20],
  'a role that changes metadata alone': [0, 0],
};

describe.each(databases)('what a person may see on %s', (kind) => {
  it('is the same at every door, and what a plain model says', async () => {
    await using world = await openWorld(kind);
    const { scene, known } = world;
    const few = Object.entries(known).filter(([who, { whole, items }]) => {
      const [wholes, ofItems] = DOORS[who as Kind];
      return whole.length < wholes || items.size < ofItems;
    });
    expect(few.map(([who, { whole, items }]) => [who, whole.length, items.size])).toEqual([]);
    const faults: string[] = [];
    let turn = 0;
    await fc.assert(
      fc.asyncProperty(drawCatalog(SERIES), people, async (catalog, all) => {
        await applyCatalog(scene, catalog);
        const marks = scene.series.map(({ library }, index) => ({ tags: [], age: null, ...catalog[index], library }));
        for (const one of all) {
          await applyPerson(scene, one);
          const seen = scene.series.flatMap(({ name }, index) => {
            const mark = marks[index];
            return mark !== undefined && sees(one, mark) ? [name] : [];
          });
          await checkPerson(scene, known, { faults, person: one, seen, marks, turn });
          turn += 1;
          expect(faults).toEqual([]);
        }
      }),
      { ...casesToTry(2), endOnFailure: true },
    );
  });
});
