import type { SharingGrant, SharingGrantInput, SharingGrants } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import type { Database, ReadDb, Tx } from '#db/open.ts';
import { GRANT_FIELD, insertChanges } from '#db/repos/metadata/metadata-journal.repo.ts';
import { deleteMailTokensOf } from '#db/repos/people/mail-tokens.repo.ts';
import {
  type AccessMode,
  deleteGrant,
  findGrant,
  type GrantRow,
  listGrantsOf,
  noteSharingChange,
  writeGrant,
} from '#db/repos/people/sharing-grants.repo.ts';
import { insertSharingTagChange, type KeptGrant } from '#db/repos/metadata/term-journal.repo.ts';
import { findSharingTag, findSharingTags, type SharingTagRow } from '#db/repos/people/sharing-tags.repo.ts';
import { findUser } from '#db/repos/people/users.repo.ts';
import type { Access } from './access.ts';
import { noSuchUser } from './permissions.ts';
import { ensureSharingTags, noSuchTag } from './sharing-tags.ts';
import { newTagAction, type TagAction } from './tag-audit.ts';

interface WantedGrant {
  readonly user: { readonly id: string; readonly username: string };
  readonly tag: SharingTagRow;
  /** Null for none. */
  readonly accessMode: AccessMode | null;
  /** The grant that comes back, where one does. */
  readonly kept?: KeptGrant | undefined;
  /** The change that this one undoes. */
  readonly undoes?: string;
}

/**
 * Has a tag mean something else to a user, journaled with what it meant; what they see by it is for the caller to settle.
 * @returns false when it means that already
 */
export async function grantJournaled(tx: Tx, action: TagAction, wanted: WantedGrant): Promise<boolean> {
  const { user, tag, accessMode, kept, undoes = null } = wanted;
  const before = await findGrant(tx.read, user.id, tag.id);
  if ((before?.accessMode ?? null) === accessMode) return false;
  if (accessMode === null) await deleteGrant(tx, user.id, tag.id);
  else {
    const { id, createdAt } = kept ?? { id: newId(), createdAt: Date.now() };
    await writeGrant(tx, { id, userId: user.id, tagId: tag.id, accessMode, createdAt });
  }
  const meaning = (mode: AccessMode | null) => ({ userId: user.id, username: user.username, accessMode: mode });
  const change = {
    ...({ ownerKind: 'term', ownerId: tag.id, field: GRANT_FIELD, undoes } as const),
    ...{ before: meaning(before?.accessMode ?? null), after: meaning(accessMode) },
  };
  const [changeId = ''] = await insertChanges(tx, { ...action, at: Date.now() }, [change]);
  await insertSharingTagChange(tx, { changeId, deed: 'grant', tag, grants: before === undefined ? [] : [before] });
  return true;
}

/** What granting takes. */
interface GrantsContext {
  readonly db: Database;
  readonly access: Access;
}

function toGrant({ id, tagId, name, accessMode, createdAt }: GrantRow): SharingGrant {
  return {
    ...{ id, sharingTagId: tagId, sharingTagName: name, accessMode },
    createdAt: new Date(createdAt).toISOString(),
  };
}

/** The grants of a user, by the name of the tag. */
export async function grantsOf(db: ReadDb, userId: string): Promise<SharingGrant[]> {
  return (await listGrantsOf(db, [userId])).map(toGrant);
}

async function getUserRow(db: ReadDb, userId: string) {
  const user = await findUser(db, userId);
  if (user === undefined) throw noSuchUser(userId);
  return user;
}

/**
 * The grants of an account.
 * @throws {AppError} `NotFound`
 */
export async function listGrants({ db }: Pick<GrantsContext, 'db'>, userId: string): Promise<SharingGrants> {
  await getUserRow(db.read, userId);
  return { userId, grants: await grantsOf(db.read, userId) };
}

/**
 * What a change of grants entails: the account is looked at again in every process, and links for a new password end, because
 * their makers may see less than the account sees now.
 */
async function settle(tx: Tx, { access }: GrantsContext, userId: string): Promise<void> {
  await noteSharingChange(tx);
  await deleteMailTokensOf(tx, userId, ['reset']);
  tx.afterCommit(() => access.forgetUser(userId));
}

/**
 * Allows or denies a tag to an account, from its next request on, and in its open event streams: an action of the journal that
 * can be undone.
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
    if (await grantJournaled(tx, newTagAction(viewer), { user, tag, accessMode })) await settle(tx, ctx, userId);
    const grant = await findGrant(tx.read, userId, sharingTagId);
    if (grant === undefined) throw noSuchTag(sharingTagId);
    return toGrant(grant);
  });
}

/**
 * Takes a grant from an account: an action of the journal that can be undone.
 * @throws {AppError} `NotFound`, also when it has none of this tag
 */
export async function removeGrant(ctx: GrantsContext, viewer: Viewer, userId: string, tagId: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const user = await getUserRow(tx.read, userId);
    const tag = await findSharingTag(tx.read, tagId);
    const isTaken =
      tag !== undefined && (await grantJournaled(tx, newTagAction(viewer), { user, tag, accessMode: null }));
    if (!isTaken) throw new AppError('NotFound', `User ${userId} has no grant of sharing tag ${tagId}`);
    await settle(tx, ctx, userId);
  });
}

interface Meaning {
  readonly tag: SharingTagRow;
  readonly accessMode: AccessMode | null;
}

/** Tags by name that an account is to be allowed or denied: absent keeps. */
export interface NamedGrants {
  readonly allow?: readonly string[] | undefined;
  readonly deny?: readonly string[] | undefined;
}

/**
 * Replaces what an account is allowed, or denied, by tags of these names; new ones are made. One that is both is denied. All of it
 * is one action of the journal.
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
    const known = await listGrantsOf(tx.read, [userId]);
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
    await settle(tx, ctx, userId);
  });
}

/** An account made by a user who is limited by tags is limited by the same, unless they administer the server. */
export async function passOnGrants(tx: Tx, viewer: Viewer, userId: string): Promise<void> {
  if (viewer.sharing === undefined || viewer.permissions.has('SystemAdmin')) return;
  for (const { tagId, accessMode } of await listGrantsOf(tx.read, [viewer.userId])) {
    await writeGrant(tx, { id: newId(), userId, tagId, accessMode, createdAt: Date.now() });
  }
}
