import type { SharingGrant, SharingGrantInput, SharingGrants } from '@lectern/contract';
import type { AuditContext } from '#core/audit/write-audit.ts';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import type { Database, ReadDb, Tx } from '#db/open.ts';
import { GRANT_FIELD, insertChanges } from '#db/repos/metadata/metadata-journal.repo.ts';
import {
  type AccessMode,
  deleteGrant,
  findGrant,
  type GrantRow,
  listUserGrants,
  writeGrant,
} from '#db/repos/people/sharing-grants.repo.ts';
import { insertSharingTagChange, type KeptGrant } from '#db/repos/metadata/term-journal.repo.ts';
import { findSharingTag, findSharingTags, type SharingTagRow } from '#db/repos/people/sharing-tags.repo.ts';
import { say } from '#words/say.ts';
import type { Access } from './access.ts';
import { ensureSharingTags, noSuchTag } from './sharing-tags.ts';
import { applyGrants, lockGrants, newTagAction, type TagAction } from './tag-audit.ts';
import { getUserRow } from './user-row.ts';

interface WantedGrant {
  readonly user: { readonly id: string; readonly username: string };
  readonly tag: SharingTagRow;
  /** Null removes the grant. */
  readonly accessMode: AccessMode | null;
  /** A grant that an undo restores. */
  readonly kept?: KeptGrant | undefined;
  /** Id of the change that this one undoes. */
  readonly undoes?: string;
}

/**
 * Changes the grant of a tag, journaled. The caller refreshes what the user may see.
 * @returns false when the grant is the same already
 */
export async function grantJournaled(tx: Tx, action: TagAction, wanted: WantedGrant): Promise<boolean> {
  const { user, tag, accessMode, kept, undoes = null } = wanted;
  await lockGrants(tx);
  const before = await findGrant(tx.read, user.id, tag.id);
  if ((before?.accessMode ?? null) === accessMode) return false;
  if (accessMode === null) await deleteGrant(tx, user.id, tag.id);
  else {
    const { id, createdAt } = kept ?? { id: newId(), createdAt: Date.now() };
    await writeGrant(tx, { id, userId: user.id, tagId: tag.id, accessMode, createdAt });
  }
  const toJson = (mode: AccessMode | null) => ({ userId: user.id, username: user.username, accessMode: mode });
  const change = {
    ownerKind: 'term',
    ownerId: tag.id,
    field: GRANT_FIELD,
    undoes,
    before: toJson(before?.accessMode ?? null),
    after: toJson(accessMode),
  } as const;
  const [changeId = ''] = await insertChanges(tx, { ...action, at: Date.now() }, [change]);
  await insertSharingTagChange(tx, { changeId, deed: 'grant', tag, grants: before === undefined ? [] : [before] });
  return true;
}

interface GrantsContext extends AuditContext {
  readonly db: Database;
  readonly access: Access;
}

function toGrant({ id, tagId, name, accessMode, createdAt }: GrantRow): SharingGrant {
  const grant = { id, sharingTagId: tagId, sharingTagName: name, accessMode };
  return { ...grant, createdAt: new Date(createdAt).toISOString() };
}

/** The grants of a user, by the name of the tag. */
export async function readGrants(db: ReadDb, userId: string): Promise<SharingGrant[]> {
  return (await listUserGrants(db, [userId])).map(toGrant);
}

/**
 * The grants of an account.
 * @throws {AppError} `NotFound`
 */
export async function listGrants({ db }: Pick<GrantsContext, 'db'>, userId: string): Promise<SharingGrants> {
  await getUserRow(db.read, userId);
  return { userId, grants: await readGrants(db.read, userId) };
}

/**
 * Allows or denies a tag to an account, as a journal action that can be undone. It applies from the next request on, and to open
 * event streams.
 * @throws {AppError} `NotFound` for the account or the tag
 */
