import { isDeepStrictEqual } from 'node:util';
import type { MetadataChange } from '@lectern/contract';
import { undoCoverChange } from '../covers/undo-cover.ts';
import { groupBy } from '#core/group-by.ts';
import type { Viewer } from '#core/viewer.ts';
import type { ReadDb, Tx } from '#db/open.ts';
import { type ChangeRow, markUndone } from '#db/repos/metadata/metadata-journal.repo.ts';
import type { Json, MetadataState } from '#db/repos/metadata/metadata-states.repo.ts';
import { spellTerms } from '#db/repos/rows/find-terms.repo.ts';
import type { ViewerScope } from '#db/repos/rows/viewer-scope.ts';
import { type Edit, LOCKS_FIELD } from './edit.ts';
import { changeKey, editOwnersIn } from './edit-owners.ts';
import type { Planner } from './plan-owners.ts';
import { toChange } from './journal.ts';
import type { ChangeContext } from '../contexts.ts';

type Change = MetadataChange;

/** An undo: its action, the undone action and the user. */
export interface Undoing {
  readonly undoId: string;
  readonly actionId: string;
  readonly by: Pick<Viewer, 'userId' | 'username'>;
  /** Only changes inside it are undone. */
  readonly viewerScope: ViewerScope;
}

/** Outcome of an undo. */
export interface Undone {
  /** Ids of undone changes. */
  readonly done: string[];
  /** Changes whose field was changed since. */
  readonly kept: Change[];
}

function names(value: Json): string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}

/** Whether a field still has the value of the change. Genres and tags may have been renamed. */
async function isAsLeft(db: ReadDb, { field, after }: Change, now: Json): Promise<boolean> {
  if (field !== 'genres' && field !== 'tags') return isDeepStrictEqual(now, after);
  const [left] = await spellTerms(db, field === 'genres' ? 'genre' : 'tag', [names(after)]);
  return isDeepStrictEqual(names(now), left);
}

/** Reverts only locks that are still as the change left them. */
function planLocksBack({ before, after }: Change, state: MetadataState): Pick<Edit, 'lock' | 'unlock'> {
  const [were, became] = [new Set(names(before)), new Set(names(after))];
  return {
    lock: [...were].filter((name) => !became.has(name) && !state.locks.has(name)),
    unlock: [...became].filter((name) => !were.has(name) && state.locks.has(name)),
  };
}

/** Plans the undo of each owner, and collects what is done and kept. */
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

async function undoFields(
  tx: Tx,
  ctx: Pick<ChangeContext, 'events' | 'log'>,
  undoing: Undoing,
  { kind, changes }: { readonly kind: MetadataState['kind']; readonly changes: readonly Change[] },
): Promise<Undone> {
  const undone: Undone = { done: [], kept: [] };
  if (changes.length === 0) return undone;
  const byOwner = groupBy(changes, ({ targetId }) => targetId);
  const wanted = { kind, ids: [...byOwner.keys()], plan: undoPlanner(byOwner, undone) };
  const undoes = new Map(changes.map(({ id, targetId, field }) => [changeKey(targetId, field), id]));
  const { undoId: actionId, actionId: undoesAction, by } = undoing;
  const deed = { actionId, kind: 'undo', viewer: by, undoes, undoesAction } as const;
  await editOwnersIn(tx, ctx, undoing.viewerScope, { wanted, deed });
  return undone;
}

/** Undoes changes of books and series, with locks and covers. A field that was changed since stays. */
export async function undoChangesIn(
  tx: Tx,
  ctx: Pick<ChangeContext, 'events' | 'log'>,
  undoing: Undoing,
  rows: readonly ChangeRow[],
): Promise<Undone> {
  const undone: Undone = { done: [], kept: [] };
  const changes = rows.map(toChange);
  const [covers, fields] = [changes.filter(isOfCover), changes.filter((change) => !isOfCover(change))];
  for (const kind of ['book', 'series'] as const) {
    const ofKind = fields.filter(({ targetType }) => targetType === kind);
    const { done, kept } = await undoFields(tx, ctx, undoing, { kind, changes: ofKind });
    undone.done.push(...done);
    undone.kept.push(...kept);
  }
  for (const change of covers) {
    const isDone = await undoCoverChange(tx, ctx, undoing, change);
    if (isDone) undone.done.push(change.id);
    else undone.kept.push(change);
  }
  await markUndone(tx, undone.done, undoing.undoId);
  return undone;
}

function isOfCover({ field }: Change): boolean {
  return field === 'cover';
}
