import { describe, expect, it } from 'vitest';
import { createTask } from '#core/activities/tasks/create-task.ts';
import { purgeTasks } from '#core/activities/tasks/cancel-tasks.ts';
import { retryFailedTasks } from '#core/activities/tasks/retry-tasks.ts';
import { getTask, listNewestTasks, listTasks } from '#core/activities/tasks/tasks.ts';
import { getTaskStats } from '#core/activities/tasks/task-stats.ts';
import type { Viewer } from '#core/viewer.ts';
import { type Client, expectRefusal, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { newBookFolder } from '../_harness/make-books.ts';
import { readRow } from '../_harness/run-tasks.ts';
import { addLibrary, waitForTasks, until } from '../_harness/scans.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const UNKNOWN = '0192f0c1-0000-7000-8000-000000000001';
const DAY_MS = 86_400_000;

/** A server at rest: what is queued stays in the line. */
async function pausedServer(server: TestServer): Promise<Client> {
  const client = await setupAdmin(server);
  await client.call('pauseTasks', {});
  return client;
}

async function setTask(server: TestServer, taskId: string, change: object): Promise<void> {
  await server.context.db.transaction(async (tx) => {
    await tx.write.updateTable('task').set(change).where('id', '=', taskId).execute();
  });
}

describe.each(databases)('POST /tasks on %s', (kind) => {
  it('queues a task by its type, at its time and importance, and uses the one that waits already', async () => {
    await using server = await startServer(kind);
    const client = await pausedServer(server);
    const shelf = await newShelf(server);
    const { libraryId } = shelf;
    const scheduledFor = new Date(Date.now() + DAY_MS).toISOString();
    const taskType = { type: 'scan_library', libraryId, mode: 'Deep' };
    const { taskId } = await client.call('createTask', { body: { taskType, priority: 610, scheduledFor } });
    expect(await client.call('getTask', { params: { id: taskId } })).toMatchObject({
      taskType: 'scan_library',
      status: 'pending',
      priority: 610,
      scheduledFor,
      libraryId,
      params: { libraryId, mode: 'deep' },
      lockedBy: null,
      lockedUntil: null,
    });
    const again = await client.call('createTask', { body: { taskType: { type: 'scan_library', libraryId } } });
    expect(again).toEqual({ taskId });
    const series = [await shelf.addSeries('Saga')];
    await shelf.addBook(series[0] ?? '', 'Saga 1');
    for (const others of [
      { type: 'find_duplicates' },
      { type: 'renumber_series', seriesIds: series },
      { type: 'generate_thumbnails', libraryId, of: 'series' as const },
      { type: 'cleanup_orphaned_files' },
    ]) {
      const { taskId: id } = await client.call('createTask', { body: { taskType: others, priority: 7 } });
      expect(await readRow(server.context.db, id)).toMatchObject({ type: others.type, priority: 7 });
    }
    const snake = { task_type: { type: 'hash_library', library_id: libraryId } };
    const response = await client.fetch('/api/v1/tasks', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(snake),
    });
    expect(response.status).toBe(201);
  });

  it('says what is valid when it refuses', async () => {
    await using server = await startServer(kind);
    const client = await pausedServer(server);
    const { libraryId } = await newShelf(server);
    const refused = async (taskType: Parameters<typeof client.call<'createTask'>>[1]['body']['taskType']) =>
      expectRefusal(client.call('createTask', { body: { taskType } }));
    const unknown = await refused({ type: 'make_coffee' });
    expect(unknown).toMatchObject({ status: 400, details: [{ path: 'taskType.type' }] });
    expect(unknown.message).toContain('"taskType.type" is not valid: must be one of scan_library, ');
    expect(await refused({ type: 'constructor' })).toMatchObject({ status: 400 });
    const extra = await refused({ type: 'hash_library', libraryId, mode: 'deep' });
    expect(extra.message).toBe('"taskType.mode" is not valid: does not belong to tasks of the type hash_library');
    const missing = await refused({ type: 'analyze_book' });
    expect(missing.message).toBe('"taskType.bookId" is not valid: is needed for tasks of the type analyze_book');
    expect(await refused({ type: 'scan_library', libraryId, mode: 'fast' })).toMatchObject({ status: 400 });
    for (const taskType of [
      { type: 'scan_library', libraryId: UNKNOWN },
      { type: 'analyze_series', seriesId: UNKNOWN },
      { type: 'analyze_book', bookId: UNKNOWN },
      { type: 'generate_thumbnails', libraryId: UNKNOWN },
      { type: 'renumber_series', seriesIds: [UNKNOWN] },
    ]) {
      expect((await refused(taskType)).status).toBe(404);
    }
    expect((await client.call('listTasks', {})).total).toBe(0);
  });
});

