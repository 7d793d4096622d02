import type { Task } from '@lectern/contract';
import { endAbandonedWork } from '#core/catalog/metadata/queued-work.ts';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { deleteAllTasks, deleteEndedTasks, listOpenTaskIds, listWaitingTasks } from '#db/repos/system/tasks.repo.ts';
import type { EventBus } from '#events/bus.ts';
import type { Queue } from '#jobs/queue.ts';
import { say } from '#words/say.ts';
import { announceScan } from '../scan/announce-scan.ts';
import { getTask } from './tasks.ts';

/** Tools for changing tasks. */
export interface ChangeContext {
  readonly db: Database;
  readonly events: EventBus;
  readonly queue: Queue;
}

/**
 * Cancels a task with those it queued; a running one stops at its next file.
 * @throws {AppError} `NotFound`, or `Conflict` when it has ended
 */
export async function cancelTask(ctx: ChangeContext, viewer: Viewer, taskId: string): Promise<Task> {
  const before = await getTask(ctx, viewer, taskId);
  if (!(await ctx.queue.cancel(taskId))) {
    throw new AppError('Conflict', say('This task has already ended'));
  }
  if (before.taskType === 'scan_library') await announceScan(ctx, taskId);
  // A bulk edit is all or nothing, so its changes are undone.
  if (before.taskType === 'edit_metadata') await endAbandonedWork(ctx);
  return getTask(ctx, viewer, taskId);
}

/**
 * Cancels every pending task, and undoes unfinished bulk edits. Running tasks continue.
 * @returns number of cancelled tasks
 */
export async function emptyQueue(ctx: ChangeContext): Promise<number> {
  let cancelled = 0;
  for (const { id, type } of await listWaitingTasks(ctx.db.read)) {
    // Cancelling another task may have ended it.
    if (!(await ctx.queue.cancel(id))) continue;
    cancelled += 1;
    if (type === 'scan_library') await announceScan(ctx, id);
  }
  await endAbandonedWork(ctx);
  return cancelled;
}

const DAY_MS = 86_400_000;

/** Deletes tasks that ended at least `days` days ago and that the viewer may see. */
export async function purgeTasks({ db }: Pick<ChangeContext, 'db'>, viewer: Viewer, days: number) {
  return { deleted: await db.transaction(async (tx) => deleteEndedTasks(tx, days * DAY_MS, viewer)) };
}

/** Cancels and deletes all tasks, and undoes unfinished bulk edits. The next scan does what was left undone. */
export async function nukeTasks({ db, queue }: Omit<ChangeContext, 'events'>) {
  await Promise.all((await listOpenTaskIds(db.read)).map(async (id) => queue.cancel(id)));
  const deleted = await db.transaction(async (tx) => deleteAllTasks(tx));
  await endAbandonedWork({ db, queue });
  return { deleted };
}