export async function setGrant(
  ctx: GrantsContext,
  viewer: Viewer,
  userId: string,
  { sharingTagId, accessMode }: SharingGrantInput,
): Promise<SharingGrant> {
  return await ctx.db.transaction(async (tx) => {
    const user = await getUserRow(tx.read, userId);
    const tag = await findSharingTag(tx.read, sharingTagId);
    if (tag === undefined) throw noSuchTag(sharingTagId);
    const isChanged = await grantJournaled(tx, newTagAction(viewer), { user, tag, accessMode });
    if (isChanged) await applyGrants(tx, ctx, { viewer }, [user.id]);
    const grant = await findGrant(tx.read, userId, sharingTagId);
    if (grant === undefined) throw noSuchTag(sharingTagId);
    return toGrant(grant);
  });
}

/**
 * Removes a grant of an account, as a journal action that can be undone.
 * @throws {AppError} `NotFound`, also for an account without this grant
 */
export async function removeGrant(ctx: GrantsContext, viewer: Viewer, userId: string, tagId: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const user = await getUserRow(tx.read, userId);
    const tag = await findSharingTag(tx.read, tagId);
    const isTaken =
      tag !== undefined && (await grantJournaled(tx, newTagAction(viewer), { user, tag, accessMode: null }));
    if (!isTaken) throw new AppError('NotFound', `User ${userId} has no grant of sharing tag ${tagId}`);
    await applyGrants(tx, ctx, { viewer }, [user.id]);
  });
}

interface Meaning {
  readonly tag: SharingTagRow;
  readonly accessMode: AccessMode | null;
}

/** Names of tags to allow or deny: absent keeps. */
export interface NamedGrants {
  readonly allow?: readonly string[] | undefined;
  readonly deny?: readonly string[] | undefined;
}

/**
 * Replaces the allowed or denied tags of an account, as one journal action. Unknown tags are created. A tag that is both is
 * denied.
 * @throws {AppError} `NotFound`
 */
export async function replaceNamedGrants(
  ctx: GrantsContext,
  viewer: Viewer,
  userId: string,
  named: NamedGrants,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const user = await getUserRow(tx.read, userId);
    const action = newTagAction(viewer);
    const known = await listUserGrants(tx.read, [userId]);
    const wanted = new Map<string, Meaning>();
    for (const [accessMode, names] of [['allow', named.allow] as const, ['deny', named.deny] as const]) {
      if (names === undefined) continue;
      const had = known.filter((grant) => grant.accessMode === accessMode).map(({ tagId }) => tagId);
      for (const tag of await findSharingTags(tx.read, had)) {
        if (!wanted.has(tag.id)) wanted.set(tag.id, { tag, accessMode: null });
      }
      for (const tag of await ensureSharingTags(tx, action, names)) wanted.set(tag.id, { tag, accessMode });
    }
    for (const meaning of wanted.values()) await grantJournaled(tx, action, { user, ...meaning });
    await applyGrants(tx, ctx, { viewer }, [user.id]);
  });
}

/**
 * Gives an account the tags that limit the viewer who made it, also those of the viewer's groups, unless the viewer is an admin.
 * @throws {AppError} `Forbidden` when tags hide everything from the viewer
 */
export async function copyGrants(tx: Tx, viewer: Viewer, userId: string): Promise<void> {
  if (viewer.sharing === undefined || viewer.permissions.has('SystemAdmin')) return;
  const { denied, allowed } = viewer.sharing;
  // A grant is either: without the allowed tag, the account would see more than the viewer.
  if (allowed.length > 0 && allowed.every((id) => denied.includes(id))) {
    throw new AppError('Forbidden', say('You cannot add accounts, because every series is hidden from you'));
  }
  await lockGrants(tx);
  const meanings = new Map<string, AccessMode>([
    ...allowed.map((tagId) => [tagId, 'allow'] as const),
    ...denied.map((tagId) => [tagId, 'deny'] as const),
  ]);
  for (const [tagId, accessMode] of meanings) {
    await writeGrant(tx, { id: newId(), userId, tagId, accessMode, createdAt: Date.now() });
  }
}
