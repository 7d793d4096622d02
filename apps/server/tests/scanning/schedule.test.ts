import { randomUUIDv7 } from 'node:crypto';
import { hostname } from 'node:os';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { type Context, openContext } from '#context/context.ts';
import type { Database } from '#db/open.ts';
import { readConfig } from '#index.ts';
import { runSchedules } from '#jobs/schedule-scans.ts';
import { runServerSchedule } from '#jobs/schedule-server-work.ts';
import { setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { openHome } from '../_harness/home.ts';
import { newBookFolder } from '../_harness/make-books.ts';
import { addLibrary, waitForTasks, until } from '../_harness/scans.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const log = pino({ level: 'silent' });

function pickTools({ context }: Pick<TestServer, 'context'>, timezone = 'UTC') {
  return { db: context.db, queue: context.queue, log, timezone };
}

const SCANNING = {
  enabled: true,
  cronSchedule: '0 4 * * *',
  cronTimezone: null as string | null,
  scanMode: 'normal',
  scanOnStart: false,
  purgeDeletedOnScan: false,
};

async function addScheduled(
  server: Pick<TestServer, 'context'>,
  values: Partial<typeof SCANNING> = {},
): Promise<string> {
  const scanningConfig = JSON.stringify({ ...SCANNING, ...values });
  return (await newShelf(server, { scanningConfig })).libraryId;
}

/** Scans that were ever queued, by library and how. */
async function listScans(db: Database): Promise<{ libraryId: string | null; payload: string }[]> {
  return db.read
    .selectFrom('task')
    .select(['libraryId', 'payload'])
    .where('type', '=', 'scan_library')
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

/** Lets queued scans be over, as far as the next one is concerned. */
async function endScans({ context }: Pick<TestServer, 'context'>): Promise<void> {
  await context.db.transaction(async (tx) => {
    await tx.write.updateTable('task').set({ status: 'completed', completedAt: Date.now() }).execute();
  });
}

/** A server that does nothing by itself: its clock is the test's, and what is queued can be counted. */
interface Resting extends AsyncDisposable {
  readonly context: Context;
}

async function restingServer(kind: (typeof databases)[number]): Promise<Resting> {
  await using opened = new AsyncDisposableStack();
  const home = opened.use(await openHome(kind));
  const database = home.databaseUrl === undefined ? {} : { 'database.url': home.databaseUrl };
  const flags = { data_dir: home.dataDir, 'log.level': 'silent', ...database };
  const context = opened.use(await openContext(readConfig({ flags })));
  const owned = opened.move();
  return { context, [Symbol.asyncDispose]: async () => owned.disposeAsync() };
}

const at = (time: string): number => Date.parse(time);

describe.each(databases)('scheduled scans on %s', (kind) => {
  it('come at their time in the time zone of the library, else of the server', async () => {
    await using server = await restingServer(kind);
    const tools = pickTools(server, 'Asia/Tokyo');
    const tokyo = await addScheduled(server);
    const paris = await addScheduled(server, { cronTimezone: 'Europe/Paris', scanMode: 'deep' });
    expect(await runSchedules(tools, at('2026-11-20T00:00:00Z'))).toBe(at('2026-11-20T03:00:00Z'));
    expect(await listScans(tools.db)).toEqual([]);
    expect(await runSchedules(tools, at('2026-11-20T03:00:00Z'))).toBe(at('2026-11-20T19:00:00Z'));
    expect(await listScans(tools.db)).toEqual([
      { libraryId: paris, payload: JSON.stringify({ libraryId: paris, mode: 'deep' }) },
    ]);
    await runSchedules(tools, at('2026-11-20T19:00:00Z'));
    expect((await listScans(tools.db)).map(({ libraryId }) => libraryId)).toEqual([paris, tokyo]);
  });

  it('come once for all that were missed while no server ran, and then at their time', async () => {
    await using server = await restingServer(kind);
    const tools = pickTools(server);
    await addScheduled(server, { cronSchedule: '0 * * * *' });
    await runSchedules(tools, at('2026-11-20T00:30:00Z'));
    expect(await runSchedules(tools, at('2026-11-22T10:20:00Z'))).toBe(at('2026-11-22T11:00:00Z'));
    expect(await listScans(tools.db)).toHaveLength(1);
    await endScans(server);
    await runSchedules(tools, at('2026-11-22T10:21:00Z'));
    expect(await listScans(tools.db)).toHaveLength(1);
  });

  it('come once, however many processes look at once and whatever their clocks say', async () => {
    await using server = await restingServer(kind);
    const tools = pickTools(server);
    await addScheduled(server);
    await runSchedules(tools, at('2026-11-20T00:00:00Z'));
    const due = at('2026-11-20T04:00:00Z');
    await Promise.all([0, 0, 400, 0, -100, 3].map(async (skew) => runSchedules(tools, due + skew)));
    await endScans(server);
    await runSchedules(tools, due - 5_000);
    expect(await listScans(tools.db)).toHaveLength(1);
  });

  it('come once on days that are an hour longer or shorter', async () => {
    await using server = await restingServer(kind);
    const tools = pickTools(server);
    await addScheduled(server, { cronSchedule: '30 2 * * *', cronTimezone: 'Europe/Berlin' });
    for (const [from, days] of [
      ['2026-03-28T12:00:00Z', 2],
      ['2026-10-24T12:00:00Z', 2],
    ] as const) {
      await runSchedules(tools, at(from));
      await endScans(server);
      const before = (await listScans(tools.db)).length;
      for (let minute = 0; minute <= days * 1_440; minute += 30) {
        await runSchedules(tools, at(from) + minute * 60_000);
        await endScans(server);
      }
      expect((await listScans(tools.db)).length - before).toBe(days);
    }
  });

  it('are left out while the library is being scanned', async () => {
    await using server = await restingServer(kind);
    const tools = pickTools(server);
    const libraryId = await addScheduled(server);
    await runSchedules(tools, at('2026-11-20T00:00:00Z'));
    await tools.db.transaction(async (tx) => tools.queue.enqueue(tx, 'scan_library', { libraryId, mode: 'deep' }));
    expect(await runSchedules(tools, at('2026-11-20T04:00:00Z'))).toBe(at('2026-11-21T04:00:00Z'));
    expect(await listScans(tools.db)).toMatchObject([{ payload: JSON.stringify({ libraryId, mode: 'deep' }) }]);
  });

  it('follow a change of one library, and leave the others as they are', async () => {
    await using server = await restingServer(kind);
    const tools = pickTools(server);
    const { db } = tools;
    const changed = await addScheduled(server, { scanOnStart: true });
    const other = await addScheduled(server, { cronSchedule: '0 5 * * *' });
    const off = await addScheduled(server);
    await runSchedules(tools, at('2026-11-20T00:00:00Z'));
    const readRows = async () => db.read.selectFrom('librarySchedule').selectAll().orderBy('libraryId').execute();
    const before = await readRows();
    const set = async (id: string, config: object): Promise<void> => {
      const scanningConfig = JSON.stringify({ ...SCANNING, scanOnStart: true, ...config });
      await db.transaction(async (tx) =>
        tx.write.updateTable('library').set({ scanningConfig }).where('id', '=', id).execute(),
      );
    };
    await set(changed, { cronSchedule: '0 6 * * *' });
    await set(off, { enabled: false });
    await runSchedules(tools, at('2026-11-20T00:10:00Z'));
    const after = await readRows();
    expect(after.map(({ libraryId }) => libraryId).sort()).toEqual([changed, other].sort());
    expect(after.find(({ libraryId }) => libraryId === other)).toEqual(
      before.find(({ libraryId }) => libraryId === other),
    );
    expect(after.find(({ libraryId }) => libraryId === changed)?.nextRunAt).toBe(at('2026-11-20T06:00:00Z'));
    expect(await listScans(db)).toEqual([]);
  });

  it('come for the other libraries when one has a schedule that cannot be read', async () => {
    await using server = await restingServer(kind);
    const tools = pickTools(server);
    await addScheduled(server, { cronSchedule: 'never' });
    await addScheduled(server, { cronTimezone: 'Mars/Olympus' });
    const good = await addScheduled(server);
    await runSchedules(tools, at('2026-11-20T00:00:00Z'));
    await runSchedules(tools, at('2026-11-20T04:00:00Z'));
    expect(await listScans(tools.db)).toMatchObject([{ libraryId: good }]);
  });

  it('come by themselves on a running server', async () => {
    using folder = newBookFolder();
    await folder.addComic('Saga/1.cbz');
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const scanningConfig = { enabled: true, cronSchedule: '* * * * * *' };
    const { id } = await addLibrary(client, folder.path, { scanningConfig });
    await until(
      async () => client.call('getLibrary', { params: { id } }),
      ({ bookCount }) => bookCount === 1,
    );
    await client.call('updateLibrary', { params: { id }, body: { scanningConfig: { enabled: false } } });
    await waitForTasks(client);
  });
});

describe.each(databases)('scans at the start on %s', (kind) => {
  it('come once for all servers on one database, in the way the library says, and not when it is changed', async () => {
    await using home = await openHome(kind);
    const library = async (server: TestServer): Promise<string> =>
      addScheduled(server, { enabled: false, scanOnStart: true, scanMode: 'deep' });
    let id = '';
    {
      await using first = await startServer(kind, { home });
      await first.context.queue.pause('test');
      id = await library(first);
      const client = await setupAdmin(first);
      await client.call('updateLibrary', { params: { id }, body: { name: randomUUIDv7() } });
      expect(await listScans(first.context.db)).toEqual([]);
    }
    await using second = await startServer(kind, { home });
    const scans = [{ libraryId: id, payload: JSON.stringify({ libraryId: id, mode: 'deep' }) }];
    expect(await listScans(second.context.db)).toEqual(scans);
    await endScans(second);
    await using third = kind === 'postgres' ? await startServer(kind, { home }) : undefined;
    expect(await listScans((third ?? second).context.db)).toHaveLength(1);
  });

  it('come again after a server was killed', async () => {
    await using home = await openHome(kind);
    {
      await using first = await startServer(kind, { home });
      await first.context.queue.pause('test');
      await addScheduled(first, { scanOnStart: true });
      const gone = { name: `${hostname()}:4194304:abc`, startedAt: 1, aliveUntil: 1e13 };
      await first.context.db.transaction(async (tx) => tx.write.insertInto('serverProcess').values(gone).execute());
    }
    await using second = await startServer(kind, { home });
    expect(await listScans(second.context.db)).toHaveLength(1);
    const names = await second.context.db.read.selectFrom('serverProcess').select('name').execute();
    expect(names).toHaveLength(1);
  });
});

describe.each(databases)('the search for duplicates on %s', (kind) => {
  const searches = async (db: Database): Promise<number> =>
    (await db.read.selectFrom('task').select('id').where('type', '=', 'find_duplicates').execute()).length;

  it('follows its schedule, once for all processes, and not while one waits', async () => {
    await using server = await restingServer(kind);
    const tools = pickTools(server, 'Europe/Paris');
    const run = async (now: number, cronSchedule = '30 3 * * *') =>
      runServerSchedule(tools, { type: 'find_duplicates', cronSchedule }, now);
    const { db } = server.context;
    const due = at('2026-11-21T02:30:00Z');
    expect(await run(at('2026-11-20T12:00:00Z'))).toBe(due);
    expect(await run(due - 1)).toBe(due);
    expect(await searches(db)).toBe(0);
    await Promise.all([0, 0, 400].map(async (skew) => run(due + skew)));
    expect(await searches(db)).toBe(1);
    // The first one still waits; days that were missed count once.
    expect(await run(at('2026-11-25T12:00:00Z'))).toBe(at('2026-11-26T02:30:00Z'));
    expect(await searches(db)).toBe(1);
    // Another schedule counts from now; none is none.
    expect(await run(at('2026-11-25T12:00:00Z'), '0 12 * * *')).toBe(at('2026-11-26T11:00:00Z'));
    expect(await run(due, '')).toBeUndefined();
    expect(await run(at('2026-11-30T00:00:00Z'))).toBe(at('2026-11-30T02:30:00Z'));
    expect(await searches(db)).toBe(1);
  });
});
