import { api, type Endpoint, type RouteName, routes } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { answerTo, bare, withProbe } from '../_harness/ask-probes.ts';
import { type Client, setupAdmin } from '../_harness/client.ts';
import { switchCompatOn } from '../_harness/compat.ts';
import { runEach } from '../_harness/contract-asks.ts';
import { type DatabaseKind, databases } from '../_harness/databases.ts';
import { askDialect, dialectAsks, listUnasked } from '../_harness/dialect-asks.ts';
import { openEventStream } from '../_harness/event-stream.ts';
import { type DividedWorld, PEOPLE, type Person } from '../_harness/kinds-of-people.ts';
import { PROBES } from '../_harness/leak-probes.ts';
import { NOT_THERE, openScene } from '../_harness/leak-scene.ts';
import type { Ask, Subject } from '../_harness/probe.ts';
import { startServer } from '../_harness/start-server.ts';

/** In every name and every text of what is hidden, but for the name of its library. */
const HIDDEN = 'Zqxhidden';
/** Names in addresses, as they come back. */
const NAMES = [HIDDEN, NOT_THERE.credited, encodeURIComponent(NOT_THERE.credited)];
/** Questions about a whole library that change nothing, and may say what is in it. */
const PREVIEWS = new Set<RouteName>(['previewStrategy', 'reprocessLibrarySeriesTitles', 'reprocessSeriesTitles']);
/**
 * On PostgreSQL each person asks one question in three, and the next person others: `leaks` asks all of them there, with the same
 * statements. Kinds of people differ in what the server makes of their credentials.
 */
const ASKS_ONE_IN = { sqlite: 1, postgres: 3 } as const;
/** An admin decides about the server as a whole, beyond an own limit. */
const OF_ADMINS = 'an admin with an age limit';

/** Gives all series of a library a tag and an age. */
async function mark(admin: Client, libraryId: string, sharingTagId: string, ageRating: number): Promise<void> {
  const { data } = await admin.call('listSeries', { query: { libraryId, pageSize: '500' } });
  for (const { id } of data) {
    await admin.call('addSeriesSharingTag', { params: { id }, body: { sharingTagId } });
    await admin.call('updateSeriesMetadata', { params: { id }, body: { ageRating } });
  }
}

/** Reads, wants, rates and follows what is hidden later, and makes a filter and a link of it. */
async function leaveTraces({ call }: Client, { seriesId, bookId, textId, libraryId }: Subject): Promise<void> {
  const { profileOf } = await call('getCurrentUser', {});
  await call('markBookRead', { params: { id: bookId } });
  await call('saveProgress', { params: { id: textId }, body: { currentPage: 1 } });
  await call('addWantToRead', { body: { seriesId } });
  await call('addWantToRead', { body: { bookId } });
  await call('saveRating', { params: { id: seriesId }, body: { rating: 90, notes: HIDDEN } });
  await call('followSeries', { params: { id: seriesId } });
  const filter = { name: 'Mine', scope: 'list', target: 'books', libraryId } as const;
  await call('createFilterPreset', { body: { ...filter, condition: { allOf: [] } } });
  // A child profile makes no links.
  if (profileOf === null) await call('createShare', { body: { kind: 'book', targetId: bookId } });
}

async function openWorld(kind: DatabaseKind) {
  await using opened = new AsyncDisposableStack();
  const server = opened.use(await startServer(kind));
  const admin = await setupAdmin(server);
  await switchCompatOn(admin);
  await admin.call('updateSetting', { params: { key: 'sharing.links' }, body: { value: 'anyone' } });
  const open = opened.use(await openScene(admin, 'Open', 20));
  const hidden = opened.use(await openScene(admin, HIDDEN, 120, { name: 'Second Library' }));
  const [tagOpen, tagHidden] = [
    await admin.call('createSharingTag', { body: { name: 'Family' } }),
    await admin.call('createSharingTag', { body: { name: 'Secret' } }),
  ];
  await mark(admin, open.libraryId, tagOpen.id, 6);
  await mark(admin, hidden.libraryId, tagHidden.id, 18);
  const world: DividedWorld = { server, admin, open, hidden, tags: { open: tagOpen.id, hidden: tagHidden.id } };
  const people = new Map(
    await Promise.all(
      Object.entries(PEOPLE).map(async ([name, add]) => {
        const person = await add(world);
        if (person.traces !== undefined) await leaveTraces(person.traces, hidden);
        return [name, person] as const;
      }),
    ),
  );
  for (const { hide } of people.values()) await hide();
  const { book } = await admin.call('getBook', { params: { id: hidden.bookId } });
  const hash = book.extReaderHash ?? '';
  expect(hash).toHaveLength(32);
  const owned = opened.move();
  return { ...world, oneIn: ASKS_ONE_IN[kind], people, hash, [Symbol.asyncDispose]: async () => owned.disposeAsync() };
}

type World = Awaited<ReturnType<typeof openWorld>> & { readonly faults: string[] };

/** The questions that a person asks. */
function pick<Item>({ oneIn, people }: World, name: string, items: readonly Item[]): Item[] {
  const turn = [...people.keys()].indexOf(name) % oneIn;
  return items.filter((_, index) => index % oneIn === turn);
}

