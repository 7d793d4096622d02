import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { pickVisible } from '#db/repos/covers/cover-targets.repo.ts';
import { hasNumbersDue, isNumbersDue, listNumbersDue, markNumbersDue } from '#db/repos/scanning/naming.repo.ts';
import type { EventBus } from '#events/bus.ts';
import type { TaskOutcome, TaskRun } from '#jobs/handler.ts';
import type { EnqueueOptions, Queue } from '#jobs/queue.ts';
import { say } from '#words/say.ts';
import { renumberSeries } from './renumber-series.ts';

const PAGE = 100;

/** Marked series: all, or those of a list. */
async function* listDue(db: Database, seriesIds: readonly string[] | undefined): AsyncGenerator<string, void> {
  if (seriesIds !== undefined) {
    for (const id of seriesIds) if (await isNumbersDue(db.read, id)) yield id;
    return;
  }
  for (let after = ''; ; ) {
    const ids = await listNumbersDue(db.read, { after, limit: PAGE });
    yield* ids;
    const last = ids.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

/** Renumbers the marked series, one transaction each. @param seriesIds only these of them */
export async function renumberDue(
  { db, events }: { readonly db: Database; readonly events: EventBus },
  seriesIds: readonly string[] | undefined,
  run: TaskRun,
): Promise<TaskOutcome> {
  const result = { series: 0, books: 0 };
  for await (const seriesId of listDue(db, seriesIds)) {
    run.signal.throwIfAborted();
    if (await run.shouldYield()) return { result, again: true };
    result.books += await db.transaction(async (tx) => renumberSeries(tx, events, seriesId, Date.now()));
    result.series += 1;
    run.report({ current: result.series, total: seriesIds?.length ?? 0, message: say('Numbering books') }, result);
    await nextTurn();
  }
  return { result };
}

interface RequestContext {
  readonly db: Database;
  readonly queue: Queue;
}

/** Queues a task when an analysis or a scan has marked series. */
export async function requestDueNumbers({ db, queue }: RequestContext): Promise<void> {
  if (!(await hasNumbersDue(db.read))) return;
  await db.transaction(async (tx) => queue.enqueue(tx, 'renumber_series', {}));
}

/**
 * Marks series, and queues a task that renumbers them.
 * @throws {AppError} `NotFound` that names the first series that the viewer may not see
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
