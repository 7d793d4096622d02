import { z } from 'zod';
import { viewerOf } from '#core/people/viewer-of.ts';
import type { Viewer } from '#core/viewer.ts';
import { lockFor } from '#db/sql/dialect.ts';
import { newId } from '#db/new-id.ts';
import type { Database, ReadDb, Tx } from '#db/open.ts';
import { insertAction, type NewAction } from '#db/repos/metadata/metadata-journal.repo.ts';
import { deleteWork, insertUndoWork, listUnattended, listWork } from '#db/repos/metadata/metadata-work.repo.ts';
import { findUser } from '#db/repos/people/users.repo.ts';
import type { ViewerScope } from '#db/repos/rows/viewer-scope.ts';
import { TaskFailure } from '#jobs/handler.ts';
import type { Queue } from '#jobs/queue.ts';
import { StoredEdit } from './operations.ts';

/** What leaving work to tasks takes. */
export interface WorkContext {
  readonly db: Database;
  readonly queue: Queue;
}

/** An undo as a task keeps it. */
const StoredUndo = z.object({
  /** The action that is undone. */
  undoes: z.string(),
  by: z.object({ userId: z.string(), username: z.string() }),
  /** No user asked for it: it rolls back an edit that did not finish. */
  isRevert: z.boolean(),
});
export type StoredUndo = z.output<typeof StoredUndo>;

const StoredWork = z.union([StoredUndo, StoredEdit]);

/** What a task is to do, as it was stored. */
export function readWork(request: string): z.output<typeof StoredWork> {
  return StoredWork.parse(JSON.parse(request));
}

/** The server's own eyes: what was begun is taken back wherever it was done. */
export const EVERYONE: ViewerScope = { userId: '' };

/** What a user needs to change what is known of books or series. */
export const WRITES = { book: 'BooksWrite', series: 'SeriesWrite' } as const;

/**
 * A user as they may ask by now: time has passed since they did.
 * @throws {TaskFailure} when they may not any more
 */
export async function currentEditor(
  db: ReadDb,
  by: Pick<Viewer, 'userId' | 'username'>,
  kinds: readonly (keyof typeof WRITES)[],
): Promise<Viewer> {
  const user = await findUser(db, by.userId);
  if (user?.isActive !== 1) throw new TaskFailure(`The account of ${by.username} is gone or switched off`);
  const viewer = await viewerOf(db, user, null);
  const missing = kinds.map((kind) => WRITES[kind]).find((permission) => !viewer.permissions.has(permission));
  if (missing !== undefined) throw new TaskFailure(`${by.username} no longer has the permission ${missing}`);
  return viewer;
}

/**
 * Leaves the undo of an action to a task: what is to be undone is settled now.
 * @param viewerScope whose changes are undone: those that they may see
 * @returns the action that undoes, and its task; undefined when nothing is left to undo
 */
export async function queueUndo(
  tx: Tx,
  { queue }: Pick<WorkContext, 'queue'>,
  viewerScope: ViewerScope,
  stored: StoredUndo,
): Promise<{ readonly actionId: string; readonly taskId: string; readonly total: number } | undefined> {
  const actionId = newId();
  const action: NewAction = { actionId, kind: 'undo', viewer: stored.by, undoesAction: stored.undoes, at: Date.now() };
  await insertAction(tx, action);
  const total = await insertUndoWork(tx, viewerScope, {
    actionId,
    request: JSON.stringify(stored),
    undoes: stored.undoes,
  });
  if (total === 0) {
    await deleteWork(tx, actionId);
    return undefined;
  }
  return { actionId, total, taskId: await queue.enqueue(tx, 'edit_metadata', { actionId }) };
}

/** Whether a task is at an action, or at its undo. */
export async function isBeingWorkedOn(db: ReadDb, actionId: string): Promise<boolean> {
  const work = await listWork(db);
  return work.some(({ actionId: own, request }) => {
    const stored = readWork(request);
    return own === actionId || ('undoes' in stored && stored.undoes === actionId);
  });
}

/**
 * Takes back what edits and undos have done whose task was cancelled or failed: all or none. What is taken back itself stays
 * as it is when a user stops that.
 */
export async function endAbandonedWork(ctx: WorkContext): Promise<void> {
  if ((await listUnattended(ctx.db.read)).length === 0) return;
  await ctx.db.transaction(async (tx) => {
    await lockFor(tx.kind, tx.write, 'abandoned metadata work');
    for (const { actionId, request } of await listUnattended(tx.read)) {
      const stored = readWork(request);
      await deleteWork(tx, actionId);
      if ('isRevert' in stored && stored.isRevert) continue;
      const by = { userId: stored.by.userId, username: stored.by.username };
      await queueUndo(tx, ctx, EVERYONE, { undoes: actionId, by, isRevert: true });
    }
  });
}
