import type { Tx } from '#db/open.ts';
import { type ChangeRow, markUndone } from '#db/repos/metadata/metadata-journal.repo.ts';
import { listDependants, listGranted } from '#db/repos/users/sharing-grants.repo.ts';
import {
  listSharingTagChanges,
  restoreBearers,
  restoreGrants,
  type SharingTagChange,
} from '#db/repos/users/sharing-journal.repo.ts';
import {
  findSharingTag,
  findSharingTagsNamed,
  insertSharingTag,
  listBearers,
  listTagIdsOf,
} from '#db/repos/users/sharing-tags.repo.ts';
import { sharingChange } from '#events/entity-events.ts';
import { toChange } from '../metadata/journal.ts';
import type { Undoing, Undone } from '../metadata/undo-changes.ts';
import { noteTagChange, removeJournaled, settleUsers, type TagAction, type TagDeedContext } from './tag-deeds.ts';

/** One change that is to be undone. */
interface Step {
  readonly tx: Tx;
  readonly ctx: TagDeedContext;
  readonly action: TagAction;
  readonly change: SharingTagChange;
}

/** Tells whether it is undone: not when what came since forbids it. */
type Deed = (step: Step) => Promise<boolean>;

/** A tag that decides what somebody sees by now stays: without it they would see more. */
const undoCreate: Deed = async ({ tx, ctx, action, change: { changeId, tag: made } }) => {
  const tag = await findSharingTag(tx.read, made.id);
  if (tag === undefined) return false;
  const [bearers, users] = [await listBearers(tx.read, tag.id), await listGranted(tx.read, tag.id)];
  if (bearers.length > 0 || users.length > 0) return false;
  await removeJournaled(tx, ctx, action, { tag, undoes: changeId });
  return true;
};

/** What bore it bears it again, and it means to users what it meant; where its name is taken, that of this name does. */
const undoRemove: Deed = async ({ tx, ctx, action, change: { changeId, tag: gone, grants } }) => {
  const [there] = await findSharingTagsNamed(tx.read, [gone.name]);
  const tag = there ?? { ...gone, updatedAt: Date.now() };
  if (there === undefined) await insertSharingTag(tx, tag);
  await noteTagChange(tx, action, { tag, deed: 'restore', undoes: changeId });
  const bearers = await restoreBearers(tx, changeId, tag.id);
  const has = await listTagIdsOf(
    tx.read,
    bearers.map(({ id }) => id),
  );
  await settleUsers(tx, ctx, await restoreGrants(tx, tag.id, grants));
  tx.afterCommit(() => {
    for (const series of bearers) {
      const after = has.get(series.id) ?? [];
      const before = after.filter((id) => id !== tag.id);
      ctx.events.emit(sharingChange(series, { before, after }, ['sharingTags']));
    }
  });
  return true;
};

const undoRestore: Deed = async ({ tx, ctx, action, change: { changeId, tag: back } }) => {
  const tag = await findSharingTag(tx.read, back.id);
  if (tag === undefined || (await listDependants(tx.read, tag.id)).length > 0) return false;
  await removeJournaled(tx, ctx, action, { tag, undoes: changeId });
  return true;
};

const DEEDS: Readonly<Record<SharingTagChange['deed'], Deed>> = {
  create: undoCreate,
  remove: undoRemove,
  restore: undoRestore,
};

/**
 * Undoes the making and removing of sharing tags.
 * @param rows that nothing has undone yet, of one action
 */
export async function undoSharingTags(
  tx: Tx,
  ctx: TagDeedContext,
  { undoId, actionId, by }: Undoing,
  rows: readonly ChangeRow[],
): Promise<Undone> {
  const undone: Undone = { done: [], kept: [] };
  const action: TagAction = { actionId: undoId, kind: 'undo', viewer: by, undoesAction: actionId };
  const changes = await listSharingTagChanges(
    tx.read,
    rows.map(({ id }) => id),
  );
  for (const row of rows) {
    const change = changes.get(row.id);
    const isDone = change !== undefined && (await DEEDS[change.deed]({ tx, ctx, action, change }));
    if (isDone) undone.done.push(row.id);
    else undone.kept.push(toChange(row));
  }
  await markUndone(tx, undone.done, undoId);
  return undone;
}
