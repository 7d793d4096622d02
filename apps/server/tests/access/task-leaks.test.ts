import { PERMISSIONS } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { findTaskRow } from '#db/repos/system/tasks.repo.ts';
import type { TaskPayload, TaskType } from '#jobs/task-payloads.ts';
import { type Client, setupAdmin, signIn } from '../_harness/client.ts';
import { switchCompatOn } from '../_harness/compat.ts';
import { type DatabaseKind, databases } from '../_harness/databases.ts';
import { openEventStream } from '../_harness/event-stream.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const PASSWORD = 'the password of all';
const TASKS = '/api/v1/tasks/stream';
/** Streams that tell nothing of tasks to a user who does not administer the server; the last one greets otherwise. */
const SILENT = [
  ['/api/v1/scans/stream', 'retry:'],
  ['/api/v1/events/stream', 'retry:'],
  ['/komga/sse/v1/events', ': welcome'],
] as const;
/** In the error of every task. */
const SECRET = 'ann@example.org at https://feeds.example/?key=1';
/** None of the tasks starts. */
const LATER = { startAt: Date.now() + 86_400_000 };

/** Viewers of one library, of all libraries but one tag, and of everything; none administers the server. */
async function openWorld(kind: DatabaseKind) {
  await using opened = new AsyncDisposableStack();
  const server = opened.use(await startServer(kind));
  const admin = await setupAdmin(server);
  await switchCompatOn(admin);
  const open = await newShelf(server, { name: 'Open' });
  const signUp = async (username: string, libraryIds?: string[]) => {
    const permissions = PERMISSIONS.filter((permission) => permission !== 'SystemAdmin');
    const account = { username, password: PASSWORD };
    const limits = libraryIds === undefined ? {} : { libraryIds };
    const { id } = await admin.call('createUser', { body: { ...account, permissions, ...limits } });
    return { id, client: await signIn(server, account) };
  };
  const some = await signUp('some', [open.libraryId]);
  const tagged = await signUp('tagged');
  const { id: sharingTagId } = await admin.call('createSharingTag', { body: { name: 'Secret' } });
  await admin.call('setUserSharingTag', { params: tagged, body: { sharingTagId, accessMode: 'deny' } });
  const all = await signUp('all');
  const owned = opened.move();
  return {
    ...{
      server,
      open,
      viewers: { admin, some: some.client, tagged: tagged.client, all: all.client },
      ownerId: some.id,
    },
    [Symbol.asyncDispose]: async () => owned.disposeAsync(),
  };
}

/** Queues a task that fails with words that hold an address. */
async function fail<Type extends TaskType>(
  server: TestServer,
  type: Type,
  payload: TaskPayload<Type>,
): Promise<string> {
  const { db, queue } = server.context;
  const id = await db.transaction(async (tx) => queue.enqueue(tx, type, payload, LATER));
  await db.transaction(async (tx) =>
    tx.write.updateTable('task').set({ lastError: SECRET }).where('id', '=', id).execute(),
  );
  const row = await findTaskRow(db.read, id);
  if (row === undefined) throw new Error(`No task ${id}`);
  queue.announce(row);
  return id;
}

async function idsInList(client: Client): Promise<string[]> {
  return (await client.call('listTasks', { query: { pageSize: 500 } })).data.map(({ id }) => id).toSorted();
}

const idsIn = (said: string): string[] =>
  [...new Set([...said.matchAll(/"task_id":"([^"]+)"/g)].map(([, id = '']) => id))].toSorted();

describe.each(databases)('work that is about no library on %s', (kind) => {
  it('is told to those who may see it, alike in lists and streams, live and replayed', async () => {
    await using world = await openWorld(kind);
    const { server, open, viewers, ownerId } = world;
    const lastId = server.context.events.lastId();
    const clients = Object.entries(viewers);
    const streams = await Promise.all(
      clients.map(async ([name, client]) => [name, await openEventStream(client, TASKS)] as const),
    );
    const silent = await Promise.all(
      SILENT.map(async ([path, greeting]) => openEventStream(viewers.some, path, {}, greeting)),
    );

    const mail = await fail(server, 'send_mail', { name: 'a mail', sealed: 'sealed' });
    const poll = await fail(server, 'poll_release_source', { sourceId: 'a source' });
    const foreign = await fail(server, 'export_series', { exportId: 'foreign', userId: 'nobody here' });
    const nameless = await fail(server, 'export_series', { exportId: 'of times before' });
    const own = await fail(server, 'export_series', { exportId: 'own', userId: ownerId });
    const common = await Promise.all([
      fail(server, 'cleanup_orphaned_files', {}),
      fail(server, 'cleanup_series_exports', {}),
      fail(server, 'rebuild_search', {}),
      fail(server, 'find_duplicates', {}),
    ]);
    const last = await fail(server, 'hash_library', { libraryId: open.libraryId });

    const secret = [mail, poll, foreign, nameless];
    const expected: Readonly<Record<string, readonly string[]>> = {
      admin: [...secret, own, ...common, last],
      some: [own, last],
      tagged: [last],
      all: [...common, last],
    };
    for (const [name, stream] of streams) {
      const said = await stream.until(last);
      const wanted = expected[name]?.toSorted();
      expect([name, idsIn(said)]).toEqual([name, wanted]);
      const client = viewers[name as keyof typeof viewers];
      expect([name, await idsInList(client)]).toEqual([name, wanted]);
      const again = await openEventStream(client, TASKS, { 'last-event-id': lastId });
      expect([name, idsIn(await again.until(last))]).toEqual([name, wanted]);
      await again.close();
      await stream.close();
      for (const id of secret) {
        const { status } = await client.fetch(`/api/v1/tasks/${id}`);
        expect([name, status]).toEqual([name, name === 'admin' ? 200 : 404]);
      }
    }
    const { total } = await viewers.all.call('getTaskStats', {});
    expect(total).toBe(common.length + 1);
    const { events } = server.context;
    const timestamp = new Date(0).toISOString();
    events.emit({ type: 'library_updated', library_id: open.libraryId, timestamp });
    await viewers.admin.call('startScan', { params: { id: open.libraryId } });
    for (const stream of silent) {
      const said = await stream.until(open.libraryId);
      await stream.close();
      expect([...secret, own, ...common, SECRET].filter((text) => said.includes(text))).toEqual([]);
    }
  });

  it('tells of sources of releases only those who may see them', async () => {
    await using world = await openWorld(kind);
    const { server, viewers, open } = world;
    const streams = [];
    for (const client of [viewers.admin, viewers.all])
      streams.push(await openEventStream(client, '/api/v1/events/stream'));
    const timestamp = new Date(0).toISOString();
    const polled = { type: 'release_source_polled', source_id: 'a source', plugin_id: 'p', had_error: true } as const;
    server.context.events.emitRelease({ ...polled, timestamp }, undefined);
    server.context.events.emit({ type: 'library_updated', library_id: open.libraryId, timestamp });
    const heard = [];
    for (const stream of streams) heard.push((await stream.until('library_updated')).includes('a source'));
    expect(heard).toEqual([true, false]);
    for (const stream of streams) await stream.close();
  });
});