describe.each(databases)('the list of tasks on %s', (kind) => {
  it('comes page by page, or as a bare array with a limit, by what tasks are about', async () => {
    await using server = await startServer(kind);
    const client = await pausedServer(server);
    const shelf = await newShelf(server, { name: 'Comics' });
    const seriesId = await shelf.addSeries('Saga');
    const bookId = await shelf.addBook(seriesId, 'Saga 1');
    const { libraryId } = shelf;
    const create = async (taskType: Parameters<typeof client.call<'createTask'>>[1]['body']['taskType']) =>
      (await client.call('createTask', { body: { taskType, scheduledFor: '2099-01-01T00:00:00Z' } })).taskId;
    const ids = [
      await create({ type: 'scan_library', libraryId }),
      await create({ type: 'analyze_series', seriesId }),
      await create({ type: 'analyze_book', bookId }),
    ].toReversed();
    const newest = await (await client.fetch('/api/v1/tasks?limit=2')).json();
    expect(newest).toMatchObject([
      {
        id: ids[0],
        taskType: 'analyze_book',
        bookTitle: 'Saga 1',
        seriesTitle: 'Saga',
        libraryName: 'Comics',
        libraryId,
      },
      { id: ids[1], seriesTitle: 'Saga', libraryName: 'Comics' },
    ]);
    const found = async (query: NonNullable<Parameters<typeof client.call<'listTasks'>>[1]['query']>) =>
      (await client.call('listTasks', { query })).data.map(({ id }) => id);
    expect(await found({ page: 2, pageSize: 2 })).toEqual([ids[2]]);
    expect(await found({ bookId })).toEqual([ids[0]]);
    expect(await found({ seriesId })).toEqual([ids[0], ids[1]]);
    expect(await found({ libraryId })).toEqual(ids);
    expect(await found({ libraryId, status: 'running' })).toEqual([]);
    const filtered = await client.fetch('/api/v1/tasks?type=analyze_book&limit=9');
    expect(await filtered.json()).toMatchObject([{ id: ids[0] }]);
    expect((await client.fetch('/api/v1/tasks?limit=0')).status).toBe(400);
  });

  it('holds only what the viewer may see, in numbers, by id and for changes', async () => {
    await using server = await startServer(kind);
    const { context } = server;
    await pausedServer(server);
    const open = await newShelf(server, { name: 'Open' });
    const hidden = await newShelf(server, { name: 'Hidden' });
    const hiddenBook = await hidden.addBook(await hidden.addSeries('Unseen'), 'Unseen');
    const all: Viewer = {
      userId: 'u',
      username: 'u',
      role: 'admin',
      permissions: new Set(['SystemAdmin']),
      sessionId: null,
    };
    const viewer: Viewer = { ...all, permissions: new Set(), libraryIds: [open.libraryId] };
    const later = { scheduledFor: '2099-01-01T00:00:00Z' };
    const { taskId: seen } = await createTask(context, viewer, {
      taskType: { type: 'scan_library', libraryId: open.libraryId },
    });
    const { taskId: unseen } = await createTask(context, all, {
      ...later,
      taskType: { type: 'analyze_book', bookId: hiddenBook },
    });
    const { taskId: everywhere } = await createTask(context, all, { taskType: { type: 'cleanup_orphaned_files' } });
    const page = { page: 1, pageSize: 50 };
    expect((await listTasks(context, all, page)).total).toBe(3);
    const listed = await listTasks(context, viewer, page);
    expect([listed.total, listed.tasks.map(({ id }) => id)]).toEqual([1, [seen]]);
    expect(await listNewestTasks(context, viewer, { limit: 9, bookId: hiddenBook })).toEqual([]);
    expect(await getTaskStats(context, viewer)).toMatchObject({ total: 1, byType: { scan_library: { total: 1 } } });
    await expect(getTask(context, viewer, unseen)).rejects.toMatchObject({ kind: 'NotFound' });
    const forbidden = { kind: 'NotFound', message: `Book ${hiddenBook} not found` };
    const taskType = { type: 'analyze_book', bookId: hiddenBook };
    await expect(createTask(context, viewer, { taskType })).rejects.toMatchObject(forbidden);
    const cleanup = { type: 'cleanup_orphaned_files' };
    await expect(createTask(context, viewer, { taskType: cleanup })).rejects.toMatchObject({ kind: 'Forbidden' });
    for (const id of [seen, unseen, everywhere]) await setTask(server, id, { status: 'failed', completedAt: 1 });
    expect(await retryFailedTasks(context, viewer, {})).toEqual({ retried: 1, joined: 0 });
    expect(await readRow(context.db, unseen)).toMatchObject({ status: 'failed' });
    await setTask(server, seen, { status: 'failed', completedAt: 1 });
    expect(await purgeTasks(context, viewer, 30)).toEqual({ deleted: 1 });
    expect((await listTasks(context, all, page)).total).toBe(2);
  });

  it('counts tasks by type, and those whose process gives no sign of life', async () => {
    await using server = await startServer(kind);
    const client = await pausedServer(server);
    const { libraryId } = await newShelf(server);
    const { taskId } = await client.call('createTask', { body: { taskType: { type: 'hash_library', libraryId } } });
    const one = { pending: 0, running: 1, completed: 0, failed: 0, cancelled: 0, stale: 1, total: 1 };
    const stats = await until(
      async () => {
        // The server takes such a task back when it looks after them, which may be at this moment.
        await setTask(server, taskId, { status: 'running', lockedBy: 'another-machine:1:abc', lockedUntil: 1 });
        return client.call('getTaskStats', {});
      },
      ({ stale }) => stale === 1,
    );
    expect(stats).toMatchObject({ ...one, byType: { hash_library: one } });
  });
});

