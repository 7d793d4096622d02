import type { Task } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import { settleAbandonedWork } from '#core/metadata/queued-work.ts';
import { announceScan } from '#core/scan/scan-status.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import type { EventBus } from '#events/bus.ts';
import type { Queue } from '#jobs/queue.ts';
import { getTask } from './get-task.ts';

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
  if (before.taskType === 'edit_metadata') await settleAbandonedWork(ctx);
  return getTask(ctx, viewer, taskId);
}
