import type { BookEdits } from '@lectern/contract';
import { changeCovers } from '../covers/change-covers.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import { writeCoverLock } from '#db/repos/covers/cover-locks.repo.ts';
import type { ActionKind } from '#db/repos/metadata/metadata-journal.repo.ts';
import { listMetadataStates, type MetadataState } from '#db/repos/metadata/metadata-states.repo.ts';
import { stateAfter } from './edit.ts';
import { editOwnersIn } from './edit-owners.ts';
import type { Planner } from './plan-owners.ts';
import { type Operation, toPlanner } from './operations.ts';
import { COVER_LOCK } from './fields.ts';
import { getState, notFound } from './find-state.ts';
import type { ChangeContext } from '../contexts.ts';

/** The action that locking covers joins. */
interface CoverAction {
  readonly actionId: string;
  readonly kind: ActionKind;
}

/** An edit of one book or series. */
export interface OneEdit {
  readonly kind: MetadataState['kind'];
  readonly id: string;
  readonly plan: Planner;
  /** `edit` by default. */
  readonly action?: ActionKind;
}

/** Edits fields and locks of one book or series, with journal and events. Returns the new state. Throws `NotFound`. */
export async function editOne(ctx: ChangeContext, viewer: Viewer, edit: OneEdit): Promise<MetadataState> {
  const { kind, id, plan, action = 'edit' } = edit;
  const done = await ctx.db.transaction(async (tx) => {
    const deed = { actionId: newId(), kind: action, viewer };
    const [only] = await editOwnersIn(tx, ctx, viewer, { wanted: { kind, ids: [id], plan, isPure: true }, deed });
    if (only === undefined) throw notFound(kind, id);
    return only;
  });
  // Library rules may have changed the title of a series.
  const isRead = kind === 'series' && done.isNamedAgain;
  return isRead ? getState(ctx.db.read, viewer, kind, id) : stateAfter(done, done.at);
}

/** Locks or unlocks cover choices and updates the shown covers. Returns ids of owners whose lock changed. */
export async function lockCovers(
  ctx: ChangeContext,
  viewer: Viewer,
  owners: { readonly kind: MetadataState['kind']; readonly ids: readonly string[]; readonly action?: CoverAction },
  isLocked: boolean,
): Promise<string[]> {
  const { kind, ids, action } = owners;
  const by = { userId: viewer.userId, username: viewer.username, ...action };
  const changed: string[] = [];
  for (const state of await listMetadataStates(ctx.db.read, viewer, kind, ids)) {
    if (state.locks.has(COVER_LOCK[kind]) === isLocked) continue;
    await changeCovers(ctx, { ...state, by }, async (tx, at) =>
      writeCoverLock(tx, state, isLocked, { at, newId: newId() }),
    );
    changed.push(state.id);
  }
  return changed;
}

type WholeEdit = Extract<Operation, { readonly name: 'book-edits' | 'series-edits' }>;

/** Changes fields and locks of one book or series as one action. Throws `NotFound`. */
export async function editEverything(
  ctx: ChangeContext,
  viewer: Viewer,
  id: string,
  operation: WholeEdit,
): Promise<void> {
  const kind = operation.name === 'book-edits' ? 'book' : 'series';
  await editOne(ctx, viewer, { kind, id, plan: toPlanner(kind, operation) });
}

/** Changes each book by its own edit, all as one action. Deleted and hidden books are skipped. */
export async function editEach(
  ctx: ChangeContext,
  viewer: Viewer,
  edits: ReadonlyMap<string, BookEdits>,
): Promise<void> {
  const planners = new Map([...edits].map(([id, body]) => [id, toPlanner('book', { name: 'book-edits', body })]));
  const plan: Planner = async (state, db) => {
    const own = planners.get(state.id);
    if (own === undefined) throw new Error(`Nothing was said of book ${state.id}`);
    return await own(state, db);
  };
  await ctx.db.transaction(async (tx) => {
    const deed = { actionId: newId(), kind: 'bulk', viewer } as const;
    await editOwnersIn(tx, ctx, viewer, { wanted: { kind: 'book', ids: [...edits.keys()], plan }, deed });
  });
}
