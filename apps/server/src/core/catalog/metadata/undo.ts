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
import { say } from '#words/say.ts';
import { LOCKS_FIELD } from './edit.ts';
import { getActionRow } from './journal.ts';
import { isBeingWorkedOn, queueUndo, endAbandonedWork, type WorkContext, WRITES } from './queued-work.ts';
import { type TagDeedContext } from '#core/people/tag-audit.ts';
import { undoSharingTags } from './undo-tags.ts';
import { undoTerms } from './undo-terms.ts';
import { type Undone, undoChangesIn } from './undo-changes.ts';
import type { ChangeContext } from '../contexts.ts';

/** Larger undos are left to a task. */
const AT_ONCE = 2_000;
const MAX_LISTED = 100;

type Answer = z.infer<typeof UndoResult>;

/** What undoing takes. */
export interface UndoContext extends ChangeContext, WorkContext, TagDeedContext {}

/** An undo needs the same permission as the change. */
const PERMISSION = { ...WRITES, sharing: 'SystemAdmin', term: 'SystemAdmin' } as const;

function checkPermissions(viewer: Viewer, kinds: readonly (keyof typeof PERMISSION)[]): void {
  for (const kind of kinds) {
    const permission = PERMISSION[kind];
    if (viewer.permissions.has(permission)) continue;
    if (Object.hasOwn(WRITES, kind) && viewer.permissions.has('MetadataWrite')) continue;
    throw new AppError('Forbidden', say('This needs the permission {permission}', { permission }));
  }
}

/** Counts fields; locks that changed with them are not counted. */
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

/** Serializes undos of an action, so that nothing is undone twice. */
async function undoOnce<Result>(
  { db }: Pick<UndoContext, 'db'>,
  actionId: string,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return await db.transaction(async (tx) => {
    await lockFor(tx.kind, tx.write, `undo ${actionId}`);
    if (await isBeingWorkedOn(tx.read, actionId)) {
      throw new AppError('Conflict', say('A task is still working on this change. Wait until it ends, or cancel it'));
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
    // An action has changes of one kind only.
    const isOfSharing = rows.some(({ termKind }) => termKind === 'sharingTag');
    const undoNames = isOfSharing ? undoSharingTags : undoTerms;
    const undone: Undone = await (isOfTerms ? undoNames : undoChangesIn)(tx, ctx, undoing, rows);
    return { ...undone, told: countTold(rows, undone.done) };
  });
  return {
    actionId: done.length === 0 ? null : undoId,
    taskId: null,
    undone: done.length,
    kept: kept.slice(0, MAX_LISTED),
    keptCount: kept.length,
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
 * Undoes the visible changes of an action as a new action; a task undoes more than 2,000. Fields that were changed
 * since stay. Throws `NotFound`, `Forbidden`, or `Conflict` while a task works on it.
 */
export async function undoMetadataAction(ctx: UndoContext, viewer: Viewer, actionId: string): Promise<Answer> {
  await getActionRow(ctx.db.read, viewer, actionId);
  await endAbandonedWork(ctx);
  const kinds = await listChangedKinds(ctx.db.read, actionId);
  checkPermissions(viewer, kinds);
  const open = await countOpenChanges(ctx.db.read, viewer, actionId);
  // Changes of genres and tags are undone in bulk, so their number does not matter.
  const isOfTerms = kinds.includes('term');
  return open <= AT_ONCE || isOfTerms ? undoNow(ctx, viewer, actionId, isOfTerms) : undoLater(ctx, viewer, actionId);
}