describe.each(databases)('a task that failed on %s', (kind) => {
  it('runs again on request, alone or with all others', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const { libraryId } = await newShelf(server);
    // One of each: of two tasks that do the same only one waits.
    for (const taskType of [
      { type: 'hash_library', libraryId },
      { type: 'find_duplicates' },
      { type: 'cleanup_orphaned_files' },
    ] as const) {
      await client.call('createTask', { body: { taskType } });
    }
    const ids = (await waitForTasks(client)).map(({ id }) => id);
    expect(ids).toHaveLength(3);
    const params = { id: ids[0] ?? '' };
    expect(await expectRefusal(client.call('retryTask', { params }))).toMatchObject({ status: 409 });
    for (const id of ids) {
      await setTask(server, id, { status: 'failed', attempts: 3, lastError: 'Disk full', cancelRequested: 1 });
    }
    expect(await client.call('retryTask', { params })).toMatchObject({ id: params.id, lastError: null });
    expect(await client.call('retryFailedTasks', { body: { taskType: 'make_coffee' } })).toEqual({
      retried: 0,
      joined: 0,
    });
    expect(await client.call('retryFailedTasks', {})).toEqual({ retried: ids.length - 1, joined: 0 });
    const again = await waitForTasks(client);
    expect(again).toHaveLength(ids.length);
    const ends = again.map(({ taskType, status, attempts, lastError }) => ({ taskType, status, attempts, lastError }));
    const wanted = { status: 'completed', attempts: 1, lastError: null };
    expect(ends).toEqual(ends.map(({ taskType }) => ({ taskType, ...wanted })));
    const unknown = { id: UNKNOWN };
    expect((await expectRefusal(client.call('retryTask', { params: unknown }))).status).toBe(404);
  });

  it('is not doubled when the same waits already, which takes its place and starts now', async () => {
    await using server = await startServer(kind);
    const client = await pausedServer(server);
    const { libraryId } = await newShelf(server);
    const scan = async (mode: 'normal' | 'deep', scheduledFor?: string) => {
      const taskType = { type: 'scan_library', libraryId, mode };
      const body = scheduledFor === undefined ? { taskType } : { taskType, priority: 1, scheduledFor };
      return (await client.call('createTask', { body })).taskId;
    };
    const failed = await scan('deep');
    await setTask(server, failed, { status: 'failed', completedAt: 1 });
    const tomorrow = Date.now() + DAY_MS;
    const waiting = await scan('normal', new Date(tomorrow).toISOString());
    await setTask(server, waiting, { attempts: 2, lastError: 'Disk full' });
    const answer = await client.call('retryTask', { params: { id: failed } });
    expect(answer).toMatchObject({ id: waiting, status: 'pending', priority: 600, attempts: 0, lastError: null });
    // What the one that failed was to do is done by the other.
    expect(answer.params).toEqual({ libraryId, mode: 'deep' });
    expect(Date.parse(answer.scheduledFor)).toBeLessThan(tomorrow);
    expect((await client.call('listTasks', {})).data.map(({ id }) => id)).toEqual([waiting]);
  });

  it('counts once with all others that do the same: one of them runs, and none stays failed', async () => {
    await using server = await startServer(kind);
    const client = await pausedServer(server);
    const { libraryId } = await newShelf(server);
    const queue = async (type: string) => {
      const taskType = type === 'find_duplicates' ? { type } : { type, libraryId };
      return (await client.call('createTask', { body: { taskType } })).taskId;
    };
    const fail = async (type: string) => {
      const id = await queue(type);
      await setTask(server, id, { status: 'failed', completedAt: 1 });
      return id;
    };
    const types = ['hash_library', 'hash_library', 'hash_library', 'scan_library', 'find_duplicates'];
    for (const type of types) await fail(type);
    // One that waits already does not run again, and one that runs may be past what failed.
    const waiting = await queue('scan_library');
    const running = await queue('find_duplicates');
    await setTask(server, running, {
      status: 'running',
      lockedBy: 'another-machine:1:abc',
      lockedUntil: Date.now() + DAY_MS,
    });
    expect(await client.call('retryFailedTasks', {})).toEqual({ retried: 2, joined: 3 });
    const { data } = await client.call('listTasks', {});
    const left = data.map(({ taskType, status }) => `${taskType} ${status}`).toSorted();
    expect(left).toEqual([
      'find_duplicates pending',
      'find_duplicates running',
      'hash_library pending',
      'scan_library pending',
    ]);
    expect(data.find(({ taskType }) => taskType === 'scan_library')?.id).toBe(waiting);
    expect(await client.call('retryFailedTasks', {})).toEqual({ retried: 0, joined: 0 });
  });
});

