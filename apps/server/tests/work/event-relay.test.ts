import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import type { EventFrame } from '#events/frames.ts';
import { createClient, setupAdmin, signIn } from '../_harness/client.ts';
import { openEventStream } from '../_harness/event-stream.ts';
import { type Home, openHome } from '../_harness/home.ts';
import { newBookFolder } from '../_harness/make-books.ts';
import { addLibrary, scan, waitForTasks, until } from '../_harness/scans.ts';
import { startServerProcess } from '../_harness/server-process.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const STREAM = '/api/v1/events/stream';

function emit(server: TestServer, library_id: string): void {
  server.context.events.emit({ type: 'library_updated', library_id, timestamp: new Date(0).toISOString() });
}

/** Everything that comes over the bus of a server from now on, but for what it tells of its health when it likes. */
function record(server: TestServer): { readonly frames: EventFrame[] } & Disposable {
  const frames: EventFrame[] = [];
  const subscription = server.context.events.subscribe('entity', (frame) => {
    if (frame.name !== 'health_updated') frames.push(frame);
  });
  return { frames, [Symbol.dispose]: () => subscription[Symbol.dispose]() };
}

const listLibraries = (frame: EventFrame): readonly string[] => (frame.kind === 'libraries' ? frame.libraryIds : []);
const namesIn = (frames: readonly EventFrame[]): string[] => frames.flatMap(listLibraries);

async function query(home: Home, statement: string, values: readonly unknown[] = []): Promise<void> {
  const client = new pg.Client({ connectionString: home.databaseUrl });
  await client.connect();
  try {
    await client.query(statement, [...values]);
  } finally {
    await client.end();
  }
}

describe('two server processes on one PostgreSQL', () => {
  it('tell each other what changed, in one order and under the same ids', async () => {
    await using home = await openHome('postgres');
    using folder = newBookFolder();
    for (const number of [1, 2, 3]) await folder.addComic(`Saga/Saga ${String(number)}.cbz`, { tint: number });
    await using one = await startServerProcess(home);
    await using other = await startServerProcess(home);
    const client = await setupAdmin(one);
    const there = createClient(other, client.token);
    const [here, away] = [await openEventStream(client, STREAM), await openEventStream(there, STREAM)];
    // What the other process knows of its lists is out of date with the first event.
    expect((await there.call('listBooks', {})).total).toBe(0);
    const library = await addLibrary(client, folder.path);
    await scan(client, library.id);
    await until(
      async () => there.call('listBooks', {}),
      ({ total }) => total === 3,
    );
    await waitForTasks(client);
    await client.call('deleteLibrary', { params: { id: library.id } });
    const [mine, theirs] = [await here.until('event: library_deleted'), await away.until('event: library_deleted')];
    /** From the library on: what came before it is of the server alone, and one of the streams may have opened later. */
    const parseFrames = (text: string) => {
      const frames = [...text.matchAll(/^event: (.+)\nid: (.+)$/gm)].map(([, name, id]) => [name, id]);
      const names = frames.map(([name]) => name);
      return frames.slice(Math.max(0, names.indexOf('library_created')), names.indexOf('library_deleted') + 1);
    };
    expect(parseFrames(theirs)).toEqual(parseFrames(mine));
    expect(parseFrames(mine).map(([name]) => name)).toEqual(
      expect.arrayContaining(['library_created', 'series_created', 'book_created', 'book_updated', 'library_deleted']),
    );
    expect((await there.call('listBooks', {})).total).toBe(0);
    // A client that comes back to the other process goes on where it was.
    const [, lastId = ''] = parseFrames(mine).at(-2) ?? [];
    const again = await openEventStream(there, STREAM, { 'last-event-id': lastId });
    expect(parseFrames(await again.until('event: library_deleted'))).toHaveLength(1);
    for (const stream of [here, away, again]) await stream.close();
  });

  it('forget in both a session that ended in one, and end its streams', async () => {
    await using home = await openHome('postgres');
    await using one = await startServerProcess(home);
    await using other = await startServerProcess(home);
    await setupAdmin(one);
    const client = await signIn(one);
    const there = createClient(other, client.token);
    const stream = await openEventStream(there, STREAM);
    await client.fetch('/api/v1/auth/logout', { method: 'POST' });
    await stream.ended();
    const response = await there.fetch('/api/v1/auth/me');
    expect(response.status).toBe(401);
    await response.body?.cancel();
  });
});

