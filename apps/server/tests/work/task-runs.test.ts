import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { claimTask } from '#db/repos/system/task-runs.repo.ts';
import { cancelTaskTree } from '#db/repos/system/tasks.repo.ts';
import { createEventBus } from '#events/bus.ts';
import { TaskFailure } from '#jobs/handler.ts';
import { createQueue } from '#jobs/queue.ts';
import { databases } from '../_harness/databases.ts';
import { openHome } from '../_harness/home.ts';
import { forever, newTargets, openHomeDatabase, readRow, startTasks, type Work } from '../_harness/run-tasks.ts';
import { until } from '../_harness/scans.ts';

const HOUR_MS = 3_600_000;

describe.each(databases)('runs of tasks on %s', (kind) => {
  it('keep their locks by the clock of the database, whatever time the process believes it is', async () => {
    await using home = await openHome(kind);
    await using db = await openHomeDatabase(kind, home);
    const { bookIds } = await newTargets(db, 1);
    const [bookId = ''] = bookIds;
    const realNow = Date.now;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => realNow() + 5 * HOUR_MS);
    try {
      await using tasks = startTasks(db, forever);
      const id = await db.transaction(async (tx) => tasks.queue.enqueue(tx, 'analyze_book', { bookId }));
      const row = await until(
        async () => readRow(db, id),
        ({ status }) => status === 'running',
      );
      const times = [row.createdAt, row.scheduledFor, row.startedAt ?? 0, (row.lockedUntil ?? 0) - 60_000];
      for (const time of times) expect(Math.abs(time - realNow())).toBeLessThan(60_000);
    } finally {
      clock.mockRestore();
    }
  });

  it('are cancelled also at the very moment they are claimed', async () => {
    await using home = await openHome(kind);
    await using db = await openHomeDatabase(kind, home);
    // SQLite has one process; on PostgreSQL the claim comes over connections of its own.
    await using second = kind === 'postgres' ? await openHomeDatabase(kind, home) : undefined;
    const other = second ?? db;
    const { bookIds } = await newTargets(db, 30);
    const queue = createQueue(db, createEventBus('test'));
    const claim = { lockedBy: 'another-machine:1:abc', lockMs: HOUR_MS, minPriority: 0, urgent: 700 };
    for (const bookId of bookIds) {
      const id = await db.transaction(async (tx) => queue.enqueue(tx, 'analyze_book', { bookId }));
      const cancelling = db.transaction(async (tx) => cancelTaskTree(tx, id));
      const [claimed, cancelled] = await Promise.all([claimTask(other, claim), cancelling]);
      expect(cancelled.map((row) => row.id)).toEqual([id]);
      const row = await readRow(db, id);
      // In either order, the task is cancelled and stops.
      if (claimed === undefined) expect(row.status).toBe('cancelled');
      else expect(row).toMatchObject({ status: 'running', cancelRequested: 1 });
    }
  });

  it('can be stopped though the one before, of the same task, is still telling that it failed', async () => {
    await using home = await openHome(kind);
    await using db = await openHomeDatabase(kind, home);
    const { bookIds } = await newTargets(db, 1);
    const [bookId = ''] = bookIds;
    let tell = (): void => undefined;
    const told = new Promise<void>((resolve) => (tell = resolve));
    let runs = 0;
    const work: Work = async (run, target) => {
      runs += 1;
      if (runs === 1) throw new TaskFailure('No such book');
      return await forever(run, target);
    };
    const tellLate = async (taskId: string): Promise<void> => {
      if ((await readRow(db, taskId)).status === 'failed') await told;
    };
    await using tasks = startTasks(db, work, {}, tellLate);
    const id = await db.transaction(async (tx) => tasks.queue.enqueue(tx, 'analyze_book', { bookId }));
    await until(
      async () => readRow(db, id),
      ({ status }) => status === 'failed',
    );
    await tasks.queue.restart(id, ['failed']);
    await until(
      async () => runs,
      (count) => count === 2,
    );
    tell();
    expect(await readRow(db, id)).toMatchObject({ status: 'running' });
    await tasks.queue.cancel(id);
    expect(await readRow(db, id)).toMatchObject({ status: 'cancelled' });
  });

  it('end as cancelled when someone cancelled them in another process, and so does what they queued meanwhile', async () => {
    await using home = await openHome(kind);
    await using db = await openHomeDatabase(kind, home);
    const { libraryId } = await newTargets(db, 0);
    const elsewhere = createQueue(db, createEventBus('test'));
    let childId = '';
    await using tasks = startTasks(db, async (run, target) => {
      await until(async () => (await readRow(db, run.taskId)).cancelRequested, Boolean);
      childId = await db.transaction(async (tx) =>
        tasks.queue.enqueue(tx, 'hash_library', { libraryId: target }, { parentId: run.taskId, startAt: 1e13 }),
      );
      return {};
    });
    const id = await db.transaction(async (tx) =>
      tasks.queue.enqueue(tx, 'scan_library', { libraryId, mode: 'normal' }),
    );
    await until(
      async () => readRow(db, id),
      ({ status }) => status === 'running',
    );
    expect(await elsewhere.cancel(id)).toBe(true);
    expect(await readRow(db, id)).toMatchObject({ status: 'cancelled' });
    expect(await readRow(db, childId)).toMatchObject({ status: 'cancelled' });
  });

  it('look once more instead of leaving a second row when more of the same is queued meanwhile', async () => {
    await using home = await openHome(kind);
    await using db = await openHomeDatabase(kind, home);
    const { libraryId } = await newTargets(db, 0);
    const seen: unknown[] = [];
    let ready = false;
    await using tasks = startTasks(db, async (run) => {
      seen.push(run.earlier);
      await until(async () => ready, Boolean);
      return { result: { ready: seen.length } };
    });
    const id = await db.transaction(async (tx) => tasks.queue.enqueue(tx, 'analyze_library', { libraryId }));
    await until(async () => seen.length, Boolean);
    for (let round = 0; round < 3; round += 1) {
      const again = await db.transaction(async (tx) => tasks.queue.enqueue(tx, 'analyze_library', { libraryId }));
      expect(again).toBe(id);
    }
    ready = true;
    await until(
      async () => readRow(db, id),
      ({ status }) => status === 'completed',
    );
    await tasks.worker.idle();
    expect(seen).toEqual([null, { ready: 1 }]);
    expect(await db.read.selectFrom('task').select('id').execute()).toEqual([{ id }]);
  });

  it('rest while background work is paused, in every process, and go on afterwards; urgent ones go on', async () => {
    await using home = await openHome(kind);
    await using db = await openHomeDatabase(kind, home);
    const { libraryId, bookIds } = await newTargets(db, 1);
    const [bookId = ''] = bookIds;
    const runs: string[] = [];
    const work: Work = async (run, target) => {
      runs.push(target);
      if (target === bookId || runs.length > 1) return {};
      return forever(run, target);
    };
    await using tasks = startTasks(db, work);
    const elsewhere = createQueue(db, createEventBus('test'));
    const id = await db.transaction(async (tx) => tasks.queue.enqueue(tx, 'analyze_library', { libraryId }));
    await until(async () => runs.length, Boolean);
    await elsewhere.pause('somebody');
    await until(
      async () => readRow(db, id),
      ({ status }) => status === 'pending',
    );
    expect(await readRow(db, id)).toMatchObject({ attempts: 0, lockedBy: null, lastError: null });
    const urgent = await db.transaction(async (tx) => tasks.queue.enqueue(tx, 'analyze_book', { bookId }));
    await until(
      async () => readRow(db, urgent),
      ({ status }) => status === 'completed',
    );
    expect(await readRow(db, id)).toMatchObject({ status: 'pending' });
    expect(runs).toEqual([libraryId, bookId]);
    await tasks.queue.resume();
    await until(
      async () => readRow(db, id),
      ({ status }) => status === 'completed',
    );
    await tasks.worker.idle();
  });

  it('take turns with others of the same importance', async () => {
    await using home = await openHome(kind);
    await using db = await openHomeDatabase(kind, home);
    const one = await newTargets(db, 0);
    const other = await newTargets(db, 0);
    const order: string[] = [];
    await using tasks = startTasks(
      db,
      async (run, target) => {
        order.push(target);
        if (target === one.libraryId && order.length === 1) {
          await until(run.shouldYield, Boolean);
          // Of two that came into the line in one millisecond, the older one is first.
          await sleep(2);
          return { again: true };
        }
        return {};
      },
      { workers: 1, turnMs: 0 },
    );
    await db.transaction(async (tx) => tasks.queue.enqueue(tx, 'hash_library', { libraryId: one.libraryId }));
    await until(async () => order.length, Boolean);
    await db.transaction(async (tx) => tasks.queue.enqueue(tx, 'hash_library', { libraryId: other.libraryId }));
    await until(
      async () => order.length,
      (count) => count === 3,
    );
    await tasks.worker.idle();
    expect(order).toEqual([one.libraryId, other.libraryId, one.libraryId]);
  });

  it('stop when their row is gone', async () => {
    await using home = await openHome(kind);
    await using db = await openHomeDatabase(kind, home);
    const { libraryId } = await newTargets(db, 0);
    let reason: unknown;
    await using tasks = startTasks(db, async (run, target) => {
      const reports = setInterval(() => run.report({ current: 1, total: 2, message: 'Working' }), 50);
      run.signal.addEventListener('abort', () => {
        reason = run.signal.reason;
        clearInterval(reports);
      });
      return forever(run, target);
    });
    await db.transaction(async (tx) => tasks.queue.enqueue(tx, 'hash_library', { libraryId }));
    await until(
      async () => db.read.selectFrom('task').select('progressMessage').execute(),
      ([row]) => row?.progressMessage === 'Working',
    );
    await db.transaction(async (tx) => tx.write.deleteFrom('task').execute());
    await tasks.worker.idle();
    expect(reason).toMatchObject({ reason: 'lost' });
  });
});
