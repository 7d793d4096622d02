import type { UndoResult } from '@lectern/contract';
import type { z } from 'zod';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import { lockFor } from '#db/sql/dialect.ts';
import { newId } from '#db/new-id.ts';
import type { Tx } from '#db/open.ts';
import {
  type ChangeRow,
  countOpenChanges,
  listChangedKinds,
  listChanges,
} from '#db/repos/metadata/metadata-journal.repo.ts';
import { LOCKS_FIELD } from './edit.ts';
import type { MetadataContext } from './edit-owners.ts';
import { getActionRow } from './journal.ts';
import { isBeingWorkedOn, queueUndo, endAbandonedWork, type WorkContext, WRITES } from './queued-work.ts';
import { type TagDeedContext } from '#core/people/tag-audit.ts';
import { undoSharingTags } from './undo-tags.ts';
import { undoTerms } from './undo-terms.ts';
import { type Undone, undoChangesIn } from './undo-changes.ts';

/** Changes undone while the request waits, in one transaction; more are the work of a task. */
const AT_ONCE = 2_000;
const MAX_LISTED = 100;

type Answer = z.infer<typeof UndoResult>;

/** What undoing takes. */
export interface UndoContext extends MetadataContext, WorkContext, TagDeedContext {}

/** What a user needs to undo a change: what they need to make it. */
const PERMISSION = { ...WRITES, sharing: 'SystemAdmin', term: 'SystemAdmin' } as const;

function checkPermissions(viewer: Viewer, kinds: readonly (keyof typeof PERMISSION)[]): void {
  for (const kind of kinds) {
    const permission = PERMISSION[kind];
    if (viewer.permissions.has(permission)) continue;
    throw new AppError('Forbidden', `This needs the permission ${permission}: the action changed that`);
  }
}

/** Locks go back with the fields that were edited, and are not spoken of beside them. */
function countTold(rows: readonly ChangeRow[], done: readonly string[]): number {
  const undone = new Set(done);
  const fields = rows.filter(({ id, field }) => undone.has(id) && field !== LOCKS_FIELD);
  return fields.length === 0 ? done.length : fields.length;
}

function describe(undone: number, kept: number): string {
  const done = undone === 1 ? '1 change undone' : `${String(undone)} changes undone`;
  if (kept === 0) return done;
  const left = kept === 1 ? '1 field was' : `${String(kept)} fields were`;
  return `${done}; ${left} changed since and stay${kept === 1 ? 's as it is' : ' as they are'}`;
}

/** One undo of an action at a time: what the other one did is seen, and nothing is undone twice. */
async function undoOnce<Result>(
  { db }: Pick<UndoContext, 'db'>,
  actionId: string,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return await db.transaction(async (tx) => {
    await lockFor(tx.kind, tx.write, `undo ${actionId}`);
    if (await isBeingWorkedOn(tx.read, actionId)) {
      throw new AppError('Conflict', `A task is at action ${actionId}: wait for it, or cancel it`);
    }
    return await work(tx);
  });
}

async function undoNow(ctx: UndoContext, viewer: Viewer, actionId: string, isOfTerms: boolean): Promise<Answer> {
  const undoId = newId();
  const undoing = { undoId, actionId, by: viewer, viewerScope: viewer };
  const { done, kept, told } = await undoOnce(ctx, actionId, async (tx) => {
    const range = { after: '', limit: AT_ONCE, isOpen: true };
    const rows = await listChanges(tx.read, viewer, { actionId }, range);
    // No action is of several of them.
    const isOfSharing = rows.some(({ termKind }) => termKind === 'sharingTag');
    const undoTermsOf = isOfSharing ? undoSharingTags : undoTerms;
    const undone: Undone = await (isOfTerms ? undoTermsOf : undoChangesIn)(tx, ctx, undoing, rows);
    return { ...undone, told: countTold(rows, undone.done) };
  });
  return {
    ...{ actionId: done.length === 0 ? null : undoId, taskId: null },
    ...{ undone: done.length, kept: kept.slice(0, MAX_LISTED), keptCount: kept.length },
    message: describe(told, kept.length),
  };
}

async function undoLater(ctx: UndoContext, viewer: Viewer, actionId: string): Promise<Answer> {
  const { userId, username } = viewer;
  const stored = { undoes: actionId, by: { userId, username }, isRevert: false };
  const queued = await undoOnce(ctx, actionId, async (tx) => queueUndo(tx, ctx, viewer, stored));
  const message = `${String(queued?.total ?? 0)} changes will be undone by a task`;
  const ids = { actionId: queued?.actionId ?? null, taskId: queued?.taskId ?? null };
  return { ...ids, undone: 0, kept: [], keptCount: 0, message };
}

/**
 * Undoes an action as one, as far as the viewer may see what it changed: every field goes back to what it said before, and the
 * locks with it. A field that says something else by now was changed since, and stays. An undo is an action too. More than
 * 2,000 changes are undone by a task, all or none.
 * @throws {AppError} `NotFound`; `Forbidden` without the permission for what was changed; `Conflict` while a task is at it
 */
export async function undoMetadataAction(ctx: UndoContext, viewer: Viewer, actionId: string): Promise<Answer> {
  await getActionRow(ctx.db.read, viewer, actionId);
  await endAbandonedWork(ctx);
  const kinds = await listChangedKinds(ctx.db.read, actionId);
  checkPermissions(viewer, kinds);
  const open = await countOpenChanges(ctx.db.read, viewer, actionId);
  // What was done to genres and tags is undone set by set, however much has them.
  const isOfTerms = kinds.includes('term');
  return open <= AT_ONCE || isOfTerms ? undoNow(ctx, viewer, actionId, isOfTerms) : undoLater(ctx, viewer, actionId);
}