describe.each(databases)('the line of tasks on %s', (kind) => {
  it('is unlocked where the process is gone, and nowhere else', async () => {
    await using server = await startServer(kind);
    const client = await pausedServer(server);
    const { libraryId } = await newShelf(server);
    const { taskId } = await client.call('createTask', { body: { taskType: { type: 'hash_library', libraryId } } });
    const params = { id: taskId };
    const far = { status: 'running', lockedBy: 'another-machine:1:abc' };
    await setTask(server, taskId, { ...far, lockedUntil: Date.now() + DAY_MS });
    expect((await expectRefusal(client.call('unlockTask', { params }))).status).toBe(409);
    await setTask(server, taskId, { lockedUntil: 1 });
    expect(await client.call('unlockTask', { params })).toMatchObject({ status: 'pending', lockedBy: null });
    await setTask(server, taskId, { scheduledFor: Date.now() + DAY_MS, attempts: 2 });
    const { scheduledFor, attempts } = await client.call('unlockTask', { params });
    expect([Date.parse(scheduledFor) < Date.now() + 60_000, attempts]).toEqual([true, 0]);
    await setTask(server, taskId, { status: 'completed', completedAt: 1 });
    expect((await expectRefusal(client.call('unlockTask', { params }))).status).toBe(409);
  });

  it('rests and goes on, and says who wanted it', async () => {
    using folder = newBookFolder();
    await folder.addComic('Saga/1.cbz');
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    expect((await client.call('getTaskStats', {})).pause).toBeNull();
    const { pause } = await client.call('pauseTasks', {});
    expect(pause?.by).toBe('admin');
    expect(await client.call('pauseTasks', {})).toEqual({ pause });
    expect((await client.call('getTaskStats', {})).pause).toEqual(pause);
    const { id } = await addLibrary(client, folder.path, { scanImmediately: true });
    await server.idle();
    expect(await client.call('getScanStatus', { params: { id } })).toMatchObject({ status: 'pending' });
    expect(await client.call('resumeTasks', {})).toEqual({ pause: null });
    await until(
      async () => client.call('getScanStatus', { params: { id } }),
      ({ status }) => status === 'completed',
    );
  });

  it('is forgotten by age, and altogether', async () => {
    await using server = await startServer(kind);
    const client = await pausedServer(server);
    const { libraryId } = await newShelf(server);
    const ended = async (days: number) => {
      const { taskId } = await client.call('createTask', { body: { taskType: { type: 'hash_library', libraryId } } });
      await setTask(server, taskId, { status: 'completed', completedAt: Date.now() - days * DAY_MS });
    };
    for (const days of [0.5, 8, 31]) await ended(days);
    expect(await client.call('purgeTasks', {})).toEqual({ deleted: 1 });
    expect(await client.call('purgeTasks', { query: { days: 7 } })).toEqual({ deleted: 1 });
    expect((await client.fetch('/api/v1/tasks/purge?days=-1', { method: 'DELETE' })).status).toBe(400);
    await client.call('createTask', { body: { taskType: { type: 'scan_library', libraryId } } });
    expect(await client.call('nukeTasks', {})).toEqual({ deleted: 2 });
    expect((await client.call('listTasks', {})).total).toBe(0);
  });
});
