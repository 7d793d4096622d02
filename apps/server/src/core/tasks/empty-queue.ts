import { settleAbandonedWork } from '#core/metadata/queued-work.ts';
import { announceScan } from '#core/scan/scan-status.ts';
import type { Database } from '#db/open.ts';
import { listWaitingTasks } from '#db/repos/system/tasks.repo.ts';
import type { EventBus } from '#events/bus.ts';
import type { Queue } from '#jobs/queue.ts';

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
  await settleAbandonedWork(ctx);
  return cancelled;
}
