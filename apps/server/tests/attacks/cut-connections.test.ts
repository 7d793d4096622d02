import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Task } from '@lectern/contract';
import SqliteDatabase from 'better-sqlite3';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { explainRefusal } from '#core/explain-refusal.ts';
import { nameStatements } from '#db/named-pool.ts';
import { openDatabase, type ReadDb } from '#db/open.ts';
import { createStatementNames } from '#db/statement-names.ts';
import { type Client, createClient, setupAdmin } from '../_harness/client.ts';
import { openDatabaseLine } from '../_harness/database-line.ts';
import { openEventStream } from '../_harness/event-stream.ts';
import { openHome } from '../_harness/home.ts';
import { newBookFolder } from '../_harness/make-books.ts';
import { addLibrary, waitForTasks, until } from '../_harness/scans.ts';
import { startServerProcess } from '../_harness/server-process.ts';
import { startServer } from '../_harness/start-server.ts';

const ALL = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()';

const ASLEEP = `select 1 from pg_stat_activity
  where datname = $1 and pid <> pg_backend_pid() and state = 'active' and query like '%pg_sleep%'`;

/** A connection beside those that it cuts. */
async function openScissors(databaseUrl: string) {
  const name = new URL(databaseUrl).pathname.slice(1);
  const url = new URL(databaseUrl);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  return {
    cutAll: async () => (await client.query(ALL, [name])).rowCount ?? 0,
    /** Resolves when a query of `sleepIn` runs. */
    asleep: async () =>
      until(
        async () => (await client.query(ASLEEP, [name])).rowCount ?? 0,
        (count) => count > 0,
      ),
    [Symbol.asyncDispose]: async () => client.end(),
  };
}

/** Errors without a listener; they would end a server. */
function watchUncaught() {
  const seen: unknown[] = [];
  const before = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException');
  process.on('uncaughtException', (error) => seen.push(error));
  return {
    seen,
    [Symbol.dispose]: () => {
      process.removeAllListeners('uncaughtException');
      for (const listener of before) process.on('uncaughtException', listener);
    },
  };
}

async function sleepIn(db: ReadDb): Promise<unknown> {
  return db.selectFrom(sql`(select 1 from pg_sleep(20))`.as('slept')).selectAll().execute();
}

