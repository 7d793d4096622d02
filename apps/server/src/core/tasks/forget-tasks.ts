import { settleAbandonedWork } from '#core/metadata/queued-work.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { deleteAllTasks, deleteEndedTasks, listOpenTaskIds } from '#db/repos/system/tasks.repo.ts';
import type { Queue } from '#jobs/queue.ts';

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
  await settleAbandonedWork({ db, queue });
  return { deleted };
}
