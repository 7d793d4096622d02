import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Kysely } from 'kysely';
import { describe, expect, it } from 'vitest';
import { fillSessions } from '#db/migrations/0027-reading-sessions.ts';
import { type Client, createClient, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';
import { casesToTry } from '../_harness/test-length.ts';

const START = Date.UTC(2026, 0, 1);
const PAGES = 10;

/** Something that happened on a device, at a minute of a day. */
interface Deed {
  readonly kind: 'progress' | 'completed' | 'reset';
  readonly page: number;
  readonly minute: number;
  readonly device: string;
}

const deed: fc.Arbitrary<Deed> = fc.record({
  kind: fc.constantFrom('progress', 'progress', 'progress', 'completed', 'reset'),
  page: fc.integer({ min: 1, max: PAGES }),
  minute: fc.integer({ min: 0, max: 30 }),
  device: fc.constantFrom('phone', 'tablet'),
});

function toTime(minute: number): string {
  return new Date(START + minute * 60_000).toISOString();
}

function toSession(bookId: string, { kind, page, minute, device }: Deed) {
  const time = toTime(minute);
  return { id: randomUUID(), bookId, deviceId: device, kind, toPage: page, clientStartedAt: time, clientEndedAt: time };
}

interface Story {
  page: number | undefined;
  completed: boolean;
  startedAt: string | undefined;
  readings: { startedAt: string; completedAt: string; deviceId: string }[];
}

/** What deeds come to when they are told in the order in which they happened: the plainest way to say it. */
function tell(deeds: readonly Deed[]): Story {
  const story: Story = { page: undefined, completed: false, startedAt: undefined, readings: [] };
  let isBanked = false;
  const inOrder = deeds
    .map((one, index) => ({ ...one, index }))
    .sort((a, b) => (a.minute === b.minute ? a.index - b.index : a.minute - b.minute));
  for (const { kind, page, minute, device } of inOrder) {
    if (kind === 'reset') {
      Object.assign(story, { page: undefined, completed: false, startedAt: undefined });
      isBanked = false;
      continue;
    }
    story.startedAt ??= toTime(minute);
    story.page = page;
    story.completed = kind === 'completed' || page === PAGES;
    if (story.completed && !isBanked) {
      isBanked = true;
      story.readings.unshift({ startedAt: story.startedAt, completedAt: toTime(minute), deviceId: `app:${device}` });
    }
  }
  return story;
}

async function fetchStory(client: Client, id: string): Promise<Story> {
  const progress = await client.call('getProgress', { params: { id } });
  const history = await client.call('getBookReadHistory', { params: { id } });
  expect(history.readCount).toBe(history.entries.length);
  return {
    page: progress?.currentPage,
    completed: progress?.completed ?? false,
    startedAt: progress?.startedAt,
    readings: history.entries.map(({ startedAt, completedAt, deviceId }) => ({
      ...{ startedAt, completedAt, deviceId: deviceId ?? '' },
    })),
  };
}

async function openDesk(server: TestServer) {
  const admin = await setupAdmin(server);
  const shelf = await newShelf(server);
  const series = await shelf.addSeries('Series');
  const other = createClient(server, admin.token);
  let count = 0;
  const addBook = async (values: { readonly pageCount?: number } = {}) => {
    count += 1;
    return shelf.addBook(series, `Book ${String(count)}`, { pageCount: PAGES, ...values });
  };
  const send = async (client: Client, bookId: string, deeds: readonly Deed[]) =>
    client.call('recordSessions', { body: { sessions: deeds.map((one) => toSession(bookId, one)) } });
  return { admin, other, shelf, series, addBook, send };
}

describe.each(databases)('reading sessions on %s', (kind) => {
  it('come to the same whatever order they arrive in', async () => {
    await using server = await startServer(kind);
    const { admin, addBook, send } = await openDesk(server);
    const cases = fc.array(deed, { minLength: 1, maxLength: 12 }).chain((deeds) =>
      fc.record({
        // Deeds of one minute are told in the order of their arrival, so that the order of arrival is part of the story.
        arrival: fc.shuffledSubarray(deeds, { minLength: deeds.length }),
        cuts: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 12, maxLength: 12 }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(cases, async ({ arrival, cuts }) => {
        const bookId = await addBook();
        for (let at = 0, turn = 0; at < arrival.length; turn += 1) {
          const size = cuts[turn] ?? 1;
          await send(admin, bookId, arrival.slice(at, at + size));
          at += size;
        }
        expect(await fetchStory(admin, bookId)).toEqual(tell(arrival));
      }),
      casesToTry(25),
    );
  });

  it('that end passes in one moment stand in the order of these, also where the first of a pass came last', async () => {
    await using server = await startServer(kind);
    const { admin, addBook, send } = await openDesk(server);
    const bookId = await addBook();
    const at = (told: Deed['kind'], minute: number): Deed => ({ kind: told, page: 2, minute, device: 'phone' });
    await send(admin, bookId, [at('completed', 5), at('reset', 5), at('completed', 5)]);
    await send(admin, bookId, [at('progress', 2)]);
    const { entries } = await admin.call('getBookReadHistory', { params: { id: bookId } });
    expect(entries.map(({ startedAt }) => startedAt)).toEqual([toTime(5), toTime(2)]);
  });

  it('of two devices at once lose nothing of either', async () => {
    await using server = await startServer(kind);
    const { admin, other, addBook } = await openDesk(server);
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 0, max: 500 }), { minLength: 8, maxLength: 8 }),
        async (minutes) => {
          const bookId = await addBook({ pageCount: 1_000 });
          const sessions = minutes.map((minute, index) =>
            toSession(bookId, {
              kind: 'progress',
              page: minute + 1,
              minute,
              device: index % 2 === 0 ? 'phone' : 'tablet',
            }),
          );
          await Promise.all(
            sessions.map(async (session, index) =>
              (index % 2 === 0 ? admin : other).call('recordSessions', { body: { sessions: [session] } }),
            ),
          );
          // The latest one counts, in any order of arrival.
          expect((await fetchStory(admin, bookId)).page).toBe(Math.max(...minutes) + 1);
          const { total } = await admin.call('listReadingSessions', { query: { bookId } });
          expect(total).toBe(minutes.length);
        },
      ),
      casesToTry(5),
    );
  });

  it('that come late stand behind what was said live, and before it when they are older', async () => {
    await using server = await startServer(kind);
    const { admin, addBook, send } = await openDesk(server);
    const bookId = await addBook();
    await admin.call('saveProgress', { params: { id: bookId }, body: { currentPage: 7 } });
    const late = await send(admin, bookId, [{ kind: 'progress', page: 3, minute: 1, device: 'phone' }]);
    expect(late.progress).toMatchObject([{ bookId, currentPage: 7, completed: false, startedAt: toTime(1) }]);
    await send(admin, bookId, [{ kind: 'completed', page: 10, minute: 2, device: 'phone' }]);
    expect(await fetchStory(admin, bookId)).toMatchObject({
      page: 7,
      completed: false,
      readings: [{ deviceId: 'app:phone' }],
    });
    await send(admin, bookId, [{ kind: 'reset', page: 1, minute: 3, device: 'phone' }]);
    const story = await fetchStory(admin, bookId);
    expect(story).toMatchObject({ page: 7, readings: [{ startedAt: toTime(1), completedAt: toTime(2) }] });
    expect(story.startedAt).not.toBe(toTime(1));
    // A clock that is ahead blocks no device.
    const future = { ...toSession(bookId, { kind: 'progress', page: 9, minute: 0, device: 'phone' }) };
    const ahead = '2999-01-01T00:00:00.000Z';
    await admin.call('recordSessions', {
      body: { sessions: [{ ...future, clientStartedAt: ahead, clientEndedAt: ahead }] },
    });
    const now = await admin.call('saveProgress', { params: { id: bookId }, body: { currentPage: 2 } });
    expect(now.currentPage).toBe(2);
  });

  it('are taken once, however often they are sent, and refused one by one', async () => {
    await using server = await startServer(kind);
    const { admin, addBook } = await openDesk(server);
    const bookId = await addBook();
    const good = { ...toSession(bookId, { kind: 'progress', page: 4, minute: 5, device: 'phone' }), pagesRead: 3 };
    const bad = (values: object) => ({ ...good, id: randomUUID(), ...values });
    const backwards = bad({ clientStartedAt: toTime(6) });
    const share = bad({ toPercentage: 1.5 });
    const measure = bad({ activeDurationMs: -1 });
    const unknown = bad({ bookId: randomUUID() });
    const sessions = [good, good, backwards, share, measure, unknown];
    const answer = await admin.call('recordSessions', { body: { sessions } });
    expect(answer.accepted).toEqual([good.id]);
    expect(answer.rejected).toEqual([
      { id: good.id, reason: 'duplicate_in_batch' },
      { id: backwards.id, reason: 'invalid_time_range' },
      { id: share.id, reason: 'invalid_percentage' },
      { id: measure.id, reason: 'invalid_measurement' },
      { id: unknown.id, reason: 'book_not_found' },
    ]);
    expect((await admin.call('recordSessions', { body: { sessions: [good] } })).accepted).toEqual([good.id]);
    const stored = await admin.call('listReadingSessions', { query: {} });
    expect(stored).toMatchObject({ total: 1, data: [{ bookId, deviceId: 'app:phone', page: 4, pagesRead: 3 }] });
    const many = Array.from({ length: 501 }, () => bad({}));
    const refused = await admin.fetch('/api/v1/reading-sessions', {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ sessions: many }) },
    });
    expect(refused.status).toBe(400);
  });

  it('grow from places that one device stores, and give way to what it measured', async () => {
    await using server = await startServer(kind);
    const { admin, addBook } = await openDesk(server);
    const bookId = await addBook();
    const params = { id: bookId };
    for (const currentPage of [1, 2, 3]) await admin.call('saveProgress', { params, body: { currentPage } });
    const before = await admin.call('listReadingSessions', { query: { bookId } });
    expect(before).toMatchObject({ total: 1, data: [{ page: 3, pagesRead: 3, isMeasured: false }] });
    const elsewhere = { 'user-agent': 'Another device' };
    await admin.call('saveProgress', { params, body: { currentPage: 4 }, headers: elsewhere });
    expect((await admin.call('listReadingSessions', { query: { bookId } })).total).toBe(2);
    await admin.call('markBookRead', { params });
    const marked = await admin.call('listReadingSessions', { query: { bookId } });
    expect(marked.data[0]).toMatchObject({ kind: 'completed', pagesRead: 0, durationMs: 0 });
    const [first] = before.data;
    const session = {
      ...toSession(bookId, { kind: 'progress', page: 3, minute: 0, device: 'x' }),
      ...{ deviceId: undefined, pagesRead: 3, activeDurationMs: 9_000 },
      ...{ clientStartedAt: first?.startedAt ?? '', clientEndedAt: first?.endedAt ?? '' },
    };
    await admin.call('recordSessions', { body: { sessions: [session] } });
    const { data } = await admin.call('listReadingSessions', { query: { bookId } });
    const counted = data.filter(({ deviceId }) => deviceId === first?.deviceId).map(({ pagesRead }) => pagesRead);
    expect(counted.sort()).toEqual([0, 0, 3]);
    expect(data.find(({ isMeasured }) => isMeasured)).toMatchObject({ durationMs: 9_000 });
  });
});

