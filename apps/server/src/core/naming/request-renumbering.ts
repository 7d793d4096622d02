import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { pickVisible } from '#db/repos/covers/cover-targets.repo.ts';
import { hasNumbersDue, markNumbersDue } from '#db/repos/scanning/naming.repo.ts';
import type { EnqueueOptions, Queue } from '#jobs/queue.ts';

interface RequestContext {
  readonly db: Database;
  readonly queue: Queue;
}

/** Has series numbered whose books an analysis or a scan moved; nothing is queued when there is none. */
export async function requestDueNumbers({ db, queue }: RequestContext): Promise<void> {
  if (!(await hasNumbersDue(db.read))) return;
  await db.transaction(async (tx) => queue.enqueue(tx, 'renumber_series', {}));
}

/**
 * Has the books of series numbered anew.
 * @returns the task that does it
 * @throws {AppError} `NotFound` naming the first series that is not there, or that the viewer may not see
 */
export async function requestRenumbering(
  { db, queue }: RequestContext,
  viewer: Viewer,
  seriesIds: readonly string[],
  options: EnqueueOptions = {},
): Promise<{ readonly taskId: string }> {
  const wanted = [...new Set(seriesIds)].toSorted();
  const visible = new Set(await pickVisible(db.read, viewer, 'series', wanted));
  const missing = wanted.find((id) => !visible.has(id));
  if (missing !== undefined) throw new AppError('NotFound', `Series ${missing} not found`);
  return db.transaction(async (tx) => {
    await markNumbersDue(tx, wanted);
    return { taskId: await queue.enqueue(tx, 'renumber_series', { seriesIds: wanted }, options) };
  });
}
