import { listChangesById } from '#db/repos/metadata/metadata-journal.repo.ts';
import {
  deleteWork,
  findWork,
  finishTargets,
  listTargets,
  type MetadataWork,
} from '#db/repos/metadata/metadata-work.repo.ts';
import type { TaskOutcome, TaskRun } from '#jobs/handler.ts';
import { say } from '#words/say.ts';
import { editOwnersIn } from './edit-owners.ts';
import { toPlanner, type StoredEdit } from './operations.ts';
import { currentEditor, EVERYONE, readWork, type StoredUndo, type WorkContext } from './queued-work.ts';
import { undoChangesIn } from './undo-changes.ts';
import type { ChangeContext } from '../contexts.ts';

/** Owners per transaction, few enough not to block requests. */
const BATCH = 50;
/** Changes undone per transaction. */
const UNDO_BATCH = 200;

/** Edits one batch and removes it from the queue, in one transaction with a permission check. */
async function editSome(ctx: ChangeContext, actionId: string, stored: StoredEdit) {
  const { kind, operation, by } = stored;
  return ctx.db.transaction(async (tx) => {
    const editor = await currentEditor(tx.read, by, [kind]);
    const ids = await listTargets(tx.read, actionId, BATCH);
    const deed = { actionId, kind: operation.name === 'reset' ? 'reset' : 'bulk', viewer: by } as const;
    await editOwnersIn(tx, ctx, editor, { wanted: { kind, ids, plan: toPlanner(kind, operation) }, deed });
    const { done, kept } = await finishTargets(tx, actionId, ids);
    if (ids.length < BATCH) await deleteWork(tx, actionId);
    return { done, kept, isLast: ids.length < BATCH };
  });
}

/** Undoes one batch of changes. */
async function undoSome(ctx: ChangeContext, undoId: string, stored: StoredUndo) {
  const { undoes, by, isRevert } = stored;
  return ctx.db.transaction(async (tx) => {
    const ids = await listTargets(tx.read, undoId, UNDO_BATCH);
    const viewerScope = isRevert ? EVERYONE : await currentEditor(tx.read, by, []);
    const rows = await listChangesById(tx.read, viewerScope, ids);
    if (!isRevert) {
      await currentEditor(tx.read, by, [...new Set(rows.map(({ bookId }) => (bookId === null ? 'series' : 'book')))]);
    }
    const undone = await undoChangesIn(tx, ctx, { undoId, actionId: undoes, by, viewerScope }, rows);
    const { done, kept } = await finishTargets(tx, undoId, ids, undone.kept.length);
    if (ids.length < UNDO_BATCH) await deleteWork(tx, undoId);
    return { done, kept, isLast: ids.length < UNDO_BATCH };
  });
}

async function work(ctx: ChangeContext, actionId: string, { request, total }: MetadataWork, run: TaskRun) {
  const stored = readWork(request);
  const isUndo = 'undoes' in stored;
  for (;;) {
    run.signal.throwIfAborted();
    const step = isUndo ? await undoSome(ctx, actionId, stored) : await editSome(ctx, actionId, stored);
    const { done, kept } = step;
    const result = isUndo ? { undone: done - kept, kept } : { edited: done };
    const message = isUndo ? say('Undoing changes of metadata') : say('Editing metadata');
    run.report({ current: done, total, message }, result);
    if (step.isLast) return { result };
    if (await run.shouldYield()) return { result, again: true };
  }
}

/**
 * Runs a queued edit or undo in batches. After a crash the rest stays queued. Throws `TaskFailure` when the user lost
 * the permission; then another task rolls it back.
 */
export async function runQueuedEdit(
  ctx: ChangeContext & Pick<WorkContext, 'db'>,
  actionId: string,
  run: TaskRun,
): Promise<TaskOutcome> {
  const found = await findWork(ctx.db.read, actionId);
  return found === undefined ? { result: { edited: 0 } } : work(ctx, actionId, found, run);
}