describe.each(databases)('the history of reading on %s', (kind) => {
  it('has every reading, and what is taken out of it stays out', async () => {
    await using server = await startServer(kind);
    const { admin, addBook } = await openDesk(server);
    const params = { id: await addBook() };
    for (let turn = 0; turn < 3; turn += 1) {
      await admin.call('markBookRead', { params });
      if (turn < 2) await admin.call('markBookUnread', { params });
    }
    const history = await admin.call('getBookReadHistory', { params });
    expect(history).toMatchObject({ readCount: 3, lastCompletedAt: history.entries[0]?.completedAt });
    expect(new Set(history.entries.map(({ id }) => id)).size).toBe(3);
    const [latest] = history.entries;
    await admin.call('deleteBookReading', { params: { ...params, completionId: latest?.id ?? '' } });
    const again = await admin.fetch(`/api/v1/books/${params.id}/read-history/${latest?.id ?? ''}`, {
      method: 'DELETE',
    });
    expect(again.status).toBe(404);
    // The pass that it ended is read on, and does not come back.
    await admin.call('saveProgress', { params, body: { currentPage: 3 } });
    await admin.call('saveProgress', { params, body: { currentPage: PAGES } });
    await admin.call('markBookRead', { params });
    expect((await admin.call('getBookReadHistory', { params })).readCount).toBe(2);
    expect(await admin.call('getProgress', { params })).toMatchObject({ completed: true });
    await admin.call('deleteBookReadHistory', { params });
    expect(await admin.call('getBookReadHistory', { params })).toEqual({
      readCount: 0,
      lastCompletedAt: null,
      entries: [],
    });
    await admin.call('markBookUnread', { params });
    await admin.call('markBookRead', { params });
    expect((await admin.call('getBookReadHistory', { params })).readCount).toBe(1);
    await admin.call('deleteReadHistory', {});
    expect((await admin.call('getBookReadHistory', { params })).readCount).toBe(0);
  });

  it('of a series counts how often all of it was read', async () => {
    await using server = await startServer(kind);
    const { admin, addBook, series } = await openDesk(server);
    const params = { id: series };
    const empty = { readCount: 0, lastCompletedAt: null, entries: [] };
    const books = [await addBook(), await addBook()];
    const read = async (...ids: readonly string[]) => admin.call('markBooksRead', { body: { bookIds: [...ids] } });
    const unread = async (...ids: readonly string[]) => admin.call('markBooksUnread', { body: { bookIds: [...ids] } });
    expect(await admin.call('getSeriesReadHistory', { params })).toEqual(empty);
    expect(await read(books[0] ?? '', randomUUID())).toEqual({ count: 1, message: '1 book marked as read' });
    expect(await read(books[0] ?? '')).toMatchObject({ count: 0 });
    expect(await admin.call('getSeriesReadHistory', { params })).toEqual(empty);
    expect(await admin.call('markManySeriesRead', { body: { seriesIds: [series, randomUUID()] } })).toMatchObject({
      count: 1,
    });
    expect(await unread(...books)).toEqual({ count: 2, message: '2 books marked as unread' });
    await read(...books);
    const twice = await admin.call('getSeriesReadHistory', { params });
    expect(twice).toMatchObject({ readCount: 2, lastCompletedAt: twice.entries[0]?.completedAt });
    expect(await admin.call('markManySeriesUnread', { body: { seriesIds: [series] } })).toMatchObject({ count: 2 });
    await admin.call('deleteSeriesReadHistory', { params });
    expect(await admin.call('getSeriesReadHistory', { params })).toEqual(empty);
  });

  it('is told in many places at once, and by locators', async () => {
    await using server = await startServer(kind);
    const { admin, addBook } = await openDesk(server);
    const [one, two] = [await addBook(), await addBook()];
    const nobody = randomUUID();
    const saved = await admin.call('saveManyProgress', {
      body: {
        progress: [
          { bookId: one, currentPage: 3 },
          { bookId: two, currentPage: 99 },
          { bookId: nobody, currentPage: 1 },
        ],
      },
    });
    expect(saved.progress).toMatchObject([{ bookId: one, currentPage: 3 }]);
    expect(saved.rejected).toEqual([
      { bookId: two, reason: 'invalid_page' },
      { bookId: nobody, reason: 'book_not_found' },
    ]);
    const params = { id: one };
    expect(await admin.call('getProgression', { params })).toBeUndefined();
    const locator = {
      href: 'c1.xhtml',
      type: 'text/html',
      locations: { position: 5, totalProgression: 0.99 },
      text: {},
    };
    await admin.call('saveProgression', { params, body: locator });
    expect(await admin.call('getProgression', { params })).toEqual(locator);
    expect(await admin.call('getProgress', { params })).toMatchObject({ currentPage: 5, completed: true });
    const refused = await admin.fetch(`/api/v1/books/${one}/progression`, {
      ...{ method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{"href":"a","locations":{}}' },
    });
    expect(refused.status).toBe(400);
  });
});

describe.each(databases)('reading from before sessions were kept on %s', (kind) => {
  it('goes on where it was', async () => {
    await using server = await startServer(kind);
    const { admin, addBook, send } = await openDesk(server);
    const { id: userId } = await admin.call('getCurrentUser', {});
    const [again, rewound, finished] = [await addBook(), await addBook(), await addBook()];
    const at = (minute: number) => START + minute * 60_000;
    const place = (id: string, bookId: string, values: { completed: number; completedAt: number | null }) => ({
      ...{ id, userId, bookId, currentPage: 4, percentage: null, locator: null, startedAt: at(10), updatedAt: at(30) },
      ...values,
    });
    const reading = (id: string, bookId: string, startedAt: number, completedAt: number) => ({
      ...{ id, userId, bookId, startedAt, completedAt, deviceId: null, deviceName: null },
    });
    const [pass1, pass2, now, same, only] = Array.from({ length: 5 }, () => randomUUID());
    await server.context.db.transaction(async (tx) => {
      await tx.write
        .insertInto('readCompletion')
        .values([
          reading(pass1 ?? '', again, at(1), at(2)),
          reading(pass2 ?? '', again, at(3), at(4)),
          reading(same ?? '', rewound, at(10), at(20)),
          reading(only ?? '', finished, at(10), at(30)),
        ])
        .execute();
      await tx.write
        .insertInto('readProgress')
        .values([
          place(now ?? '', again, { completed: 0, completedAt: null }),
          place(same ?? '', rewound, { completed: 0, completedAt: null }),
          place(only ?? '', finished, { completed: 1, completedAt: at(30) }),
        ])
        .execute();
      await fillSessions(tx.write as unknown as Kysely<unknown>);
    });
    for (const id of [again, rewound, finished]) {
      const before = await fetchStory(admin, id);
      const known = await admin.call('getProgress', { params: { id } });
      const [ids, others] = [
        await admin.call('getBookReadHistory', { params: { id } }),
        { currentPage: 5, completed: false },
      ];
      const saved = await admin.call('saveProgress', { params: { id }, body: others });
      expect(saved).toMatchObject({ id: known?.id, startedAt: known?.startedAt, currentPage: 5 });
      const after = await admin.call('getBookReadHistory', { params: { id } });
      expect(after.entries.map((entry) => entry.id)).toEqual(ids.entries.map((entry) => entry.id));
      expect((await fetchStory(admin, id)).readings.map(({ completedAt }) => completedAt)).toEqual(
        before.readings.map(({ completedAt }) => completedAt),
      );
    }
    // What comes late from then still finds its place.
    await send(admin, again, [{ kind: 'completed', page: PAGES, minute: 15, device: 'phone' }]);
    const story = await fetchStory(admin, again);
    expect([story.page, story.completed, story.readings.length]).toEqual([5, false, 3]);
  });
});
