import { PERMISSIONS, routes } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { answerTo, askLists, bare, withProbe } from '../_harness/ask-probes.ts';
import { type Client, setupAdmin, signIn } from '../_harness/client.ts';
import { type DatabaseKind, databases } from '../_harness/databases.ts';
import { openEventStream } from '../_harness/event-stream.ts';
import { NOT_THERE, openScene } from '../_harness/leak-scene.ts';
import type { Ask, Subject } from '../_harness/probe.ts';
import { waitForTasks } from '../_harness/scans.ts';
import { startServer } from '../_harness/start-server.ts';

const PASSWORD = 'the password of all';
/** In every name and every text of the hidden series, and nowhere else; their library is to be seen. */
const HIDDEN = 'Zqxhidden';

async function listIds(admin: Client, libraryId: string): Promise<string[]> {
  const { data } = await admin.call('listSeries', { query: { libraryId, pageSize: '500' } });
  return data.map(({ id }) => id);
}

/** How series are hidden from a user. Own age limits make the same statements as those of groups. */
interface Hiding {
  /** Limits them so that nothing is hidden: they are told as who is limited. */
  readonly begin: (admin: Client, userId: string) => Promise<unknown>;
  /** Hides every series of a library. */
  readonly hide: (admin: Client, userId: string, libraryId: string) => Promise<unknown>;
}

async function tag(admin: Client, name: string, libraryId?: string): Promise<string> {
  const { id } = await admin.call('createSharingTag', { body: { name } });
  for (const series of libraryId === undefined ? [] : await listIds(admin, libraryId)) {
    await admin.call('addSeriesSharingTag', { params: { id: series }, body: { sharingTagId: id } });
  }
  return id;
}

async function rate(admin: Client, libraryId: string): Promise<void> {
  for (const id of await listIds(admin, libraryId)) {
    await admin.call('updateSeriesMetadata', { params: { id }, body: { ageRating: 18 } });
  }
}

const TEENAGER = { maxAge: 16, showsUnrated: true };

const WAYS: Readonly<Record<string, Hiding>> = {
  'sharing tags': {
    begin: async (admin, id) => {
      const body = { sharingTagId: await tag(admin, 'Unused'), accessMode: 'deny' } as const;
      return await admin.call('setUserSharingTag', { params: { id }, body });
    },
    hide: async (admin, id, libraryId) => {
      const body = { sharingTagId: await tag(admin, 'Secret', libraryId), accessMode: 'deny' } as const;
      return await admin.call('setUserSharingTag', { params: { id }, body });
    },
  },
  'the age limit of a group': {
    begin: async (admin, id) => {
      const group = await admin.call('createAccessGroup', { body: { name: 'Teenagers' } });
      await admin.call('addAccessGroupMembers', { params: group, body: { userIds: [id] } });
      await admin.call('updateAccessGroup', { params: group, body: { ageLimit: { maxAge: 99, showsUnrated: true } } });
    },
    hide: async (admin, _id, libraryId) => {
      await rate(admin, libraryId);
      const [group] = await admin.call('listAccessGroups', {});
      await admin.call('updateAccessGroup', { params: { id: group?.id ?? '' }, body: { ageLimit: TEENAGER } });
    },
  },
};

/** Two libraries, both to be seen by a user who may see no series of the second one, but has read in it. */
async function openWorld(kind: DatabaseKind, { begin, hide }: Hiding) {
  await using opened = new AsyncDisposableStack();
  const server = opened.use(await startServer(kind));
  const admin = await setupAdmin(server);
  const open = opened.use(await openScene(admin, 'Open', 20));
  const permissions = PERMISSIONS.filter((permission) => permission !== 'SystemAdmin');
  const account = { username: 'guest', password: PASSWORD };
  const user = await admin.call('createUser', { body: { ...account, permissions } });
  const guest = await signIn(server, account);
  await begin(admin, user.id);
  const empty: ReadonlyMap<string, readonly string[]>[] = [];
  const hidden = opened.use(
    await openScene(admin, HIDDEN, 120, {
      name: 'Second Library',
      whenEmpty: async () => void empty.push(await askLists(guest)),
    }),
  );
  await guest.call('markBookRead', { params: { id: hidden.bookId } });
  await guest.call('saveProgress', { params: { id: hidden.textId }, body: { currentPage: 1 } });
  await guest.call('addWantToRead', { body: { seriesId: hidden.seriesId } });
  await guest.call('saveRating', { params: { id: hidden.seriesId }, body: { rating: 90 } });
  const shared = await askLists(guest);
  await hide(admin, user.id, hidden.libraryId);
  const [before = new Map<string, readonly string[]>()] = empty;
  const owned = opened.move();
  return {
    ...{ server, admin, guest, open, hidden, before, shared },
    [Symbol.asyncDispose]: async () => owned.disposeAsync(),
  };
}

