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
  type Marks,
  type Person,
  person,
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

/** Asks at every door while nothing is hidden. */
async function learn(scene: SightScene, { client, opensApps }: Face): Promise<Known> {
  const known = { whole: [] as Door[], part: [] as Door[], items: new Set<number>() };
  const doors = [...listDoors(), ...ownLists(scene)].filter((door) => opensApps || !door.isForApps);
  await runEach(doors, async (door) => {
    const { status, text } = await askAt(client, door);
    if (status >= 500) throw new Error(`${door.path}: ${String(status)} ${text}`);
    if (status !== 200) return;
    const isWhole = readTokens(text).length === SERIES && !NEWEST_ONLY.test(door.path);
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
  const nothing = itemDoors(NO_SERIES);
  const chosen = scene.series.filter((_, index) => (index + turn) % ITEMS_EVERY === 0);
  const asks = chosen.flatMap((one) =>
    [...itemDoors(toNamed(one)).entries()].map(([index, door]) => ({ index, door, name: one.name })),
  );
  await runEach(asks, async ({ index, door, name }) => {
    if (!known.items.has(index) || (!face.opensApps && door.isForApps)) return;
    const said = await askAt(face.client, door);
    if (seen.includes(name)) {
      compare(expected, [face.name, name, door.path], said.status, 200);
      return;
    }
    const unknown = await askAt(face.client, nothing[index] ?? door);
    compare(expected, [face.name, name, door.path], plainly(said), plainly(unknown));
  });
}

async function checkCounts(scene: SightScene, { client }: Face, expected: Expected): Promise<void> {
  const { admin, userId, series, libraryIds, collectionId, readListId } = scene;
  const { seen } = expected;
  const { total } = await client.call('listProgress', {});
  const { progressCount } = await admin.call('getUser', { params: { id: userId } });
  compare(expected, ['progress'], [total, progressCount], [seen.length, SERIES]);
  for (const [index, id] of libraryIds.entries()) {
    const within = series.filter(({ library, name }) => library === index && seen.includes(name)).length;
    const answer = await client.fetch(`/api/v1/libraries/${id}`);
    const { seriesCount, bookCount } = (await answer.json()) as Readonly<Record<string, unknown>>;
    const counts = seesLibrary(expected.person, index) ? [200, within, within] : [404, undefined, undefined];
    compare(expected, ['library', index], [answer.status, seriesCount, bookCount], counts);
  }
  if (seen.length === 0) return;
  const { seriesCount } = await client.call('getCollection', { params: { id: collectionId } });
  const { bookCount } = await client.call('getReadList', { params: { id: readListId } });
  compare(expected, ['lists'], [seriesCount, bookCount], [seen.length, seen.length]);
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

async function checkNotices({ server, admin, series, receiver }: SightScene, expected: Expected) {
  const { context } = server;
  receiver.messages.length = 0;
  const books = series.map(({ id, bookId }) => ({ id: bookId, seriesId: id }));
  await context.db.transaction(async (tx) => writeNewBooks(context, tx, books));
  await waitForTasks(admin);
  const told = receiver.messages.map(({ body }) => body);
  compare(expected, ['notices'], readTokens(told.join('\n')), expected.seen);
}

/** Links by the person, for anyone; and links by an admin, which people with an account open. */
async function checkLinks({ series, links }: SightScene, expected: Expected): Promise<void> {
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

async function checkSync({ device, series }: SightScene, expected: Expected): Promise<void> {
  const known: string[] = [];
  for (const { name } of series) if ((await device.get(md5(name))) !== undefined) known.push(name);
  compare(expected, ['sync'], known, expected.seen);
}

async function checkPerson(scene: SightScene, known: Readonly<Record<'grown' | 'child', Known>>, expected: Expected) {
  const who = expected.person.child === null ? 'grown' : 'child';
  const [first, ...others] = scene.faces[who];
  const other = others[expected.turn % others.length];
  if (first === undefined || other === undefined) throw new Error('Expected two ways in');
  for (const face of [first, other]) {
    await checkLists(scene, face, known[who], expected);
    await checkItems(scene, face, known[who], expected);
  }
  await checkCounts(scene, first, expected);
  await checkEvents(scene, first, expected);
  await checkExport(scene, first, expected);
  await checkLinks(scene, expected);
  if (who === 'grown') await checkNotices(scene, expected);
  if (who === 'grown') await checkSync(scene, expected);
}

async function openWorld(kind: DatabaseKind) {
  await using opened = new AsyncDisposableStack();
  const scene = opened.use(await openSightScene(kind));
  const [grown, child] = [scene.faces.grown[0], scene.faces.child[0]];
  if (grown === undefined || child === undefined) throw new Error('Expected ways in');
  const known = { grown: await learn(scene, grown), child: await learn(scene, child) };
  const owned = opened.move();
  return { scene, known, [Symbol.asyncDispose]: async () => owned.disposeAsync() };
}

describe.each(databases)('what a person may see on %s', (kind) => {
  it('is the same at every door, and what a plain model says', async () => {
    await using world = await openWorld(kind);
    const { scene, known } = world;
    // So many doors are there that what is said of them means something.
    expect([known.grown.whole.length > 60, known.grown.items.size > 50, known.child.whole.length > 40]).toEqual([
      true,
      true,
      true,
    ]);
    const faults: string[] = [];
    let turn = 0;
    await fc.assert(
      fc.asyncProperty(
        drawCatalog(SERIES),
        fc.array(person, { minLength: 2, maxLength: 3 }),
        async (catalog, people) => {
          await applyCatalog(scene, catalog);
          const marks = scene.series.map(({ library }, index) => ({ tags: [], age: null, ...catalog[index], library }));
          for (const one of people) {
            await applyPerson(scene, one);
            const seen = scene.series.flatMap(({ name }, index) => {
              const mark = marks[index];
              return mark !== undefined && sees(one, mark) ? [name] : [];
            });
            await checkPerson(scene, known, { faults, person: one, seen, marks, turn });
            turn += 1;
            expect(faults).toEqual([]);
          }
        },
      ),
      { ...casesToTry(3), endOnFailure: true },
    );
  });
});