/** Notes a difference, so that one run tells of all of them. */
function compare({ faults }: World, about: readonly unknown[], found: unknown, wanted: unknown): void {
  const [one, other] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (one !== other)
    faults.push(`${JSON.stringify(about).slice(0, 300)}: ${one.slice(0, 400)}, not ${other.slice(0, 400)}`);
}

/** Whether a question is about more than the library, which shows to some, like work on the whole of it. */
function isOfSeries(ask: Ask, { libraryId: _, folder: __, taskId: ___, ...rest }: Subject): boolean {
  const said = JSON.stringify(ask);
  return Object.values(rest).some((text) => said.includes(text));
}

/** What must not be said: names, and ids that only what is hidden has. */
function findSecrets(said: string, { hidden }: World, { lacks }: Person): string[] {
  const { libraryId, taskId: _, folder: __, ...rest } = hidden;
  const secrets = [HIDDEN, ...Object.values(rest), ...(lacks === 'series' ? [] : [libraryId, 'Second Library'])];
  return secrets.filter((text) => said.includes(text));
}

const asClient = ({ fetch: ask }: Person): Client => ({ fetch: ask }) as Client;

/** What is hidden is as what is not there, for every route that names it. @returns how many questions were compared */
async function checkAbouts(world: World, name: string, person: Person): Promise<number> {
  const { hidden } = world;
  let compared = 0;
  const asks = withProbe('about').flatMap(([route, { about }]) =>
    about(hidden).map((ask, index) => ({ route, ask, unknown: about(NOT_THERE)[index] ?? {} })),
  );
  await runEach(pick(world, name, asks), async ({ route, ask, unknown }) => {
    const client = asClient(person);
    const isWhole = person.lacks === 'series' && !isOfSeries(ask, hidden);
    // Work on a library that shows would leave nothing to hide.
    if (isWhole && routes[route][0] !== 'GET' && !PREVIEWS.has(route)) return;
    const said = await answerTo(client, route, ask);
    // Scans of a library are shown to every viewer of it, with titles: docs/security.md says so.
    if (isWhole && route === 'listTasks') return;
    // An answer may repeat the question.
    const told = findSecrets(said, world, person).filter((text) => !JSON.stringify(ask).includes(text));
    compare(world, [name, route, ask], told, []);
    if (isWhole) return;
    compared += 1;
    compare(world, [name, route, ask], bare(said), bare(await answerTo(client, route, unknown)));
  });
  return compared;
}

interface ListAsk {
  readonly route: RouteName;
  readonly ask: Ask;
}

/** Lists of the contract, and what reading routes say that are apart. */
function listAsks(): ListAsk[] {
  const lists = withProbe('list').flatMap(([route, { list }]) => list.map((ask) => ({ route, ask })));
  const apart = withProbe('apart').flatMap(([route]) => {
    const [method, path] = routes[route];
    return method === 'GET' && !path.includes('{') ? [{ route, ask: {} }] : [];
  });
  // It would start the work of others.
  return [...lists, ...apart].filter(({ route }) => route !== 'retryFailedTasks');
}

const LISTS = listAsks();

/** Nothing that can be read without naming it tells of what is hidden. @returns how many answers told of what is open */
async function checkLists(world: World, name: string, person: Person): Promise<number> {
  let open = 0;
  await runEach(LISTS, async ({ route, ask }) => {
    if (name === OF_ADMINS && 'apart' in PROBES[route]) return;
    const said = await answerTo(asClient(person), route, ask);
    const asked = JSON.stringify(ask);
    // A saved filter is in the words of who saved it: it names the library by its id.
    const isOwn = (text: string) => route === 'listFilterPresets' && text === world.hidden.libraryId;
    const told = findSecrets(said, world, person).filter((text) => !isOwn(text) && !asked.includes(text));
    compare(world, [name, route, ask], [said.startsWith('5'), told], [false, []]);
    if (said.includes('Open')) open += 1;
  });
  return open;
}

/** What an answer says, without its own question and the names of what was asked for. */
function bareWords(said: string, address: string): string {
  const plain = bare(said).replaceAll(bare(address), '<path>');
  return NAMES.reduce((rest, one) => rest.replaceAll(one, '<name>'), plain);
}

