import { randomUUIDv7 } from 'node:crypto';
import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { createEventBus } from '#events/bus.ts';
import { TaskFailure } from '#jobs/handler.ts';
import { createQueue } from '#jobs/queue.ts';
import { recoverAbandoned } from '#jobs/recover.ts';
import { expectRefusal, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { openHome } from '../_harness/home.ts';
import { newBookFolder } from '../_harness/make-books.ts';
import { forever, newTargets, openHomeDatabase, readRow, startTasks, type Work } from '../_harness/run-tasks.ts';
import { addLibrary, scan, waitForTasks, until } from '../_harness/scans.ts';
import { startServer } from '../_harness/start-server.ts';

describe.each(databases)('the task queue on %s', (kind) => {
  it('runs a task once, keeps its result, and tells of its progress', async () => {
    await using home = await openHome(kind);
    await using db = await openHomeDatabase(kind, home);
    const { bookIds } = await newTargets(db, 1);
    const [bookId = ''] = bookIds;
    let runs = 0;
    await using tasks = startTasks(db, async (run) => {
      runs += 1;
      run.report({ current: 3, total: 4, message: 'Nearly' });
      return { result: { found: 7 } };
    });
    const id = await db.transaction(async (tx) => tasks.queue.enqueue(tx, 'analyze_book', { bookId }));
    await tasks.worker.idle();
    const row = await readRow(db, id);
    expect(row).toMatchObject({ status: 'completed', attempts: 1, lockedBy: null, progressCurrent: 3, bookId });
    expect(JSON.parse(row.result ?? '')).toEqual({ found: 7 });
    expect(runs).toBe(1);
  });

  it('makes one task of two that wait for the same, and none of one whose transaction failed', async () => {
    await using home = await openHome(kind);
    await using db = await openHomeDatabase(kind, home);
    const { bookIds, libraryId } = await newTargets(db, 1);
    const [bookId = ''] = bookIds;
    const queue = createQueue(db, createEventBus('test'));
    const first = await db.transaction(async (tx) => queue.enqueue(tx, 'analyze_book', { bookId }));
    const again = await db.transaction(async (tx) => queue.enqueue(tx, 'analyze_book', { bookId }));
    const other = await db.transaction(async (tx) => queue.enqueue(tx, 'analyze_library', { libraryId }));
    expect(again).toBe(first);
    expect(other).not.toBe(first);
    const failing = db.transaction(async (tx) => {
      await queue.enqueue(tx, 'hash_library', { libraryId });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await db.read.selectFrom('task').select('id').execute()).toHaveLength(2);
  });

  it('tries a failing task three times, waiting longer each time, and gives up at once on a hopeless one', async () => {
    await using home = await openHome(kind);
    await using db = await openHomeDatabase(kind, home);
    const { bookIds } = await newTargets(db, 3);
    const [unlucky = '', hopeless = '', late = ''] = bookIds;
    const runs: string[] = [];
    await using tasks = startTasks(db, async (_, target) => {
      runs.push(target);
      if (target === hopeless) throw new TaskFailure('There is no such thing');
      if (target === unlucky || runs.filter((run) => run === late).length < 2) throw new Error('Disk full');
      return {};
    });
    const ids = await db.transaction(async (tx) => ({
      unlucky: await tasks.queue.enqueue(tx, 'analyze_book', { bookId: unlucky }),
      hopeless: await tasks.queue.enqueue(tx, 'analyze_book', { bookId: hopeless }),
      late: await tasks.queue.enqueue(tx, 'analyze_book', { bookId: late }),
    }));
    const failed = await until(
      async () => readRow(db, ids.unlucky),
      ({ status }) => status === 'failed',
    );
    expect(failed).toMatchObject({ attempts: 3, lastError: 'Disk full' });
    expect(failed.scheduledFor - failed.createdAt).toBeGreaterThanOrEqual(120);
    const given = await until(
      async () => readRow(db, ids.hopeless),
      ({ status }) => status === 'failed',
    );
    expect(given).toMatchObject({ attempts: 1, lastError: 'There is no such thing' });
    await until(
      async () => readRow(db, ids.late),
      ({ status }) => status === 'completed',
    );
    expect(await readRow(db, ids.late)).toMatchObject({ attempts: 2, lastError: null });
  });

  it('runs the most important first, and an urgent one though all workers are busy', async () => {
    await using home = await openHome(kind);
    await using db = await openHomeDatabase(kind, home);
    const { libraryId, seriesId, bookIds } = await newTargets(db, 1);
    const [bookId = ''] = bookIds;
    const order: string[] = [];
    const queue = createQueue(db, createEventBus('test'));
    await db.transaction(async (tx) => {
      await queue.enqueue(tx, 'hash_library', { libraryId });
      await queue.enqueue(tx, 'analyze_library', { libraryId });
      await queue.enqueue(tx, 'scan_library', { libraryId, mode: 'normal' });
      await queue.enqueue(tx, 'analyze_series', { seriesId });
    });
    await using tasks = startTasks(
      db,
      async (run, target) => {
        const { type } = await readRow(db, run.taskId);
        order.push(type);
        if (type !== 'scan_library' || target !== libraryId) return {};
        await until(async () => order.includes('analyze_book'), Boolean);
        return {};
      },
      { workers: 1 },
    );
    await until(async () => order.includes('scan_library'), Boolean);
    await db.transaction(async (tx) => tasks.queue.enqueue(tx, 'analyze_book', { bookId }));
    await tasks.worker.idle();
    expect(order).toEqual(['analyze_series', 'scan_library', 'analyze_book', 'analyze_library', 'hash_library']);
  });

  it('lets a long task make way, and go on afterwards', async () => {
    await using home = await openHome(kind);
    await using db = await openHomeDatabase(kind, home);
    const { libraryId } = await newTargets(db, 0);
    const order: string[] = [];
    await using tasks = startTasks(
      db,
      async (run) => {
        const { type } = await readRow(db, run.taskId);
        order.push(type);
        if (type !== 'hash_library' || order.includes('scan_library')) return {};
        await until(run.shouldYield, Boolean);
        return { again: true };
      },
      { workers: 1 },
    );
    const id = await db.transaction(async (tx) => tasks.queue.enqueue(tx, 'hash_library', { libraryId }));
    await until(async () => order.length > 0, Boolean);
    await db.transaction(async (tx) => tasks.queue.enqueue(tx, 'scan_library', { libraryId, mode: 'normal' }));
    await tasks.worker.idle();
    expect(order).toEqual(['hash_library', 'scan_library', 'hash_library']);
    expect(await readRow(db, id)).toMatchObject({ status: 'completed', attempts: 1 });
  });

  it('never runs two tasks of one kind and target at once, by any worker', async () => {
    await using home = await openHome(kind);
    await using db = await openHomeDatabase(kind, home);
    // SQLite has one process; on PostgreSQL the other worker is on connections of its own.
    await using other = kind === 'postgres' ? await openHomeDatabase(kind, home) : undefined;
    const second = other ?? db;
    const { bookIds } = await newTargets(db, 12);
    const running = new Set<string>();
    const runs: string[] = [];
    let clashes = 0;
    const work: Work = async (_, target) => {
      if (running.has(target)) clashes += 1;
      running.add(target);
      runs.push(target);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running.delete(target);
      return {};
    };
    await using here = startTasks(db, work, { workers: 3 });
    await using there = startTasks(second, work, { workers: 3 });
    for (let round = 0; round < 3; round += 1) {
      await db.transaction(async (tx) => {
        for (const bookId of bookIds) await here.queue.enqueue(tx, 'analyze_book', { bookId });
      });
      await second.transaction(async (tx) => {
        for (const bookId of bookIds) await there.queue.enqueue(tx, 'analyze_book', { bookId });
      });
    }
    await until(
      async () => db.read.selectFrom('task').select('id').where('status', '<>', 'completed').execute(),
      (rows) => rows.length === 0,
    );
    const all = await db.read.selectFrom('task').select('id').execute();
    expect(clashes).toBe(0);
    expect(runs).toHaveLength(all.length);
    expect(new Set(runs).size).toBe(12);
  });

  it('stops a cancelled task and what it queued, for good', async () => {
    await using home = await openHome(kind);
    await using db = await openHomeDatabase(kind, home);
    const { libraryId } = await newTargets(db, 0);
    await using tasks = startTasks(db, forever);
    const parentId = await db.transaction(async (tx) =>
      tasks.queue.enqueue(tx, 'scan_library', { libraryId, mode: 'normal' }),
    );
    const children = await db.transaction(async (tx) => ({
      running: await tasks.queue.enqueue(tx, 'analyze_library', { libraryId }, { parentId }),
      waiting: await tasks.queue.enqueue(tx, 'hash_library', { libraryId }, { parentId }),
    }));
    await until(
      async () => db.read.selectFrom('task').select('id').where('status', '=', 'running').execute(),
      (rows) => rows.length === 2,
    );
    expect(await tasks.queue.cancel(parentId)).toBe(true);
    for (const id of [parentId, children.running, children.waiting]) {
      expect(await readRow(db, id)).toMatchObject({ status: 'cancelled', lockedBy: null });
    }
    expect(await tasks.queue.cancel(parentId)).toBe(false);
    expect(await tasks.queue.cancel(randomUUIDv7())).toBe(false);
  });

  it('puts running tasks back when the server stops, and goes on when it starts again', async () => {
    await using home = await openHome(kind);
    await using db = await openHomeDatabase(kind, home);
    const { libraryId } = await newTargets(db, 0);
    let id = '';
    {
      await using tasks = startTasks(db, forever);
      id = await db.transaction(async (tx) => tasks.queue.enqueue(tx, 'analyze_library', { libraryId }));
      await until(
        async () => readRow(db, id),
        ({ status }) => status === 'running',
      );
    }
    expect(await readRow(db, id)).toMatchObject({ status: 'pending', attempts: 0, lockedBy: null });
    await using tasks = startTasks(db, async () => ({}));
    await until(
      async () => readRow(db, id),
      ({ status }) => status === 'completed',
    );
    await tasks.worker.idle();
  });

  it('takes over what a dead process was running, at once on the same machine', async () => {
    await using home = await openHome(kind);
    await using db = await openHomeDatabase(kind, home);
    const { libraryId, bookIds } = await newTargets(db, 1);
    const [bookId = ''] = bookIds;
    const queue = createQueue(db, createEventBus('test'));
    const ids = await db.transaction(async (tx) => ({
      dead: await queue.enqueue(tx, 'analyze_library', { libraryId }),
      elsewhere: await queue.enqueue(tx, 'analyze_book', { bookId }),
    }));
    // No process has the highest number.
    await db.transaction(async (tx) => {
      const held = { status: 'running', attempts: 1, lockedUntil: Date.now() + 3_600_000 };
      const dead = `${hostname()}:4194304:abc`;
      await tx.write
        .updateTable('task')
        .set({ ...held, lockedBy: dead })
        .where('id', '=', ids.dead)
        .execute();
      const far = 'another-machine:1:abc';
      await tx.write
        .updateTable('task')
        .set({ ...held, lockedBy: far })
        .where('id', '=', ids.elsewhere)
        .execute();
    });
    await using tasks = startTasks(db, async () => ({ result: { again: true } }));
    await until(
      async () => readRow(db, ids.dead),
      ({ status }) => status === 'completed',
    );
    await tasks.worker.idle();
    expect(await readRow(db, ids.elsewhere)).toMatchObject({ status: 'running', lockedBy: 'another-machine:1:abc' });
  });

  it('does not take over what it runs itself, though the clock jumped past its lock', async () => {
    await using home = await openHome(kind);
    await using db = await openHomeDatabase(kind, home);
    const { libraryId } = await newTargets(db, 0);
    let runs = 0;
    const work: Work = async (run, target) => {
      runs += 1;
      return forever(run, target);
    };
    await using tasks = startTasks(db, work);
    const id = await db.transaction(async (tx) => tasks.queue.enqueue(tx, 'analyze_library', { libraryId }));
    await until(
      async () => runs,
      (count) => count === 1,
    );
    const { lockedBy } = await readRow(db, id);
    await db.transaction(async (tx) => {
      await tx.write.updateTable('task').set({ lockedUntil: 1 }).where('id', '=', id).execute();
    });
    expect(await recoverAbandoned(db, lockedBy ?? '')).toEqual([]);
    expect(await readRow(db, id)).toMatchObject({ status: 'running', lockedBy });
    expect(runs).toBe(1);
  });

  it('forgets what ended long ago', async () => {
    await using home = await openHome(kind);
    await using db = await openHomeDatabase(kind, home);
    const { bookIds } = await newTargets(db, 2);
    const [old = '', recent = ''] = bookIds;
    const queue = createQueue(db, createEventBus('test'));
    const ids = await db.transaction(async (tx) => {
      const both = {
        old: await queue.enqueue(tx, 'analyze_book', { bookId: old }),
        recent: await queue.enqueue(tx, 'analyze_book', { bookId: recent }),
      };
      const day = 86_400_000;
      for (const [id, days] of [
        [both.old, 31],
        [both.recent, 29],
      ] as const) {
        const change = { status: 'completed', completedAt: Date.now() - days * day };
        await tx.write.updateTable('task').set(change).where('id', '=', id).execute();
      }
      return both;
    });
    await using tasks = startTasks(db, async () => ({}));
    const left = await until(
      async () => db.read.selectFrom('task').select('id').execute(),
      (rows) => rows.length === 1,
    );
    await tasks.worker.idle();
    expect(left).toEqual([{ id: ids.recent }]);
  });
});

describe.each(databases)('/tasks on %s', (kind) => {
  it('lists tasks newest first, filters them, and counts them by type', async () => {
    using folder = newBookFolder();
    await folder.addComic('Saga/1.cbz');
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    await scan(client, library.id);
    const tasks = await waitForTasks(client);
    expect(tasks.at(-1)).toMatchObject({
      taskType: 'scan_library',
      status: 'completed',
      libraryId: library.id,
      libraryName: 'Comics',
      params: { libraryId: library.id, mode: 'normal' },
      result: { booksAdded: 1 },
      attempts: 1,
      lastError: null,
    });
    const scans = await client.call('listTasks', { query: { taskType: 'scan_library', status: 'completed' } });
    expect(scans).toMatchObject({ total: 1, data: [{ taskType: 'scan_library' }] });
    const elsewhere = { libraryId: '0192f0c1-0000-7000-8000-000000000001' };
    expect((await client.call('listTasks', { query: elsewhere })).total).toBe(0);
    const page = await client.call('listTasks', { query: { pageSize: 1, page: 2 } });
    expect(page.data.map(({ id }) => id)).toEqual([tasks[1]?.id]);
    const stats = await client.call('getTaskStats', {});
    expect(stats).toMatchObject({ completed: tasks.length, total: tasks.length, failed: 0, pending: 0 });
    expect(stats.byType['scan_library']).toMatchObject({ completed: 1, total: 1 });
  });

  it('cancels what waits or runs, and says so when it is over', async () => {
    using folder = newBookFolder();
    for (let number = 0; number < 120; number += 1) await folder.addComic(`${String(number)}/1.cbz`, { tint: number });
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    await scan(client, library.id);
    const [analysis] = await until(
      async () => (await client.call('listTasks', { query: { taskType: 'analyze_library', status: 'running' } })).data,
      (found) => found.length > 0,
    );
    const params = { id: analysis?.id ?? '' };
    expect(await client.call('cancelTask', { params })).toMatchObject({ status: 'cancelled' });
    expect((await expectRefusal(client.call('cancelTask', { params }))).status).toBe(409);
    const unknown = { id: '0192f0c1-0000-7000-8000-000000000001' };
    expect((await expectRefusal(client.call('cancelTask', { params: unknown }))).status).toBe(404);
    expect((await expectRefusal(client.call('getTask', { params: unknown }))).status).toBe(404);
  });

  it.each(['/api/v1/tasks/stream', '/api/v1/scans/stream'])('tells of a scan on %s', async (path) => {
    using folder = newBookFolder();
    await folder.addComic('Saga/1.cbz');
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    const response = await client.fetch(path, { headers: { accept: 'text/event-stream' } });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const finished = scan(client, library.id);
    let text = '';
    while (!/"status":"completed"/.test(text)) text += (await reader?.read())?.value ?? '';
    await finished;
    await reader?.cancel();
    const frames = [...text.matchAll(/event: (\w+)\nid: \S+\ndata: (.*)\n\n/g)];
    const name = path.includes('tasks') ? 'task_progress' : 'scan_progress';
    expect(new Set(frames.map(([, event]) => event))).toEqual(new Set([name]));
    const data = frames.map(([, , json]) => JSON.parse(json ?? '') as Record<string, unknown>);
    const ofScan = data.filter((frame) => frame['task_type'] === undefined || frame['task_type'] === 'scan_library');
    const statuses = ofScan.map(({ status }) => status);
    // A scan is told as it is when its turn comes, which may be after it started.
    expect(name === 'scan_progress' ? ['pending', 'running'] : ['pending']).toContain(statuses[0]);
    expect(statuses).toContain('running');
    expect(statuses.at(-1)).toBe('completed');
    if (name === 'scan_progress') {
      expect(ofScan.at(-1)).toMatchObject({ library_id: library.id, books_added: 1, files_total: 1, mode: 'normal' });
    } else {
      expect(ofScan[0]).toMatchObject({ task_type: 'scan_library', library_id: library.id, progress: { current: 0 } });
    }
  });
});
