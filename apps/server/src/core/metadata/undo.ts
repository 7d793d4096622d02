import { randomUUIDv7 } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { MetadataChange, UndoResult } from '@lectern/contract';
import type { z } from 'zod';
import { AppError } from '#core/errors.ts';
import { groupBy } from '#core/group-by.ts';
import type { Viewer } from '#core/viewer.ts';
import type { ReadDb, Tx } from '#db/open.ts';
import { listChangedKinds, listChanges, markUndone } from '#db/repos/metadata-journal.repo.ts';
import type { Json, MetadataState } from '#db/repos/metadata-states.repo.ts';
import { findWork } from '#db/repos/metadata-work.repo.ts';
import { spellTerms } from '#db/repos/terms.repo.ts';
import { type Edit, LOCKS_FIELD } from './edit.ts';
import { changeKey, editOwnersIn, type MetadataContext, type Planner } from './edit-owners.ts';
import { getActionRow, toChange } from './journal.ts';

/** Changes undone in one transaction: what a request can change is undone whole. */
const BATCH = 2_000;
const MAX_LISTED = 100;

type Change = MetadataChange;

function names(value: Json): string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}

/** Whether a field still says what the change left there; genres and tags may be called otherwise by now. */
async function isAsLeft(db: ReadDb, { field, after }: Change, now: Json): Promise<boolean> {
  if (field !== 'genres' && field !== 'tags') return isDeepStrictEqual(now, after);
  const [left] = await spellTerms(db, field === 'genres' ? 'genre' : 'tag', [names(after)]);
  return isDeepStrictEqual(names(now), left);
}

/** Of the locks that a change set or cleared those that still are as it left them. */
function planLocksBack({ before, after }: Change, state: MetadataState): Pick<Edit, 'lock' | 'unlock'> {
  const [were, became] = [new Set(names(before)), new Set(names(after))];
  return {
    lock: [...were].filter((name) => !became.has(name) && !state.locks.has(name)),
    unlock: [...became].filter((name) => !were.has(name) && state.locks.has(name)),
  };
}

/** What became of one batch. */
interface Undone {
  readonly done: string[];
  readonly kept: Change[];
}

/** Decides for each owner what goes back, and notes what stays. */
function undoPlanner(byOwner: ReadonlyMap<string, readonly Change[]>, { done, kept }: Undone): Planner {
  return async (state, db) => {
    const values: Record<string, Json> = {};
    let locks: Pick<Edit, 'lock' | 'unlock'> = {};
    for (const change of byOwner.get(state.id) ?? []) {
      const { field, before } = change;
      const isLocks = field === LOCKS_FIELD;
      if (isLocks) locks = planLocksBack(change, state);
      else if (await isAsLeft(db, change, state.values[field] ?? null)) values[field] = before;
      else {
        kept.push(change);
        continue;
      }
      done.push(change.id);
    }
    return { values, ...locks };
  };
}

interface Batch {
  readonly kind: MetadataState['kind'];
  readonly changes: readonly Change[];
  readonly undoId: string;
  readonly actionId: string;
}

async function undoBatch(tx: Tx, ctx: MetadataContext, viewer: Undoer, batch: Batch): Promise<Undone> {
  const { kind, changes, undoId, actionId } = batch;
  const byOwner = groupBy(changes, ({ targetId }) => targetId);
  const undone: Undone = { done: [], kept: [] };
  const wanted = { kind, ids: [...byOwner.keys()], plan: undoPlanner(byOwner, undone) };
  const undoes = new Map(changes.map(({ id, targetId, field }) => [changeKey(targetId, field), id]));
  const deed = { actionId: undoId, kind: 'undo', viewer, undoes, undoesAction: actionId } as const;
  await editOwnersIn(tx, ctx, viewer, { wanted, deed });
  await markUndone(tx, undone.done, undoId);
  return undone;
}

interface Step {
  readonly undoId: string;
  readonly actionId: string;
  readonly after: string;
}

/** Undoes the changes after one; with them where to go on, undefined at the end. */
async function undoSome(
  tx: Tx,
  ctx: MetadataContext,
  viewer: Undoer,
  { undoId, actionId, after }: Step,
): Promise<Undone & { readonly next: string | undefined }> {
  const rows = await listChanges(tx.read, viewer, { actionId }, { after, limit: BATCH, isOpen: true });
  const undone: Undone = { done: [], kept: [] };
  for (const kind of ['book', 'series'] as const) {
    const changes = rows.map(toChange).filter(({ targetType }) => targetType === kind);
    if (changes.length === 0) continue;
    const { done, kept } = await undoBatch(tx, ctx, viewer, { kind, changes, undoId, actionId });
    undone.done.push(...done);
    undone.kept.push(...kept);
  }
  return { ...undone, next: rows.length < BATCH ? undefined : rows.at(-1)?.id };
}

/** What somebody needs to undo a change. */
const PERMISSION = { book: 'BooksWrite', series: 'SeriesWrite' } as const;

function checkPermissions(viewer: Viewer, kinds: readonly (keyof typeof PERMISSION)[]): void {
  for (const kind of kinds) {
    const permission = PERMISSION[kind];
    if (viewer.permissions.has(permission)) continue;
    throw new AppError('Forbidden', `This needs the permission ${permission}: the action changed that`);
  }
}

function describe(undone: number, kept: number): string {
  const done = undone === 1 ? '1 change undone' : `${String(undone)} changes undone`;
  if (kept === 0) return done;
  const left = kept === 1 ? '1 field was' : `${String(kept)} fields were`;
  return `${done}; ${left} changed since and stay${kept === 1 ? 's as it is' : ' as they are'}`;
}

/** Who undoes something, and what they may see. */
type Undoer = Pick<Viewer, 'userId' | 'username' | 'libraryIds'>;

/** What came of it. */
interface UndoneAction {
  readonly undoId: string;
  readonly count: number;
  readonly kept: readonly Change[];
}

/** Undoes what can be undone of an action, some thousand changes at a time. */
export async function undoChanges(ctx: MetadataContext, undoer: Undoer, actionId: string): Promise<UndoneAction> {
  const undoId = randomUUIDv7();
  const kept: Change[] = [];
  let count = 0;
  let after: string | undefined = '';
  while (after !== undefined) {
    const begin: string = after;
    const step = await ctx.db.transaction(async (tx) => undoSome(tx, ctx, undoer, { undoId, actionId, after: begin }));
    count += step.done.length;
    kept.push(...step.kept);
    after = step.next;
  }
  return { undoId, count, kept };
}

/**
 * Undoes an action as one, as far as the viewer may see what it changed: every field goes back to what it said before, and the
 * locks with it. A field that says something else by now was changed since, and stays. An undo is an action too.
 * @throws {AppError} `NotFound`; `Forbidden` without the permission for what was changed; `Conflict` while a task is at it
 */
export async function undoMetadataAction(
  ctx: MetadataContext,
  viewer: Viewer,
  actionId: string,
): Promise<z.infer<typeof UndoResult>> {
  await getActionRow(ctx.db.read, viewer, actionId);
  if ((await findWork(ctx.db.read, actionId)) !== undefined) {
    throw new AppError('Conflict', `Action ${actionId} is not done yet: cancel its task to undo it`);
  }
  checkPermissions(viewer, await listChangedKinds(ctx.db.read, actionId));
  const { undoId, count, kept } = await undoChanges(ctx, viewer, actionId);
  return {
    actionId: count === 0 ? null : undoId,
    undone: count,
    kept: kept.slice(0, MAX_LISTED),
    keptCount: kept.length,
    message: describe(count, kept.length),
  };
}
