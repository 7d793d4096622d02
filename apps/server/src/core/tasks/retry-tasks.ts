import type { Task } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import { announceScan } from '#core/scan/scan-status.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { listTaskIds, type TaskFilter } from '#db/repos/system/task-lists.repo.ts';
import type { EventBus } from '#events/bus.ts';
import { releaseTask } from '#jobs/recover.ts';
import type { Queue } from '#jobs/queue.ts';
import { getTask } from './get-task.ts';

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
