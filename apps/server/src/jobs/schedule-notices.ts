import { hasCauses } from '#db/repos/system/notices.repo.ts';
import { hasOpenTask } from '#db/repos/system/tasks.repo.ts';
import type { Database, Tx } from '#db/open.ts';
import type { Queue } from './queue.ts';

/** Queues the planning of notices, unless it waits or runs. */
export async function askForNotices({ queue }: { readonly queue: Pick<Queue, 'enqueue'> }, tx: Tx): Promise<void> {
  if (!(await hasOpenTask(tx.read, 'plan_notices', ''))) await queue.enqueue(tx, 'plan_notices', {});
}

/** Queues the planning for causes that were stored while an earlier planning ended, or by a process that ended. */
export async function scheduleNotices(tools: {
  readonly db: Database;
  readonly queue: Pick<Queue, 'enqueue'>;
}): Promise<void> {
  if (await hasCauses(tools.db.read)) await tools.db.transaction(async (tx) => askForNotices(tools, tx));
}
