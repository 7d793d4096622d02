import { describe, expect, it } from 'vitest';
import { answerTo, askLists, bare, withProbe } from '../_harness/ask-probes.ts';
import { type Client, setupAdmin } from '../_harness/client.ts';
import { type DatabaseKind, databases } from '../_harness/databases.ts';
import { enterAsGuest } from '../_harness/enter-as-guest.ts';
import { NOT_THERE, openScene } from '../_harness/leak-scene.ts';
import type { Ask, Subject } from '../_harness/probe.ts';
import { startServer } from '../_harness/start-server.ts';

/** In every name and every text of what is hidden, and nowhere else. */
const HIDDEN = 'Zqxhidden';
const SECOND = 'Second Library';

const WAYS = ['another library', 'an age limit'] as const;
type Way = (typeof WAYS)[number];

async function setGuests(admin: Client, key: string, value: string | number | boolean): Promise<void> {
  await admin.call('updateSetting', { params: { key: `guests.${key}` }, body: { value } });
}

/** Guests read the first library, and the second is hidden; or they read the second, and all in it is for adults. */
async function hide(admin: Client, way: Way, { open, hidden }: Readonly<Record<'open' | 'hidden', Subject>>) {
  if (way === 'another library') {
    await setGuests(admin, 'library', open.libraryId);
    return;
  }
  const { data } = await admin.call('listSeries', { query: { libraryId: hidden.libraryId, pageSize: '500' } });
  for (const { id } of data) await admin.call('updateSeriesMetadata', { params: { id }, body: { ageRating: 18 } });
  await setGuests(admin, 'max_age', 16);
  await setGuests(admin, 'shows_unrated', true);
}

/** A guest before and while there was something hidden, and while it was not hidden. */
async function openWorld(kind: DatabaseKind, way: Way) {
  await using opened = new AsyncDisposableStack();
  const server = opened.use(await startServer(kind));
  const admin = await setupAdmin(server);
  const open = opened.use(await openScene(admin, 'Open', 20));
  await setGuests(admin, 'library', open.libraryId);
  const guest = await enterAsGuest(server);
  const empty: ReadonlyMap<string, readonly string[]>[] = [];
  const whenEmpty = async () => {
    const { data: libraries } = await admin.call('listLibraries', {});
    const second = libraries.find(({ name }) => name === SECOND);
    if (way === 'an age limit') await setGuests(admin, 'library', second?.id ?? '');
    empty.push(await askLists(guest));
  };
  const hidden = opened.use(await openScene(admin, HIDDEN, 120, { name: SECOND, whenEmpty }));
  await setGuests(admin, 'library', hidden.libraryId);
  const shown = await askLists(guest);
  await hide(admin, way, { open, hidden });
  const [before = new Map<string, readonly string[]>()] = empty;
  const owned = opened.move();
  return { guest, open, hidden, before, shown, [Symbol.asyncDispose]: async () => owned.disposeAsync() };
}

type World = Awaited<ReturnType<typeof openWorld>>;

/** Lists that tell of the library itself, which its guests see. */
const OF_LIBRARIES = /^(?:list|get)(?:Libraries|Tasks|TaskStats|Metrics\w*|ActiveScans|LibrarySchedules?|Schedules?)$/;

async function checkLists({ guest, before, shown }: World): Promise<void> {
  const after = await askLists(guest);
  for (const [name] of withProbe('list')) {
    const said = after.get(name) ?? [];
    expect([name, said.filter((one) => one.includes(HIDDEN))]).toEqual([name, []]);
    if (!OF_LIBRARIES.test(name)) expect([name, said.map(bare)]).toEqual([name, before.get(name)?.map(bare)]);
  }
  // While it was not hidden, lists held it: the questions are the right ones.
  expect([...shown.values()].filter((said) => JSON.stringify(said).includes(HIDDEN)).length).toBeGreaterThan(8);
}

/** Whether a question is about more than the library. */
function isOfSeries(ask: Ask, { libraryId: _, folder: __, taskId: ___, ...rest }: Subject): boolean {
  const said = JSON.stringify(ask);
  return Object.values(rest).some((id) => said.includes(id));
}

async function checkHidden({ guest, hidden }: World, way: Way): Promise<void> {
  for (const [name, { about }] of withProbe('about')) {
    const unknown = about(NOT_THERE);
    for (const [index, ask] of about(hidden).entries()) {
      if (way === 'an age limit' && !isOfSeries(ask, hidden)) continue;
      const said = bare(await answerTo(guest, name, ask));
      expect([name, ask, said]).toEqual([name, ask, bare(await answerTo(guest, name, unknown[index] ?? {}))]);
      expect([name, said.includes(HIDDEN)]).toEqual([name, false]);
    }
  }
}

/** How many questions about what guests see are answered. */
async function countAnswers({ guest, open }: World): Promise<number> {
  let answered = 0;
  for (const [name, { about }] of withProbe('about')) {
    for (const ask of about(open)) if (/^20[04] /.test(await answerTo(guest, name, ask))) answered += 1;
  }
  return answered;
}

const CASES = databases.flatMap((kind) => WAYS.map((way) => [way, kind] as const));

describe.each(CASES)('what %s hides from guests on %s', (way, kind) => {
  it('is absent from every list, count, page, file and cover', async () => {
    await using world = await openWorld(kind, way);
    await checkLists(world);
    await checkHidden(world, way);
    if (way === 'another library') expect(await countAnswers(world)).toBeGreaterThan(40);
  });
});
