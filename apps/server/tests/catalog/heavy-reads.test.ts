import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { ReadThreads } from '#db/read-threads.ts';
import { setupAdmin } from '../_harness/client.ts';
import { switchCompatOn } from '../_harness/compat.ts';
import { databases } from '../_harness/databases.ts';
import { type Home, openHome } from '../_harness/home.ts';
import { until } from '../_harness/scans.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

async function countSeries({ context }: TestServer): Promise<number> {
  const row = await context.db.readHeavy
    .selectFrom('series')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

async function select(server: TestServer, what: string): Promise<unknown> {
  const row = await server.context.db.readHeavy.selectNoFrom(sql.raw(what).as('value')).executeTakeFirstOrThrow();
  return row.value;
}

describe.each(databases)('reads that take long, on %s', (kind) => {
  it('see what was committed before, and leave the event loop to others', async () => {
    await using server = await startServer(kind);
    const shelf = await newShelf(server);
    for (let count = 1; count <= 3; count += 1) {
      await shelf.addSeries(`Series ${String(count)}`);
      expect(await countSeries(server)).toBe(count);
    }
    // A machine that stops this process at the wrong moment hides it; what reads in the loop itself never lets others go first.
    const letsOthersGoFirst = async (): Promise<boolean> => {
      let isDone = false;
      const reading = countSeries(server).finally(() => (isDone = true));
      await nextTurn();
      const wasDone = isDone;
      expect(await reading).toBe(3);
      return !wasDone;
    };
    await expect.poll(letsOthersGoFirst).toBe(true);
  });

  it('answer many at once, each with its own', async () => {
    await using server = await startServer(kind);
    const wanted = Array.from({ length: 40 }, (_, index) => index);
    expect(await Promise.all(wanted.map(async (number) => select(server, String(number))))).toEqual(wanted);
  });

  it('tell what was wrong with one, and answer the next', async () => {
    await using server = await startServer(kind);
    await expect(select(server, 'nonsense_of_ours(1)')).rejects.toThrow(/nonsense_of_ours/);
    expect(await select(server, '1')).toBe(1);
  });
});

describe('reads that take long, on sqlite', () => {
  it('cannot write', async () => {
    await using home = await openHome('sqlite');
    await using threads = new ReadThreads(join(home.dataDir, 'lectern.db'));
    const write = threads.run({ text: 'delete from "series" returning "id"', parameters: [] });
    await expect(write).rejects.toThrow(/readonly/);
  });

  it('are not begun once the database is closed', async () => {
    await using home = await openHome('sqlite');
    const threads = new ReadThreads(join(home.dataDir, 'lectern.db'));
    await threads[Symbol.asyncDispose]();
    await expect(threads.run({ text: 'select 1', parameters: [] })).rejects.toThrow(/closed/);
  });
});

function isNone(count: number): boolean {
  return count === 0;
}

/** Rows without end, as a query that takes long looks at them. */
const ENDLESS = `with recursive "count"("n") as (select 1 union all select "n" + 1 from "count")
  select count(*) as "value" from "count" where case when "n" % 512 = 0 then lectern_wanted() else 1 end = 1`;

describe('reads whose client disconnected', () => {
  it('end at their next rows on sqlite, or never begin, and make way for others', async () => {
    await using home = await openHome('sqlite');
    {
      await using _server = await startServer('sqlite', { home });
    }
    await using threads = new ReadThreads(join(home.dataDir, 'lectern.db'));
    const gone = new AbortController();
    // More than there are threads: some of them wait.
    const endless = [1, 2, 3].map(async () => threads.run({ text: ENDLESS, parameters: [] }, gone.signal));
    const asked = threads.run({ text: 'select 1 as "value"', parameters: [] });
    gone.abort();
    expect(await Promise.all(endless)).toEqual([[], [], []]);
    expect(await asked).toEqual([{ value: 1 }]);
    expect(await threads.run({ text: 'select 2 as "value"', parameters: [] })).toEqual([{ value: 2 }]);
  });

  it('do not start when the client is already gone', async () => {
    await using home = await openHome('sqlite');
    await using threads = new ReadThreads(join(home.dataDir, 'lectern.db'));
    expect(await threads.run({ text: ENDLESS, parameters: [] }, AbortSignal.abort())).toEqual([]);
    expect(threads.state()).toMatchObject({ open: 0, waiting: 0 });
  });

  it('keep the database from being closed no longer than till their next rows, on sqlite', async () => {
    await using home = await openHome('sqlite');
    // A thread that is terminated within its query misses the cancel, most times.
    for (let round = 0; round < 3; round += 1) {
      const threads = new ReadThreads(join(home.dataDir, 'lectern.db'));
      await threads.run({ text: 'select 1', parameters: [] });
      const endless = expect(threads.run({ text: ENDLESS, parameters: [] })).rejects.toThrow(/closed/);
      await sleep(5);
      await threads[Symbol.asyncDispose]();
      await endless;
    }
  });

  it('fail alone when the file cannot be opened, and the next one finds it again', async () => {
    await using home = await openHome('sqlite');
    const path = join(home.dataDir, 'later.db');
    await using threads = new ReadThreads(path);
    const ask = async (): Promise<unknown> => threads.run({ text: 'select 1 as "value"', parameters: [] });
    await expect(ask()).rejects.toMatchObject({ code: 'SQLITE_CANTOPEN' });
    await copyFile(join(home.dataDir, 'lectern.db'), path);
    expect(await ask()).toEqual([{ value: 1 }]);
  });

  it.each(databases)('are given up with the reason, on %s', async (kind) => {
    await using server = await startServer(kind);
    const gone = new AbortController();
    const { readHeavy } = server.context.db.whileWanted(() => gone.signal);
    const text = kind === 'sqlite' ? `(${ENDLESS})` : '(select 1 from pg_sleep(3600))';
    const reading = readHeavy.selectNoFrom(sql.raw(text).as('value')).execute();
    const left = expect(reading).rejects.toMatchObject({ name: 'AbortError' });
    gone.abort();
    await left;
    expect(await select(server, '1')).toBe(1);
    if (kind === 'postgres') await until(async () => countOthers(server, sql`"query" like '%pg_sleep(3600)%'`), isNone);
  });
});

/** Other connections to this database whose query goes on. */
async function countOthers({ context }: TestServer, which: RawBuilder<unknown>): Promise<number> {
  const found = sql<{ count: number }>`(select count(*) as "count" from pg_stat_activity where ${which}
    and "state" = 'active' and "pid" <> pg_backend_pid() and "datname" = current_database())`;
  const { count } = await context.db.read.selectFrom(found.as('found')).select('found.count').executeTakeFirstOrThrow();
  return count;
}

/** Keeps reads that take long from being answered until it is disposed. */
interface Jam extends AsyncDisposable {
  readonly countWaiting: () => Promise<number>;
  /** Whether the database was told to end one, though it is jammed still. */
  readonly isGivenUp: () => Promise<boolean>;
}

/** Waits for the check of the database at the start, whose next read would wait behind a jam. */
async function waitForRest({ context }: TestServer): Promise<void> {
  let quiet = 0;
  await until(
    async () => {
      const { open, idle, waiting } = context.db.pool();
      quiet = open === idle && waiting === 0 ? quiet + 1 : 0;
      return quiet;
    },
    (times) => times > 4,
  );
}

async function jam(server: TestServer, home: Home): Promise<Jam> {
  const { db } = server.context;
  if (home.databaseUrl === undefined) {
    const gone = new AbortController();
    const { readHeavy } = db.whileWanted(() => gone.signal);
    const endless = [1, 2].map(async () => readHeavy.selectNoFrom(sql.raw(`(${ENDLESS})`).as('value')).execute());
    const ended = Promise.allSettled(endless);
    return {
      countWaiting: async () => db.pool().waiting,
      isGivenUp: async () => db.pool().waiting === 0,
      [Symbol.asyncDispose]: async () => {
        gone.abort();
        await ended;
      },
    };
  }
  const client = new pg.Client({ connectionString: home.databaseUrl });
  await client.connect();
  const failedBefore = db.queries.failed;
  await client.query('begin; lock table "book", "readingSession", "searchDoc" in access exclusive mode');
  return {
    // Soon after its start the server looks for places of KOReader by itself, and may do so before the request reads.
    countWaiting: async () =>
      countOthers(server, sql`"wait_event_type" = 'Lock' and "query" not like '%"koreaderPlace"%'`),
    // What the server does by itself waits on: it fails only when it is cancelled.
    isGivenUp: async () => db.queries.failed > failedBefore,
    [Symbol.asyncDispose]: async () => client.end(),
  };
}

const TEXT = { fullTextSearch: 'lantern' };
/** What is asked for, and the compatible API by its own address. */
const ASKED: readonly (readonly [what: string, path: string, body?: unknown])[] = [
  ['a search', '/api/v1/search?q=lantern'],
  ['books of a filter', '/api/v1/books/list', TEXT],
  ['series of a filter', '/api/v1/series/list', TEXT],
  ['series by their books', '/api/v1/series?genres=Drama'],
  ['statistics', '/api/v1/reading-stats'],
  ['books in error', '/api/v1/books/errors'],
  ['a feed', '/opds/v2/books-search?q=lantern'],
  ['series of the compatible API', '/komga/api/v1/series/list', TEXT],
  ['books of the compatible API', '/komga/api/v1/books?search=lantern'],
];

/** What is made of short queries: where these are quickest in the event loop itself, nothing is to be given up. */
const ASKED_BRIEFLY: typeof ASKED = [['the page that comes first', '/api/v1/home']];

describe.each(databases)('answers whose client disconnected, on %s', (kind) => {
  it('are given up by the database', async () => {
    await using home = await openHome(kind);
    await using server = await startServer(kind, { home });
    const admin = await setupAdmin(server);
    await switchCompatOn(admin);
    // Its reads would wait as well.
    await server.context.health[Symbol.asyncDispose]();
    await waitForRest(server);
    for (const [what, path, body] of [...ASKED, ...(kind === 'postgres' ? ASKED_BRIEFLY : [])]) {
      await using jammed = await jam(server, home);
      // What the server reads by itself may wait as well.
      const before = await jammed.countWaiting();
      const gone = new AbortController();
      const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
      let outcome = 'waits';
      const answer = admin.fetch(path, { signal: gone.signal, ...(body === undefined ? {} : post) }).then(
        async (given) => (outcome = `${given.status} ${await given.text()}`),
        (error: unknown) => (outcome = gone.signal.aborted ? 'AbortError' : inspect(error)),
      );
      await until(jammed.countWaiting, (count) => count > before || outcome !== 'waits');
      expect([what, outcome]).toEqual([what, 'waits']);
      gone.abort();
      expect([what, await answer]).toEqual([what, 'AbortError']);
      await until(
        async () => [what, (await jammed.isGivenUp()) || isNone(await jammed.countWaiting())] as const,
        ([, isOver]) => isOver,
      );
    }
  });
});

describe('answers that are quick, on sqlite', () => {
  it('wait for nothing that takes long', async () => {
    await using home = await openHome('sqlite');
    await using server = await startServer('sqlite', { home });
    const admin = await setupAdmin(server);
    await using _jammed = await jam(server, home);
    for (const [what, path] of ASKED_BRIEFLY) expect([what, (await admin.fetch(path)).status]).toEqual([what, 200]);
  });
});
