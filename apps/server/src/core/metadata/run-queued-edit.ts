import { deleteWork, findWork, finishTargets, listTargets } from '#db/repos/metadata-work.repo.ts';
import { TaskStopped } from '#jobs/failure.ts';
import type { TaskOutcome, TaskRun } from '#jobs/handler.ts';
import { editOwnersIn, type MetadataContext } from './edit-owners.ts';
import { plannerOf, StoredEdit } from './operations.ts';
import { undoChanges } from './undo.ts';

/** Books or series of one transaction: few enough that requests hardly notice. */
const BATCH = 50;

/** One step: a few of those that wait are edited and wait no longer, together. */
async function editSome(ctx: MetadataContext, actionId: string, stored: StoredEdit): Promise<number> {
  const { kind, operation, by } = stored;
  return ctx.db.transaction(async (tx) => {
    const ids = await listTargets(tx.read, actionId, BATCH);
    const deed = { actionId, kind: operation.name === 'reset' ? 'reset' : 'bulk', viewer: by } as const;
    await editOwnersIn(tx, ctx, by, { wanted: { kind, ids, plan: plannerOf(kind, operation) }, deed });
    await finishTargets(tx, actionId, ids);
    if (ids.length < BATCH) await deleteWork(tx, actionId);
    return ids.length;
  });
}

/**
 * Does an edit of many, a few at a time. A process that dies in the middle leaves the rest waiting; who cancels it gets back
 * what was: all or none.
 */
export async function runQueuedEdit(ctx: MetadataContext, actionId: string, run: TaskRun): Promise<TaskOutcome> {
  const work = await findWork(ctx.db.read, actionId);
  if (work === undefined) return { result: { edited: 0 } };
  const stored = StoredEdit.parse(JSON.parse(work.request));
  let edited = work.done;
  while (!run.signal.aborted) {
    const count = await editSome(ctx, actionId, stored);
    edited += count;
    run.report({ current: edited, total: work.total, message: 'Editing metadata' }, { edited });
    if (count < BATCH) return { result: { edited } };
    if (await run.shouldYield()) return { result: { edited }, again: true };
  }
  const reason: unknown = run.signal.reason;
  if (reason instanceof TaskStopped && reason.reason === 'cancelled') {
    await ctx.db.transaction(async (tx) => deleteWork(tx, actionId));
    await undoChanges(ctx, stored.by, actionId);
  }
  throw reason;
}
