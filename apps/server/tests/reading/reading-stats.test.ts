import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Client, expectRefusal, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const MINUTE = 60_000;

interface Reading {
  readonly bookId: string;
  readonly at: string;
  readonly minutes?: number;
  readonly pages?: number;
  readonly device?: string;
  readonly kind?: 'progress' | 'completed';
}

/** Sends measured sessions that end at these times. */
async function read(client: Client, readings: readonly Reading[]): Promise<void> {
  const sessions = readings.map(({ bookId, at, minutes = 10, pages = 5, device = 'phone', kind = 'progress' }) => ({
    ...{ id: randomUUID(), bookId, kind, toPage: 2, pagesRead: pages, activeDurationMs: minutes * MINUTE },
    ...{ deviceId: device, deviceName: `My ${device}`, clientEndedAt: at },
    clientStartedAt: new Date(Date.parse(at) - minutes * MINUTE).toISOString(),
  }));
  const answer = await client.call('recordSessions', { body: { sessions } });
  expect(answer.rejected).toEqual([]);
}

async function openDesk(server: TestServer) {
  const admin = await setupAdmin(server);
  const open = await newShelf(server, { name: 'Open' });
  const hidden = await newShelf(server, { name: 'Hidden' });
  const [saga, other] = [await open.addSeries('Saga'), await hidden.addSeries('Other')];
  const one = await open.addBook(saga, 'One');
  const two = await open.addBook(saga, 'Two', { fileFormat: 'epub' });
  const far = await hidden.addBook(other, 'Far');
  await server.context.db.transaction(async (tx) => {
    const genre = randomUUID();
    await tx.write.insertInto('genre').values({ id: genre, name: 'Drama', nameKey: 'drama', createdAt: 1 }).execute();
    await tx.write.insertInto('seriesGenre').values({ seriesId: saga, genreId: genre, position: 0 }).execute();
    await tx.write
      .insertInto('bookMetadata')
      .values({
        ...{ id: randomUUID(), bookId: one, createdAt: 1, updatedAt: 1, awards: '[]', locks: '[]' },
        authors: JSON.stringify([
          { name: 'Ann', role: 'writer', sortName: null },
          { name: 'Ann', role: 'inker', sortName: null },
        ]),
      })
      .execute();
  });
  const account = { username: 'guest', password: 'a long password' };
  await admin.call('createUser', { body: { ...account, libraryIds: [open.libraryId, hidden.libraryId] } });
  return { admin, guest: await signIn(server, account), open, hidden, saga, one, two, far };
}

const part = (minutes: number, pagesRead: number, sessions: number) => ({
  ...{ duration: { measuredMs: minutes * MINUTE, inferredMs: 0, totalMs: minutes * MINUTE }, pagesRead, sessions },
});

