import type { Task } from '@lectern/contract';
import { endAbandonedWork } from '#core/catalog/metadata/queued-work.ts';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { listTaskIds, type TaskFilter } from '#db/repos/system/task-lists.repo.ts';
import { deleteAllTasks, deleteEndedTasks, listOpenTaskIds, listWaitingTasks } from '#db/repos/system/tasks.repo.ts';
import type { EventBus } from '#events/bus.ts';
import type { Queue } from '#jobs/queue.ts';
import { releaseTask } from '#jobs/recover.ts';
import { announceScan } from '../scan/scan-status.ts';
import { getTask } from './tasks.ts';

interface RetryContext {
  readonly db: Database;
  readonly events: EventBus;
  readonly queue: Queue;
}

/** Tasks restarted in one go; between them others get their turn. */
const PAGE = 200;

async function tell(ctx: RetryContext, viewer: Viewer, taskId: string): Promise<Task> {
  const task = await getTask(ctx, viewer, taskId);
  if (task.taskType === 'scan_library') await announceScan(ctx, taskId);
  return task;
}

/**
 * Runs a task again that failed or was cancelled, with all its attempts.
 * @returns the task that waits now: another one, in place of this, when the same was queued meanwhile
 * @throws {AppError} `NotFound`, or `Conflict` when it has not failed
 */
export async function retryTask(ctx: RetryContext, viewer: Viewer, taskId: string): Promise<Task> {
  const before = await getTask(ctx, viewer, taskId);
  const row = await ctx.queue.restart(taskId, ['failed', 'cancelled']);
  if (row === undefined) {
    throw new AppError(
      'Conflict',
      `Task ${taskId} is ${before.status}: only a failed or cancelled one can be run again`,
    );
  }
  return tell(ctx, viewer, row.id);
}

/** What became of tasks that failed. */
interface Retried {
  /** Tasks that run again. */
  readonly retried: number;
  /** Those in whose place one runs that waits for the same: one of the others, or one that was queued meanwhile. */
  readonly joined: number;
}

/** Runs every failed task again that the viewer may see. */
export async function retryFailedTasks(
  ctx: RetryContext,
  viewer: Viewer,
  filter: Pick<TaskFilter, 'taskType' | 'libraryId'>,
): Promise<Retried> {
  let retried = 0;
  let joined = 0;
  for (let after = ''; ; ) {
    const ids = await listTaskIds(ctx.db.read, viewer, { ...filter, status: 'failed' }, { after, limit: PAGE });
    for (const id of ids) {
      const row = await ctx.queue.restart(id, ['failed']);
      if (row?.id === id) retried += 1;
      else if (row !== undefined) joined += 1;
    }
    if (ids.length < PAGE) return { retried, joined };
    after = ids.at(-1) ?? '';
  }
}

/**
 * Puts a task back into the line whose process is gone; one that waits for its next attempt starts now.
 * @throws {AppError} `NotFound`, or `Conflict` when it runs or has ended
 */
export async function unlockTask(ctx: RetryContext, viewer: Viewer, taskId: string): Promise<Task> {
  const { status } = await getTask(ctx, viewer, taskId);
  if (status === 'running') {
    const row = await releaseTask(ctx.db, taskId);
    if (row === undefined) throw new AppError('Conflict', `Task ${taskId} is running: cancel it to stop it`);
    ctx.queue.announce(row);
    ctx.queue.wake();
  } else if ((await ctx.queue.restart(taskId, ['pending'])) === undefined) {
    throw new AppError('Conflict', `Task ${taskId} has ended already: it is ${status}`);
  }
  return tell(ctx, viewer, taskId);
}

/**
 * Cancels a task and those it queued; what runs stops at its next file.
 * @returns the task as it is then
 * @throws {AppError} `NotFound`, or `Conflict` when it has ended
 */
export async function cancelTask(
  ctx: { readonly db: Database; readonly events: EventBus; readonly queue: Queue },
  viewer: Viewer,
  taskId: string,
): Promise<Task> {
  const before = await getTask(ctx, viewer, taskId);
  if (!(await ctx.queue.cancel(taskId))) {
    throw new AppError('Conflict', `Task ${taskId} has ended already: it is ${before.status}`);
  }
  if (before.taskType === 'scan_library') await announceScan(ctx, taskId);
  // All or none: what it did so far is taken back.
  if (before.taskType === 'edit_metadata') await endAbandonedWork(ctx);
  return getTask(ctx, viewer, taskId);
}

/**
 * Cancels everything that waits; what runs goes on. What edits of many have done is taken back.
 * @returns how many tasks were cancelled
 */
export async function emptyQueue(ctx: {
  readonly db: Database;
  readonly events: EventBus;
  readonly queue: Queue;
}): Promise<number> {
  let cancelled = 0;
  for (const { id, type } of await listWaitingTasks(ctx.db.read)) {
    // Another one's end may have ended it meanwhile.
    if (!(await ctx.queue.cancel(id))) continue;
    cancelled += 1;
    if (type === 'scan_library') await announceScan(ctx, id);
  }
  await endAbandonedWork(ctx);
  return cancelled;
}

const DAY_MS = 86_400_000;

interface Deleted {
  readonly deleted: number;
}

/** Forgets tasks that ended at least so many days ago, as far as the viewer may see them. */
export async function purgeTasks({ db }: { readonly db: Database }, viewer: Viewer, days: number): Promise<Deleted> {
  return { deleted: await db.transaction(async (tx) => deleteEndedTasks(tx, days * DAY_MS, viewer)) };
}

/**
 * Cancels everything that waits or runs, and forgets all tasks; the next scan takes up what was left undone, and what edits of
 * many have done is taken back.
 */
export async function nukeTasks({ db, queue }: { readonly db: Database; readonly queue: Queue }): Promise<Deleted> {
  await Promise.all((await listOpenTaskIds(db.read)).map(async (id) => queue.cancel(id)));
  const deleted = await db.transaction(async (tx) => deleteAllTasks(tx));
  await endAbandonedWork({ db, queue });
  return { deleted };
}
