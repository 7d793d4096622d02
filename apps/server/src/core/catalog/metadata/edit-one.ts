import { changeCovers } from '../covers/change-covers.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import { writeCoverLock } from '#db/repos/covers/cover-locks.repo.ts';
import type { ActionKind } from '#db/repos/metadata/metadata-journal.repo.ts';
import { listMetadataStates, type MetadataState } from '#db/repos/metadata/metadata-states.repo.ts';
import { stateAfter } from './edit.ts';
import { editOwnersIn, type MetadataContext, type Planner } from './edit-owners.ts';
import { COVER_LOCK } from './fields.ts';
import { getState, notFound } from './find-state.ts';

/** The action that locking covers is part of. */
interface CoverAction {
  readonly actionId: string;
  readonly kind: ActionKind;
}

/** One book or series, and what becomes of it. */
export interface OneEdit {
  readonly kind: MetadataState['kind'];
  readonly id: string;
  readonly plan: Planner;
  /** `edit` unless said. */
  readonly action?: ActionKind;
}

/**
 * Edits one book or series: fields and locks, the journal, and the events, all at once.
 * @returns it as it is after that
 * @throws {AppError} `NotFound`
 */
export async function editOne(ctx: MetadataContext, viewer: Viewer, edit: OneEdit): Promise<MetadataState> {
  const { kind, id, plan, action = 'edit' } = edit;
  const done = await ctx.db.transaction(async (tx) => {
    const deed = { actionId: newId(), kind: action, viewer };
    const [only] = await editOwnersIn(tx, ctx, viewer, { wanted: { kind, ids: [id], plan }, deed });
    if (only === undefined) throw notFound(kind, id);
    return only;
  });
  // The rules of its library may have given a series another title.
  const isRead = kind === 'series' && done.isNamedAgain;
  return isRead ? getState(ctx.db.read, viewer, kind, id) : stateAfter(done, done.at);
}

/**
 * Protects the choice of covers, or lets go of it: what is shown follows, which no other lock does. Of the owners those
 * whose cover is locked otherwise than wanted are changed: as part of the action that is given, else as one of its own each.
 * @returns ids of those that changed
 */
export async function lockCovers(
  ctx: MetadataContext,
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