async function expectFailure(work: Promise<unknown>): Promise<unknown> {
  return await work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** All tasks when they are done, asked for until the database answers again. */
async function waitForTasksAgain(client: Client): Promise<readonly Task[]> {
  return until(
    async () => waitForTasks(client).catch(() => []),
    (tasks) => tasks.length > 0,
  );
}

describe('a connection that PostgreSQL cuts', () => {
  it('fails what used it with words, wherever that was, and nothing else', async () => {
    await using home = await openHome('postgres');
    const url = home.databaseUrl ?? '';
    await using scissors = await openScissors(url);
    using uncaught = watchUncaught();
    const { db: opened } = await openDatabase({ kind: 'postgres', url, poolSize: 3 });
    await using db = opened;
    // The pool may learn of a cut only by the next query.
    const answers = async () =>
      until(
        async () => expectFailure(db.ping()),
        (error) => error === undefined,
      );
    const moments: readonly (() => Promise<unknown>)[] = [
      // In a transaction, between two statements.
      async () =>
        expectFailure(
          db.transaction(async ({ write }) => {
            await sql`select 1`.execute(write);
            await scissors.cutAll();
            await sleep(20);
            await sql`select 1`.execute(write);
          }),
        ),
      // While it commits.
      async () =>
        expectFailure(
          db.transaction(async ({ write }) => {
            await sql`select 1`.execute(write);
            await scissors.cutAll();
          }),
        ),
      async () => {
        const read = expectFailure(sleepIn(db.read));
        await scissors.asleep();
        await scissors.cutAll();
        return read;
      },
      async () => {
        const gone = new AbortController();
        const wanted = db.whileWanted(() => gone.signal);
        const read = expectFailure(sleepIn(wanted.readHeavy));
        await scissors.asleep();
        await scissors.cutAll();
        return read;
      },
    ];
    for (const moment of moments) {
      const error = await moment();
      expect(explainRefusal(error)).toMatchObject({
        kind: 'ServiceUnavailable',
        message: 'The database does not answer. Try again',
      });
      await answers();
    }
    // While it is cancelled, and while it is idle.
    const gone = new AbortController();
    const wanted = db.whileWanted(() => gone.signal);
    const left = expectFailure(sleepIn(wanted.readHeavy));
    await scissors.asleep();
    gone.abort();
    await scissors.cutAll();
    await left;
    await answers();
    await scissors.cutAll();
    await until(
      async () => db.pool().open,
      (open) => open === 0,
    );
    await db.ping();
    expect(uncaught.seen).toEqual([]);
  });

  it('is survived by one beside the pool, by which a query is cancelled', async () => {
    await using home = await openHome('postgres');
    await using scissors = await openScissors(home.databaseUrl ?? '');
    using uncaught = watchUncaught();
    // It opens no connection of its own here.
    const pool = new pg.Pool({ connectionString: home.databaseUrl });
    const { Client } = nameStatements(pool, createStatementNames());
    if (Client === undefined) throw new Error('Expected a client beside the pool');
    const client = new Client(pool.options);
    await client.connect();
    expect(await scissors.cutAll()).toBe(1);
    await expectFailure(client.query('select 1', []));
    // The end of the socket comes after the words of PostgreSQL.
    await sleep(50);
    expect(uncaught.seen).toEqual([]);
  });

  it('never ends a server: requests are answered, work goes on, and events still come', async () => {
    await using home = await openHome('postgres');
    using folder = newBookFolder();
    for (let number = 1; number <= 12; number += 1)
      await folder.addComic(`Saga/Saga ${String(number)}.cbz`, { tint: number });
    await using scissors = await openScissors(home.databaseUrl ?? '');
    await using server = await startServerProcess(home);
    const admin = await setupAdmin(server);
    const library = await addLibrary(admin, folder.path);
    const stream = await openEventStream(admin, '/api/v1/events/stream');
    await admin.call('startScan', { params: { id: library.id }, query: { mode: 'deep' } });
    const answers = new Map<number, number>();
    const [earliest, latest] = [Date.now() + 1_500, Date.now() + 60_000];
    let cuts = 0;
    /** On a busy machine it takes longer until all of it was seen. */
    const isOver = (): boolean =>
      Date.now() > latest || (Date.now() > earliest && cuts > 10 && answers.has(200) && answers.has(503));
    const ask = async (path: string): Promise<void> => {
      while (!isOver()) {
        const response = await admin.fetch(path);
        const body = await response.text();
        if (response.status >= 500)
          expect([response.status, JSON.parse(body)]).toMatchObject([503, { error: 'ServiceUnavailable' }]);
        answers.set(response.status, (answers.get(response.status) ?? 0) + 1);
      }
    };
    const cut = async (): Promise<void> => {
      while (!isOver()) {
        cuts += await scissors.cutAll();
        await sleep(30);
      }
    };
    await Promise.all([ask('/api/v1/books'), ask('/api/v1/series'), ask('/api/v1/tasks'), cut()]);
    expect(cuts).toBeGreaterThan(10);
    expect([...answers.keys()].toSorted()).toEqual([200, 503]);
    const tasks = await waitForTasksAgain(admin);
    expect(tasks.filter(({ status }) => status !== 'completed')).toEqual([]);
    expect((await admin.call('listBooks', {})).total).toBe(12);
    await admin.call('updateLibrary', { params: { id: library.id }, body: { name: 'Afterwards' } });
    expect(await stream.until('event: library_updated')).toContain(library.id);
    await stream.close();
  });
});

describe('a database that is away for a while', () => {
  it('is asked again when it is back: nothing is stuck, lost or doubled', async () => {
    await using home = await openHome('postgres');
    await using line = await openDatabaseLine(home.databaseUrl ?? '');
    using folder = newBookFolder();
    for (let number = 1; number <= 8; number += 1)
      await folder.addComic(`Saga/Saga ${String(number)}.cbz`, { tint: number });
    await using server = await startServerProcess({ ...home, databaseUrl: line.url });
    const admin = await setupAdmin(server);
    const library = await addLibrary(admin, folder.path);
    const stream = await openEventStream(admin, '/api/v1/events/stream');
    await admin.call('startScan', { params: { id: library.id }, query: { mode: 'deep' } });
    await sleep(100);
    line.cut();
    await sleep(1_000);
    const response = await createClient(server, admin.token).fetch('/api/v1/books');
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
    await response.body?.cancel();
    expect((await fetch(`${server.url}/health`)).status).toBe(503);
    line.join();
    const tasks = await waitForTasksAgain(admin);
    expect(tasks.filter(({ status }) => status !== 'completed')).toEqual([]);
    expect((await admin.call('listBooks', {})).total).toBe(8);
    await admin.call('updateLibrary', { params: { id: library.id }, body: { name: 'Afterwards' } });
    const said = await stream.until('event: library_updated');
    expect(said.match(/event: book_created/g)).toHaveLength(8);
    await stream.close();
  });
});

describe('a SQLite file', () => {
  it('without room on its disk refuses writes with words, and takes them again when there is room', async () => {
    await using server = await startServer('sqlite');
    const admin = await setupAdmin(server);
    const { db } = server.context;
    const limitPages = async (most: number) =>
      db.transaction(async ({ write }) => sql.raw(`pragma max_page_count = ${String(most)}`).execute(write));
    const fill = async () =>
      db.transaction(async ({ write }) =>
        write
          .insertInto('serverState')
          .values({ key: 'much', value: 'x'.repeat(2_000_000), changedAt: 0 })
          .execute(),
      );
    // SQLite takes the least that it can for it: as many pages as there are.
    await limitPages(1);
    const failure = await expectFailure(fill());
    expect(explainRefusal(failure)).toMatchObject({
      kind: 'InsufficientStorage',
      message: 'The disk of the database is full. Nothing was changed. Free some space, then try again',
    });
    expect((await admin.call('listBooks', {})).total).toBe(0);
    await limitPages(1_000_000_000);
    await fill();
  });

  it('that another program holds refuses writes with words, and serves reads', async () => {
    await using home = await openHome('sqlite');
    await using server = await startServer('sqlite', { home });
    const admin = await setupAdmin(server);
    const { db } = server.context;
    const other = new SqliteDatabase(join(home.dataDir, 'lectern.db'));
    try {
      // Less than the ten seconds that are usual.
      await db.transaction(async ({ write }) => sql.raw('pragma busy_timeout = 50').execute(write));
      // The server writes by itself at times, and cannot go on while this waits for it.
      other.pragma('busy_timeout = 0');
      await until(
        async () => {
          try {
            other.exec('begin immediate');
          } catch (error) {
            return error;
          }
          return undefined;
        },
        (error) => error === undefined,
      );
      const error = await expectFailure(db.transaction(async () => undefined));
      expect(explainRefusal(error)).toMatchObject({ kind: 'ServiceUnavailable' });
      expect((await admin.call('listBooks', {})).total).toBe(0);
      other.exec('rollback');
      await admin.call('createCollection', { body: { name: 'Afterwards', seriesIds: [] } });
    } finally {
      other.close();
    }
  });
});
