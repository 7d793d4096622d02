import type { MetadataChange } from '@lectern/contract';
import { z } from 'zod';
import type { Tx } from '#db/open.ts';
import { type ChangeRow, markUndone } from '#db/repos/metadata/metadata-journal.repo.ts';
import { listGroupsGranting } from '#db/repos/people/access-groups.repo.ts';
import { findGrant, listDependants, listGranted } from '#db/repos/people/sharing-grants.repo.ts';
import {
  listSharingTagChanges,
  restoreBearers,
  restoreGrants,
  type SharingTagChange,
} from '#db/repos/metadata/term-journal.repo.ts';
import {
  findSharingTag,
  findSharingTagsNamed,
  insertSharingTag,
  listBearers,
  listSeriesMarks,
  type SharingTagRow,
} from '#db/repos/people/sharing-tags.repo.ts';
import { findUser } from '#db/repos/people/users.repo.ts';
import { sharingChange } from '#events/visibility-changes.ts';
import { toChange } from './journal.ts';
import type { Undoing, Undone } from './undo-changes.ts';
import {
  applyGrants,
  changeJournaled,
  lockGrants,
  noteTagChange,
  removeJournaled,
  type TagAction,
  type TagDeedContext,
} from '#core/people/tag-audit.ts';
import { grantJournaled } from '#core/people/grants.ts';

interface Step {
  readonly tx: Tx;
  readonly ctx: TagDeedContext;
  readonly action: TagAction;
  readonly change: SharingTagChange;
  /** The change as the journal shows it. */
  readonly told: MetadataChange;
}

/** Returns false when a later change prevents the undo. */
type Deed = (step: Step) => Promise<boolean>;

async function isGroupTag(tx: Tx, tag: SharingTagRow): Promise<boolean> {
  return (await listGroupsGranting(tx.read, tag.id)).length > 0;
}

/** A tag in use stays: deleting it could show users more. */
const undoCreate: Deed = async ({ tx, ctx, action, change: { changeId, tag: made } }) => {
  const tag = await findSharingTag(tx.read, made.id);
  if (tag === undefined) return false;
  const [bearers, users] = [await listBearers(tx.read, tag.id), await listGranted(tx.read, tag.id)];
  if (bearers.length > 0 || users.length > 0 || (await isGroupTag(tx, tag))) return false;
  await removeJournaled(tx, ctx, action, { tag, undoes: changeId });
  return true;
};

/** Restores a tag with its series and grants. If the name is taken, the tag with that name gets them. */
const undoRemove: Deed = async ({ tx, ctx, action, change: { changeId, tag: gone, grants } }) => {
  const [there] = await findSharingTagsNamed(tx.read, [gone.name]);
  const tag = there ?? { ...gone, updatedAt: Date.now() };
  if (there === undefined) await insertSharingTag(tx, tag);
  await noteTagChange(tx, action, { tag, deed: 'restore', undoes: changeId });
  const bearers = await restoreBearers(tx, changeId, tag.id);
  const bearerIds = bearers.map(({ id }) => id);
  const has = await listSeriesMarks(tx.read, bearerIds);
  await applyGrants(tx, ctx, action, await restoreGrants(tx, tag.id, grants));
  tx.afterCommit(() => {
    for (const series of bearers) {
      const after = has.get(series.id);
      if (after === undefined) continue;
      const before = { ...after, tagIds: after.tagIds.filter((id) => id !== tag.id) };
      ctx.events.emit(sharingChange(series, { before, after }, ['sharingTags']));
    }
  });
  return true;
};

const undoRestore: Deed = async ({ tx, ctx, action, change: { changeId, tag: back } }) => {
  const tag = await findSharingTag(tx.read, back.id);
  if (tag === undefined || (await listDependants(tx.read, tag.id)).length > 0 || (await isGroupTag(tx, tag)))
    return false;
  await removeJournaled(tx, ctx, action, { tag, undoes: changeId });
  return true;
};

/** Keeps a name or description that was changed since, and does not take a name from another tag. */
const undoChange: Deed = async ({ tx, ctx, action, change: { changeId, tag: was }, told: { field, after } }) => {
  const tag = await findSharingTag(tx.read, was.id);
  if (tag === undefined || (field === 'name' ? tag.name : tag.description) !== after) return false;
  if (field !== 'name') {
    await changeJournaled(tx, ctx, action, { tag, change: { description: was.description }, undoes: changeId });
    return true;
  }
  const [other] = await findSharingTagsNamed(tx.read, [was.name]);
  if (other !== undefined && other.id !== tag.id) return false;
  await changeJournaled(tx, ctx, action, { tag, change: { name: was.name }, undoes: changeId });
  return true;
};

const Meaning = z.object({ userId: z.string(), accessMode: z.enum(['allow', 'deny']).nullable() });

/** Keeps a grant that was changed since. */
const undoGrant: Deed = async ({ tx, ctx, action, change: { changeId, tag: was, grants }, told }) => {
  const [before, after] = [Meaning.parse(told.before), Meaning.parse(told.after)];
  const [tag, user] = [await findSharingTag(tx.read, was.id), await findUser(tx.read, before.userId)];
  if (tag === undefined || user === undefined) return false;
  const now = await findGrant(tx.read, user.id, tag.id);
  if ((now?.accessMode ?? null) !== after.accessMode) return false;
  const [kept] = grants;
  await grantJournaled(tx, action, { user, tag, accessMode: before.accessMode, kept, undoes: changeId });
  await applyGrants(tx, ctx, action, [user.id]);
  return true;
};

const DEEDS: Readonly<Record<SharingTagChange['deed'], Deed>> = {
  create: undoCreate,
  remove: undoRemove,
  restore: undoRestore,
  change: undoChange,
  grant: undoGrant,
};

/** Undoes changes of sharing tags of one action, latest first. */
export async function undoSharingTags(
  tx: Tx,
  ctx: TagDeedContext,
  { undoId, actionId, by }: Undoing,
  rows: readonly ChangeRow[],
): Promise<Undone> {
  await lockGrants(tx);
  const undone: Undone = { done: [], kept: [] };
  const action: TagAction = { actionId: undoId, kind: 'undo', viewer: by, undoesAction: actionId };
  const rowIds = rows.map(({ id }) => id);
  const changes = await listSharingTagChanges(tx.read, rowIds);
  for (const row of rows.toReversed()) {
    const [change, told] = [changes.get(row.id), toChange(row)];
    const isDone = change !== undefined && (await DEEDS[change.deed]({ tx, ctx, action, change, told }));
    if (isDone) undone.done.push(row.id);
    else undone.kept.push(told);
  }
  await markUndone(tx, undone.done, undoId);
  return undone;
}