describe('the relay between processes', () => {
  it('loses nothing, doubles nothing and keeps the order, at any speed', async () => {
    await using home = await openHome('postgres');
    await using one = await startServer('postgres', { home });
    await using other = await startServer('postgres', { home });
    using here = record(one);
    using away = record(other);
    const sent: string[][] = [[], []];
    for (let round = 0; round < 40; round += 1) {
      for (const [index, server] of [one, other].entries()) {
        for (let count = 0; count < 25; count += 1) {
          const name = `${String(index)}-${String(round)}-${String(count)}`;
          sent[index]?.push(name);
          emit(server, name);
        }
      }
      if (round % 10 === 0) await one.context.db.ping();
    }
    await until(
      async () => Math.min(here.frames.length, away.frames.length),
      (count) => count >= 2_000,
    );
    expect(away.frames.map(({ id }) => id)).toEqual(here.frames.map(({ id }) => id));
    const names = namesIn(here.frames);
    expect(names.filter((name) => name.startsWith('0-'))).toEqual(sent[0]);
    expect(names.filter((name) => name.startsWith('1-'))).toEqual(sent[1]);
    expect(names).toHaveLength(2_000);
  });

  it('goes on when its connection breaks', async () => {
    await using home = await openHome('postgres');
    await using one = await startServer('postgres', { home });
    await using other = await startServer('postgres', { home });
    using away = record(other);
    emit(one, 'before');
    await until(
      async () => namesIn(away.frames),
      (names) => names.includes('before'),
    );
    const everyone =
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike $1';
    await query(home, `${everyone} and pid <> pg_backend_pid()`, ['listen%']);
    emit(one, 'after');
    await until(
      async () => namesIn(away.frames),
      (names) => names.includes('after'),
    );
    expect(namesIn(away.frames)).toEqual(['before', 'after']);
  });

  it('carries unchanged whom an event is for, and tells clients of none whose audience it does not know', async () => {
    await using home = await openHome('postgres');
    await using one = await startServer('postgres', { home });
    await using other = await startServer('postgres', { home });
    const changes: string[] = [];
    using _listening = other.context.events.onChange(({ name }) => changes.push(name));
    using away = record(other);
    const member = { libraryId: 'a', tagIds: ['t'], age: 12 };
    const list = { collection_id: 'c', timestamp: new Date(0).toISOString() };
    one.context.events.emitList({ type: 'collection_updated', ...list }, [member]);
    one.context.events.emitList({ type: 'collection_updated', ...list }, null);
    one.context.events.emitPersonal({ type: 'want_to_read_updated', user_id: 'u', timestamp: list.timestamp });
    await until(
      async () => away.frames.length,
      (count) => count === 3,
    );
    const unknown = [
      'null',
      `'{"libraryIds": null}'`,
      `'{"kind": "libraries", "libraryIds": ["a"], "only": "b"}'`,
      `'{"kind": "friends"}'`,
      `'no json'`,
    ];
    for (const [index, audience] of unknown.entries()) {
      await query(
        home,
        `insert into "eventLog" (origin, number, stream, name, json, audience)
         values ('elsewhere', ${String(index)}, 'entity', 'library_updated', '{}', ${audience})`,
      );
    }
    emit(one, 'last');
    await until(
      async () => namesIn(away.frames),
      (names) => names.includes('last'),
    );
    expect(away.frames).toMatchObject([
      { kind: 'libraries', libraryIds: ['a'], members: [member] },
      { kind: 'everyone' },
      { kind: 'user', userId: 'u' },
      ...unknown.map(() => ({ kind: 'nobody' })),
      { kind: 'libraries', libraryIds: ['last'] },
    ]);
    // Caches forget what they know all the same.
    expect(changes).toHaveLength(unknown.length + 1);
  });

  it('replays to a process that starts what others told, and says when it cannot', async () => {
    await using home = await openHome('postgres');
    await using one = await startServer('postgres', { home });
    // It tells events of its own.
    await one.context.health[Symbol.asyncDispose]();
    using here = record(one);
    for (const name of ['first', 'second', 'third']) emit(one, name);
    await until(
      async () => here.frames.length,
      (count) => count === 3,
    );
    const [first] = here.frames;
    const readId = (frame: EventFrame | undefined) => frame?.id ?? '';
    const replayed = async (id: string): Promise<string[]> => {
      await using other = await startServer('postgres', { home });
      await other.context.health[Symbol.asyncDispose]();
      const frames: EventFrame[] = [];
      using _subscription = other.context.events.subscribe('entity', (frame) => frames.push(frame), id);
      return frames.map((frame) => (frame.kind === 'libraries' ? frame.libraryIds.join() : frame.name));
    };
    expect(await replayed(readId(first))).toEqual(['second', 'third']);
    expect(await replayed(readId(here.frames[2]))).toEqual([]);
    expect(await replayed(`${randomBytes(4).toString('hex')}-1`)).toEqual(['stream_reset']);
    await query(home, 'delete from "eventLog" where id <= (select min(id) + 1 from "eventLog")');
    expect(await replayed(readId(first))).toEqual(['stream_reset']);
    expect(await replayed(readId(here.frames[1]))).toEqual(['third']);
  });

  it('tells a process that missed too much to start over', async () => {
    await using home = await openHome('postgres');
    await using one = await startServer('postgres', { home });
    using here = record(one);
    const changes: string[] = [];
    using _listening = one.context.events.onChange(({ name }) => changes.push(name));
    emit(one, 'known');
    await until(
      async () => here.frames.length,
      (count) => count === 1,
    );
    // As if it had been cut off while others wrote, and the log was shortened meanwhile.
    await query(
      home,
      `insert into "eventLog" (id, origin, number, stream, name, json, audience)
       values (1000000, 'elsewhere', 1, 'entity', 'library_updated', '{}', '{"kind": "libraries", "libraryIds": ["late"]}')`,
    );
    await query(home, 'delete from "eventLog" where id < 1000000');
    await query(home, `select setval(pg_get_serial_sequence('"eventLog"', 'id'), 2000000)`);
    emit(one, 'wakes it');
    await until(
      async () => here.frames.map(({ name }) => name),
      (names) => names.includes('stream_reset'),
    );
    expect(changes).toContain('unknown');
    await until(
      async () => namesIn(here.frames),
      (names) => names.includes('late'),
    );
  });
});
