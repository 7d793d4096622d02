import type { Access } from './access.ts';
import { newId } from '#db/new-id.ts';
import type { Tx } from '#db/open.ts';
import { insertChanges, type NewAction } from '#db/repos/metadata/metadata-journal.repo.ts';
import { noteSharingChange } from '#db/repos/system/server-state.repo.ts';
import {
  insertSharingTagChange,
  keepBearers,
  listGrantsOfTag,
  type SharingDeed,
} from '#db/repos/people/sharing-journal.repo.ts';
import {
  deleteSharingTagRow,
  insertSharingTag,
  listBearers,
  listTagIdsOf,
  type SharingTagRow,
} from '#db/repos/people/sharing-tags.repo.ts';
import type { EventBus } from '#events/bus.ts';
import { sharingChange } from '#events/visibility-changes.ts';

/** What making and removing sharing tags takes. */
export interface TagDeedContext {
  readonly events: EventBus;
  readonly access: Access;
}

/** An action on sharing tags. */
export interface TagAction extends Omit<NewAction, 'at' | 'kind'> {
  readonly kind: 'edit' | 'undo';
}

/** An action of a user of their own. */
export function newTagAction(viewer: TagAction['viewer']): TagAction {
  return { actionId: newId(), kind: 'edit', viewer };
}

type ComingOrGoing = Exclude<SharingDeed, 'change' | 'grant'>;

/** Notes that a sharing tag comes or goes, with what it takes to undo it; before it is removed. @returns the id of the change */
export async function noteTagChange(
  tx: Tx,
  action: TagAction,
  {
    tag,
    deed,
    undoes = null,
  }: { readonly tag: SharingTagRow; readonly deed: ComingOrGoing; readonly undoes?: string | null },
): Promise<string> {
  const [before, after] = deed === 'remove' ? [tag.name, null] : [null, tag.name];
  const change = { ownerKind: 'term', ownerId: tag.id, field: 'name', before, after, undoes } as const;
  const [changeId = ''] = await insertChanges(tx, { ...action, at: Date.now() }, [change]);
  await insertSharingTagChange(tx, { changeId, deed, tag, grants: await listGrantsOfTag(tx.read, tag.id) });
  return changeId;
}

/** Makes a sharing tag, journaled. @returns false when its name is taken */
export async function createJournaled(tx: Tx, action: TagAction, tag: SharingTagRow): Promise<boolean> {
  if (!(await insertSharingTag(tx, tag))) return false;
  await noteTagChange(tx, action, { tag, deed: 'create' });
  return true;
}

/** Tells of every series that bears a tag which is about to go, once it is gone. */
async function tellOfBearers(tx: Tx, { events }: TagDeedContext, tagId: string): Promise<void> {
  const bearers = await listBearers(tx.read, tagId);
  const had = await listTagIdsOf(
    tx.read,
    bearers.map(({ id }) => id),
  );
  tx.afterCommit(() => {
    for (const series of bearers) {
      const before = had.get(series.id) ?? [];
      const after = before.filter((id) => id !== tagId);
      events.emit(sharingChange(series, { before, after }, ['sharingTags']));
    }
  });
}

/** What is to be seen again by users, at once and in every process. */
export async function refreshAccessOfUsers(
  tx: Tx,
  { access }: TagDeedContext,
  userIds: readonly string[],
): Promise<void> {
  await noteSharingChange(tx);
  tx.afterCommit(() => {
    for (const userId of userIds) access.forgetUser(userId);
  });
}

/** Removes a sharing tag from all that bear it, with all grants of it, journaled. */
export async function removeJournaled(
  tx: Tx,
  ctx: TagDeedContext,
  action: TagAction,
  { tag, undoes = null }: { readonly tag: SharingTagRow; readonly undoes?: string | null },
): Promise<void> {
  const changeId = await noteTagChange(tx, action, { tag, deed: 'remove', undoes });
  await keepBearers(tx, changeId, tag.id);
  const grants = await listGrantsOfTag(tx.read, tag.id);
  await tellOfBearers(tx, ctx, tag.id);
  await deleteSharingTagRow(tx, tag.id);
  await refreshAccessOfUsers(
    tx,
    ctx,
    grants.map(({ userId }) => userId),
  );
}