/** The same of the catalogs for reader apps, of Komga's dialect and of KOReader's sync. */
async function checkDialects(world: World, name: string, person: Person): Promise<void> {
  const { hidden, hash } = world;
  const unknown = dialectAsks(NOT_THERE, 'nothing');
  const asks = dialectAsks(hidden, '').map((one, index) => ({ one, other: unknown[index] }));
  const searches = dialectAsks(hidden, HIDDEN).flatMap((one, index) => {
    // Where no words are taken it is the same question.
    const isNew = one.names === undefined && (one.path !== asks[index]?.one.path || one.body !== undefined);
    return isNew ? [{ one, other: undefined }] : [];
  });
  await runEach(pick(world, name, [...asks, ...searches]), async ({ one, other }) => {
    const { method, pattern, path, body, names, changes } = one;
    const isWhole = names === 'libraryId' && person.lacks === 'series';
    // Work on a library that shows would leave nothing to hide.
    if (isWhole && changes) return;
    const said = await askDialect(person, one);
    const asked = `${decodeURIComponent(path)} ${JSON.stringify(body)}`;
    const told = findSecrets(said, world, person).filter((text) => !asked.includes(text));
    compare(world, [name, method, path, body], [said.startsWith('5'), told], [false, []]);
    if (names === undefined || isWhole || other === undefined) return;
    const wanted = bareWords(await askDialect(person, other), other.path);
    compare(world, [name, method, pattern, body], bareWords(said, path), wanted);
  });
  const sync = '/koreader/syncs/progress/';
  const ask = async (of: string) => askDialect(person, { method: 'GET', path: sync + of });
  compare(world, [name, sync], await ask(hash), await ask('0'.repeat(32)));
}

/** Every route that needs an account refuses. */
async function checkRefused(world: World, name: string, person: Person): Promise<void> {
  await runEach(Object.keys(routes) as RouteName[], async (route) => {
    const { permission }: Endpoint = api[route];
    if (permission === 'public') return;
    const [method, path] = routes[route];
    const body = method === 'GET' || method === 'DELETE' ? {} : { body: '{}' };
    const headers = { 'content-type': 'application/json' };
    const address = path.replaceAll(/\{\w+\*?\}/g, NOT_THERE.bookId);
    const { status } = await person.fetch(address, { method, headers, ...body });
    compare(world, [name, route], status, 401);
  });
  await runEach(dialectAsks(NOT_THERE, ''), async (ask) => {
    if (ask.isPublic) return;
    compare(world, [name, ask.method, ask.path], (await askDialect(person, ask)).slice(0, 3), '401');
  });
}

/** Opens a stream if the person may have it. */
async function openStream(person: Person, path: string, greeting: string) {
  const { status, body } = await person.fetch(path, { headers: { accept: 'text/event-stream' } });
  await body?.cancel();
  return status === 200 ? await openEventStream(person, path, {}, greeting) : undefined;
}

/** Events of what is hidden reach no person, those of what is open reach all who may have streams. */
async function checkStreams(world: World): Promise<number> {
  const { admin, open, hidden, people } = world;
  const streams = [];
  for (const [name, person] of people) {
    for (const [path, greeting] of [
      ['/api/v1/events/stream', 'retry:'],
      ['/komga/sse/v1/events', ': welcome'],
    ] as const) {
      const stream = await openStream(person, path, greeting);
      if (stream !== undefined) streams.push({ name, path, person, stream });
    }
  }
  await admin.call('chooseBookPageCover', { params: { id: hidden.bookId }, body: { page: 2 } });
  await admin.call('updateBookMetadata', { params: { id: hidden.bookId }, body: { summary: HIDDEN } });
  await admin.call('patchSeries', { params: { id: hidden.seriesId }, body: { title: `${HIDDEN} changed` } });
  await admin.call('updateCollection', { params: { id: hidden.collectionId }, body: { summary: 'more' } });
  await admin.call('updateReadList', { params: { id: hidden.readListId }, body: { summary: 'more' } });
  await admin.call('deleteReadList', { params: { id: hidden.readListId } });
  await admin.call('patchSeries', { params: { id: open.seriesId }, body: { title: 'Open changed' } });
  for (const { name, path, person, stream } of streams) {
    const said = await stream.until(open.seriesId);
    await stream.close();
    compare(world, [name, path], findSecrets(said, world, person), []);
  }
  return streams.length;
}

async function readHidden(admin: Client, { seriesId: id, bookId }: Subject): Promise<unknown> {
  const { updatedAt: _, ...series } = await admin.call('getSeries', { params: { id } });
  const { book } = await admin.call('getBook', { params: { id: bookId } });
  return [series, book, await admin.call('getSeriesMetadata', { params: { id } })];
}

describe.each(databases)('what is hidden on %s', (kind) => {
  it('is hidden from every kind of person, at every door', async () => {
    await using opened = await openWorld(kind);
    const world: World = { ...opened, faults: [] };
    const { admin, hidden, people } = world;
    const before = await readHidden(admin, hidden);
    await runEach([...people], async ([name, person]) => {
      if (person.lacks === 'everything') {
        await checkRefused(world, name, person);
        return;
      }
      // What is open shows, and hardly a question was left out.
      compare(world, [name, 'lists'], (await checkLists(world, name, person)) > 0, true);
      compare(world, [name, 'questions'], (await checkAbouts(world, name, person)) > 120 / world.oneIn, true);
      await checkDialects(world, name, person);
    });
    compare(world, ['what is hidden'], await readHidden(admin, hidden), before);
    expect(await checkStreams(world)).toBeGreaterThan(people.size);
    // People ask at the same time.
    expect(world.faults.toSorted()).toEqual([]);
  });
});

describe('requests of the dialects that send something', () => {
  it('are all asked for what is hidden, or say why not', () => {
    expect(listUnasked()).toEqual([]);
  });
});