describe.each(databases)('reading statistics on %s', (kind) => {
  it('tell how much a user read, by every grouping', async () => {
    await using server = await startServer(kind);
    const { admin, guest, open, saga, one, two } = await openDesk(server);
    await read(guest, [
      { bookId: one, at: '2026-01-04T12:00:00Z', minutes: 30, pages: 20 },
      { bookId: one, at: '2026-01-05T12:00:00Z', kind: 'completed' },
      { bookId: two, at: '2026-01-05T23:30:00Z', device: 'tablet' },
      { bookId: two, at: '2025-12-31T23:59:59Z' },
    ]);
    const query = { from: '2026-01-01', to: '2026-01-11', timezone: 'UTC' } as const;
    const stats = await guest.call('getReadingStats', { query });
    expect(stats).toMatchObject({ ...query, granularity: 'day' });
    expect(stats.summary).toEqual({ ...part(50, 30, 3), books: 2, booksFinished: 1, sessionsWithoutDuration: 0 });
    expect(stats.periods.length).toBe(11);
    expect(stats.periods[3]).toEqual({ bucket: '2026-01-04', ...part(30, 20, 1), booksFinished: 0 });
    expect(stats.periods[4]).toEqual({ bucket: '2026-01-05', ...part(20, 10, 2), booksFinished: 1 });
    expect(stats.periods[5]).toEqual({ bucket: '2026-01-06', ...part(0, 0, 0), booksFinished: 0 });
    expect(stats.devices).toEqual([
      { deviceId: 'app:tablet', deviceName: 'My tablet', ...part(10, 5, 1), lastReadAt: '2026-01-05T23:30:00.000Z' },
      { deviceId: 'app:phone', deviceName: 'My phone', ...part(40, 25, 2), lastReadAt: '2026-01-05T12:00:00.000Z' },
    ]);
    expect(stats.series).toEqual([{ seriesId: saga, seriesName: 'Saga', ...part(50, 30, 3), books: 2 }]);
    expect(stats.libraries).toEqual([{ libraryId: open.libraryId, libraryName: 'Open', ...part(50, 30, 3), books: 2 }]);
    expect(stats.formats).toEqual([
      { format: 'cbz', ...part(40, 25, 2) },
      { format: 'epub', ...part(10, 5, 1) },
    ]);
    expect(stats.genres).toEqual([{ name: 'Drama', ...part(50, 30, 3), books: 2 }]);
    expect(stats.authors).toEqual([{ name: 'Ann', ...part(40, 25, 2), books: 1 }]);
    // Weeks begin on Monday; days are those of the time zone.
    const weeks = await guest.call('getReadingStats', { query: { ...query, granularity: 'week' } });
    expect(weeks.periods.map(({ bucket, sessions }) => [bucket, sessions])).toEqual([
      ['2025-12-29', 1],
      ['2026-01-05', 2],
    ]);
    const berlin = await guest.call('getReadingStats', { query: { ...query, timezone: 'Europe/Berlin' } });
    expect(berlin.summary.sessions).toBe(4);
    expect(berlin.periods.filter(({ sessions }) => sessions > 0).map(({ bucket }) => bucket)).toEqual([
      ...['2026-01-01', '2026-01-04', '2026-01-05', '2026-01-06'],
    ]);
    expect((await admin.call('getReadingStats', { query })).summary).toMatchObject({ sessions: 0, books: 0 });
    for (const wrong of [
      { from: '2026-02-01', to: '2026-01-01' },
      { timezone: 'Mars/Base' },
      { from: '1990-01-01', to: '2026-01-01' },
    ])
      expect(await expectRefusal(guest.call('getReadingStats', { query: wrong }))).toMatchObject({ status: 400 });
  });

  it('leave out what was hidden from their reader, and tell the operator how much and nothing else', async () => {
    await using server = await startServer(kind);
    const { admin, guest, open, one, far } = await openDesk(server);
    await read(guest, [
      { bookId: one, at: '2026-01-04T12:00:00Z' },
      { bookId: far, at: '2026-01-04T13:00:00Z' },
    ]);
    await read(admin, [{ bookId: one, at: '2026-01-04T14:00:00Z', kind: 'completed' }]);
    const { data } = await admin.call('listUsers', { query: {} });
    const id = data.find(({ username }) => username === 'guest')?.id ?? '';
    const query = { from: '2026-01-01', to: '2026-01-31', granularity: 'month', timezone: 'UTC' } as const;
    expect((await guest.call('getReadingStats', { query })).summary).toMatchObject({ sessions: 2, books: 2 });
    await admin.call('updateUser', { params: { id }, body: { libraryIds: [open.libraryId] } });
    const { summary, periods } = await guest.call('getReadingStats', { query });
    expect([summary.sessions, summary.books, periods[0]?.sessions]).toEqual([1, 1, 1]);
    const all = await admin.call('getServerReadingStats', { query });
    const totals = { ...part(30, 15, 3), activeUsers: 2, booksFinished: 1 };
    expect(all).toMatchObject({ summary: totals, periods: [{ bucket: '2026-01-01', ...totals }] });
    expect(Object.keys(all).toSorted()).toEqual(['from', 'granularity', 'periods', 'summary', 'timezone', 'to']);
    expect(await expectRefusal(guest.call('getServerReadingStats', { query }))).toMatchObject({ status: 403 });
  });

  it('tell the reading of a user today and this year', async () => {
    await using server = await startServer(kind);
    const { guest, one, two } = await openDesk(server);
    const today = new Date();
    const noon = (daysAgo: number) => {
      const day = new Date(today);
      day.setUTCDate(day.getUTCDate() - daysAgo);
      return `${day.toISOString().slice(0, 10)}T00:00:01Z`;
    };
    const ago = [0, 1, 2, 10, 11, 12, 13];
    await read(
      guest,
      ago.map((days) => ({ bookId: one, at: noon(days) })),
    );
    await read(guest, [{ bookId: two, at: noon(0), kind: 'completed' }]);
    const overview = await guest.call('getReadingOverview', { query: { timezone: 'UTC' } });
    expect(overview.today).toEqual({ ...part(20, 10, 2), books: 2, booksFinished: 1 });
    expect(overview.streak).toEqual({
      currentDays: 3,
      longestDays: 4,
      longestFrom: noon(13).slice(0, 10),
      longestTo: noon(10).slice(0, 10),
    });
    const year = today.getUTCFullYear();
    const ofYear = ago.filter((days) => noon(days).startsWith(String(year)));
    const { currentYear } = overview;
    expect(currentYear).toMatchObject({ year, daysRead: ofYear.length, books: 2, booksFinished: 1 });
    expect(currentYear.months.reduce((sum, { sessions }) => sum + sessions, 0)).toBe(ofYear.length + 1);
    expect(currentYear.months.length).toBe(12);
  });
});
