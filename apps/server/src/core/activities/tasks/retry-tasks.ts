import type { Task } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import { listTaskIds, type TaskFilter } from '#db/repos/system/task-lists.repo.ts';
import { releaseTask } from '#jobs/recover.ts';
import { say } from '#words/say.ts';
import { announceScan } from '../scan/announce-scan.ts';
import { getTask } from './tasks.ts';
import type { ChangeContext } from './cancel-tasks.ts';

const PAGE = 200;

async function announceTask(ctx: ChangeContext, viewer: Viewer, taskId: string): Promise<Task> {
  const task = await getTask(ctx, viewer, taskId);
  if (task.taskType === 'scan_library') await announceScan(ctx, taskId);
  return task;
}

/**
 * Restarts a failed or cancelled task with all its attempts.
 * @returns the pending task; another one when the same work was queued meanwhile
 * @throws {AppError} `NotFound`, or `Conflict` in another state
 */
export async function retryTask(ctx: ChangeContext, viewer: Viewer, taskId: string): Promise<Task> {
  await getTask(ctx, viewer, taskId);
  const row = await ctx.queue.restart(taskId, ['failed', 'cancelled']);
  if (row === undefined) {
    throw new AppError('Conflict', say('Only a failed or cancelled task can run again'));
  }
  return announceTask(ctx, viewer, row.id);
}

interface Retried {
  readonly retried: number;
  /** Tasks that were merged with an equal pending task. */
  readonly joined: number;
}

/** Restarts every failed task that the viewer may see. */
export async function retryFailedTasks(
  ctx: ChangeContext,
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
 * Releases a task whose process died; a task that waits for its next attempt starts now.
 * @throws {AppError} `NotFound`, or `Conflict` when it runs or has ended
 */
export async function unlockTask(ctx: ChangeContext, viewer: Viewer, taskId: string): Promise<Task> {
  const { status } = await getTask(ctx, viewer, taskId);
  if (status === 'running') {
    const row = await releaseTask(ctx.db, taskId);
    if (row === undefined) throw new AppError('Conflict', say('This task is running. Cancel it to stop it'));
    ctx.queue.announce(row);
    ctx.queue.wake();
  } else if ((await ctx.queue.restart(taskId, ['pending'])) === undefined) {
    throw new AppError('Conflict', say('This task has already ended'));
  }
  return announceTask(ctx, viewer, taskId);
}