type World = Awaited<ReturnType<typeof openWorld>>;

/** Lists in which the library itself, or work on the whole of it, is to be seen, and leaves its times. */
const OF_LIBRARIES = /^(?:list|get)(?:Libraries|Tasks|TaskStats|Metrics\w*|ActiveScans|LibrarySchedules?|Schedules?)$/;

async function checkLists({ guest, before, shared, hidden }: World): Promise<void> {
  const after = await askLists(guest);
  const { seriesId, bookId, textId, brokenId, releaseId, aliasId, collectionId, readListId, actionId } = hidden;
  const ids = [seriesId, bookId, textId, brokenId, releaseId, aliasId, collectionId, readListId, actionId];
  let compared = 0;
  for (const [name] of withProbe('list')) {
    const said = JSON.stringify(after.get(name));
    expect([name, said.includes(HIDDEN), ids.filter((id) => said.includes(id))]).toEqual([name, false, []]);
    if (OF_LIBRARIES.test(name)) continue;
    compared += 1;
    expect([name, after.get(name)?.map(bare)]).toEqual([name, before.get(name)?.map(bare)]);
  }
  expect(compared).toBeGreaterThan(20);
  expect([...shared.values()].filter((said) => JSON.stringify(said).includes(HIDDEN)).length).toBeGreaterThan(10);
}

/** Whether a question is about more than the library, which is to be seen, like work on the whole of it. */
function isOfSeries(ask: Ask, subject: Subject): boolean {
  const said = JSON.stringify(ask);
  const { libraryId: _, folder: __, taskId: ___, ...rest } = subject;
  return Object.values(rest).some((id) => typeof id === 'string' && said.includes(id));
}

async function checkHidden({ guest, hidden }: World): Promise<number> {
  let asked = 0;
  for (const [name, { about }] of withProbe('about')) {
    const unknown = about(NOT_THERE);
    for (const [index, ask] of about(hidden).entries()) {
      if (!isOfSeries(ask, hidden)) continue;
      asked += 1;
      const said = bare(await answerTo(guest, name, ask));
      expect([name, ask, said]).toEqual([name, ask, bare(await answerTo(guest, name, unknown[index] ?? {}))]);
      expect([name, said.includes(HIDDEN)]).toEqual([name, false]);
    }
  }
  return asked;
}

async function checkStreams({ admin, guest, open, hidden }: World): Promise<void> {
  const stream = await openEventStream(guest, routes.streamEvents[1]);
  await admin.call('chooseBookPageCover', { params: { id: hidden.bookId }, body: { page: 2 } });
  await admin.call('patchSeries', { params: { id: hidden.seriesId }, body: { title: `${HIDDEN} anew` } });
  await admin.call('updateCollection', { params: { id: hidden.collectionId }, body: { summary: 'more' } });
  await admin.call('updateReadList', { params: { id: hidden.readListId }, body: { summary: 'more' } });
  await admin.call('deleteReadList', { params: { id: hidden.readListId } });
  await admin.call('patchSeries', { params: { id: open.seriesId }, body: { title: 'Open anew' } });
  const said = await stream.until(open.seriesId);
  const names = [HIDDEN, hidden.seriesId, hidden.bookId, hidden.collectionId, hidden.readListId];
  expect(names.filter((text) => said.includes(text))).toEqual([]);
  await stream.close();
}

const CASES = databases.flatMap((kind) => Object.keys(WAYS).map((way) => [way, kind] as const));

describe.each(CASES)('content hidden by %s on %s', (way, kind) => {
  it('is absent from every list, count, page, file, cover and event, and cannot be changed', async () => {
    const hiding = WAYS[way];
    if (hiding === undefined) throw new Error(`Expected a way, found ${way}`);
    await using world = await openWorld(kind, hiding);
    const { admin, guest, hidden } = world;
    await checkLists(world);
    const state = async () => {
      const { updatedAt: _, ...series } = await admin.call('getSeries', { params: { id: hidden.seriesId } });
      return [series, await admin.call('getSeriesMetadata', { params: { id: hidden.seriesId } })];
    };
    const before = await state();
    expect(await checkHidden(world)).toBeGreaterThan(100);
    await waitForTasks(admin);
    expect(await state()).toEqual(before);
    await checkStreams(world);
    expect((await guest.call('listTasks', { query: { bookId: hidden.bookId } })).total).toBe(0);
  });
});
