import { z } from 'zod';
import { makeViewer } from '#core/people/make-viewer.ts';
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
import { say } from '#words/say.ts';
import { StoredEdit } from './operations.ts';

/** What queueing metadata work takes. */
export interface WorkContext {
  readonly db: Database;
  readonly queue: Queue;
}

/** An undo as a task stores it. */
const StoredUndo = z.object({
  undoes: z.string(),
  by: z.object({ userId: z.string(), username: z.string() }),
  /** The server rolls back an unfinished edit; no user asked for it. */
  isRevert: z.boolean(),
});
export type StoredUndo = z.output<typeof StoredUndo>;

const StoredWork = z.union([StoredUndo, StoredEdit]);

/** Parses stored work. */
export function readWork(request: string): z.output<typeof StoredWork> {
  return StoredWork.parse(JSON.parse(request));
}

/** The scope of the server itself: rollbacks include all rows. */
export const EVERYONE: ViewerScope = { userId: '' };

/** Permissions to edit metadata of one kind; `MetadataWrite` edits both. */
export const WRITES = { book: 'BooksWrite', series: 'SeriesWrite' } as const;

/** The user with current permissions. Throws `TaskFailure` when they may not edit any more. */
export async function currentEditor(
  db: ReadDb,
  by: Pick<Viewer, 'userId' | 'username'>,
  kinds: readonly (keyof typeof WRITES)[],
): Promise<Viewer> {
  const user = await findUser(db, by.userId);
  if (user?.isActive !== 1)
    throw new TaskFailure(say('The account of {name} is gone or switched off', { name: by.username }));
  const viewer = await makeViewer(db, user, null);
  const missing = viewer.permissions.has('MetadataWrite')
    ? undefined
    : kinds.map((kind) => WRITES[kind]).find((permission) => !viewer.permissions.has(permission));
  if (missing !== undefined)
    throw new TaskFailure(
      say('{name} no longer has the permission {permission}', { name: by.username, permission: missing }),
    );
  return viewer;
}

/** Leaves the undo of changes in `viewerScope` to a task. Returns undefined when nothing is left to undo. */
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

/** Whether a task is working on an action or its undo. */
export async function isBeingWorkedOn(db: ReadDb, actionId: string): Promise<boolean> {
  const work = await listWork(db);
  return work.some(({ actionId: own, request }) => {
    const stored = readWork(request);
    return own === actionId || ('undoes' in stored && stored.undoes === actionId);
  });
}

/** Rolls back edits and undos whose task was cancelled or failed. A cancelled rollback stays as it is. */
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
