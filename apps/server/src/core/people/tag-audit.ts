import { type AuditContext, writeAudit } from '#core/audit/write-audit.ts';
import { newId } from '#db/new-id.ts';
import type { Tx } from '#db/open.ts';
import { insertChanges, type NewAction, type NewChange } from '#db/repos/metadata/metadata-journal.repo.ts';
import {
  insertSharingTagChange,
  keepBearers,
  listGrantsOfTag,
  type SharingDeed,
} from '#db/repos/metadata/term-journal.repo.ts';
import {
  deleteSharingTagRow,
  insertSharingTag,
  listBearers,
  listSeriesMarks,
  type SharingTagRow,
  updateSharingTagRow,
} from '#db/repos/people/sharing-tags.repo.ts';
import { listUserGrants, noteSharingChange } from '#db/repos/people/sharing-grants.repo.ts';
import { findUser } from '#db/repos/people/users.repo.ts';
import { sharingChange } from '#events/visibility-changes.ts';
import { lockFor } from '#db/sql/dialect.ts';
import { nameKey } from '#db/sql/row-trigger.ts';
import type { EventBus } from '#events/bus.ts';
import { seriesEvent } from '#events/entity-events.ts';
import type { Access } from './access.ts';
import { applyRights } from './user-row.ts';

/** Context of journaled changes of sharing tags. */
export interface TagDeedContext extends AuditContext {
  readonly events: EventBus;
  readonly access: Access;
}

/** An action on sharing tags. */
export interface TagAction extends Omit<NewAction, 'at' | 'kind'> {
  readonly kind: 'edit' | 'undo';
}

/**
 * Serialises transactions that give, take or delete grants of tags. Two that each leave a user the other one's allowed tag would
 * together show everything.
 */
export async function lockGrants(tx: Tx): Promise<void> {
  await lockFor(tx.kind, tx.write, 'grants of sharing tags');
}

/** A new action of a user. */
export function newTagAction(viewer: TagAction['viewer']): TagAction {
  return { actionId: newId(), kind: 'edit', viewer };
}

type ComingOrGoing = Exclude<SharingDeed, 'change' | 'grant'>;

/** Journals that a sharing tag is created or removed, with the data to undo it. Call it before the removal. @returns the id of the change */
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

/** Creates a sharing tag, journaled. @returns false when its name is taken */
export async function createJournaled(tx: Tx, action: TagAction, tag: SharingTagRow): Promise<boolean> {
  if (!(await insertSharingTag(tx, tag))) return false;
  await noteTagChange(tx, action, { tag, deed: 'create' });
  return true;
}

/** Absent keeps. */
interface TagChange {
  readonly name?: string;
  readonly description?: string | null;
}

interface Change {
  readonly tag: SharingTagRow;
  readonly change: TagChange;
  /** Id of the change that this one undoes. */
  readonly undoes?: string;
}

/** Emits an event for every series with a renamed tag. */
async function tellOfName(tx: Tx, { events }: Pick<TagDeedContext, 'events'>, tagId: string): Promise<void> {
  const bearers = await listBearers(tx.read, tagId);
  tx.afterCommit(() => {
    for (const series of bearers) events.emit(seriesEvent('series_updated', series, ['sharingTags']));
  });
}

/** Changes name or description of a sharing tag, journaled. The name must be free. */
export async function changeJournaled(
  tx: Tx,
  ctx: Pick<TagDeedContext, 'events'>,
  action: TagAction,
  { tag, change, undoes }: Change,
): Promise<void> {
  const fields = (['name', 'description'] as const).filter(
    (field) => change[field] !== undefined && change[field] !== tag[field],
  );
  if (fields.length === 0) return;
  const { name, description } = { ...tag, ...change };
  await updateSharingTagRow(tx, tag.id, { name, nameKey: nameKey(name), description, updatedAt: Date.now() });
  const changes = fields.map((field): NewChange => {
    const after = change[field] ?? null;
    return { ownerKind: 'term', ownerId: tag.id, field, before: tag[field], after, undoes: undoes ?? null };
  });
  for (const changeId of await insertChanges(tx, { ...action, at: Date.now() }, changes)) {
    await insertSharingTagChange(tx, { changeId, deed: 'change', tag, grants: [] });
  }
  if (fields.includes('name')) await tellOfName(tx, ctx, tag.id);
}

/** Emits an event for every series with a tag that is being removed. */
async function tellOfBearers(tx: Tx, { events }: TagDeedContext, tagId: string): Promise<void> {
  const bearers = await listBearers(tx.read, tagId);
  const had = await listSeriesMarks(
    tx.read,
    bearers.map(({ id }) => id),
  );
  tx.afterCommit(() => {
    for (const series of bearers) {
      const before = had.get(series.id);
      if (before === undefined) continue;
      const after = { ...before, tagIds: before.tagIds.filter((id) => id !== tagId) };
      events.emit(sharingChange(series, { before, after }, ['sharingTags']));
    }
  });
}

/** Records in the audit log what a user may see by tags from now on. */
async function noteGrants(tx: Tx, ctx: AuditContext, actor: TagAction['viewer'], userId: string): Promise<void> {
  const account = await findUser(tx.read, userId);
  const grants = (await listUserGrants(tx.read, [userId])).map(({ name, accessMode }) => ({ tag: name, accessMode }));
  await writeAudit(tx, ctx, { action: 'sharing_changed', actor, account, details: { grants } });
}

/** Records and applies the changed grants of users. */
export async function applyGrants(
  tx: Tx,
  ctx: AuditContext & Pick<TagDeedContext, 'access'>,
  { viewer }: Pick<TagAction, 'viewer'>,
  userIds: readonly string[],
): Promise<void> {
  await noteSharingChange(tx);
  for (const userId of userIds) await noteGrants(tx, ctx, viewer, userId);
  await applyRights(tx, ctx, userIds);
}

/** Removes a sharing tag, its grants, and its use by series, journaled. */
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
  await applyGrants(
    tx,
    ctx,
    action,
    grants.map(({ userId }) => userId),
  );
}
