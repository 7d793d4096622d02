import type { SharingGrant, SharingGrantInput, SharingGrants } from '@lectern/contract';
import { newId } from '#db/new-id.ts';
import type { Database, ReadDb, Tx } from '#db/open.ts';
import { noteSharingChange } from '#db/repos/system/server-state.repo.ts';
import {
  deleteGrant,
  findGrant,
  type GrantRow,
  listGrantsOf,
  writeGrant,
} from '#db/repos/users/sharing-grants.repo.ts';
import { findSharingTag } from '#db/repos/users/sharing-tags.repo.ts';
import { findUser } from '#db/repos/users/users.repo.ts';
import { AppError } from '../errors.ts';
import type { Access } from '#core/sign-in/access.ts';
import { noSuchUser } from '../users/no-such-user.ts';
import type { Viewer } from '../viewer.ts';
import { ensureSharingTags, noSuchTag } from './sharing-tags.ts';

/** What granting takes. */
export interface GrantsContext {
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

async function requireUser(db: ReadDb, userId: string): Promise<void> {
  if ((await findUser(db, userId)) === undefined) throw noSuchUser(userId);
}

/**
 * The grants of an account.
 * @throws {AppError} `NotFound`
 */
export async function listGrants({ db }: Pick<GrantsContext, 'db'>, userId: string): Promise<SharingGrants> {
  await requireUser(db.read, userId);
  return { userId, grants: await grantsOf(db.read, userId) };
}

async function give(tx: Tx, userId: string, { sharingTagId, accessMode }: SharingGrantInput): Promise<void> {
  await writeGrant(tx, { id: newId(), userId, tagId: sharingTagId, accessMode, createdAt: Date.now() });
}

/** What is to be seen anew by a user whose grants changed, at once and in every process. */
async function settle(tx: Tx, { access }: GrantsContext, userId: string): Promise<void> {
  await noteSharingChange(tx);
  tx.afterCommit(() => access.forgetUser(userId));
}

/**
 * Allows or denies a tag to an account, from its next request on, and in its open event streams.
 * @throws {AppError} `NotFound` for the account or the tag
 */
export async function setGrant(ctx: GrantsContext, userId: string, input: SharingGrantInput): Promise<SharingGrant> {
  const { sharingTagId } = input;
  return await ctx.db.transaction(async (tx) => {
    await requireUser(tx.read, userId);
    if ((await findSharingTag(tx.read, sharingTagId)) === undefined) throw noSuchTag(sharingTagId);
    await give(tx, userId, input);
    await settle(tx, ctx, userId);
    const grant = await findGrant(tx.read, userId, sharingTagId);
    if (grant === undefined) throw noSuchTag(sharingTagId);
    return toGrant(grant);
  });
}

/**
 * Takes a grant from an account.
 * @throws {AppError} `NotFound`, also when it has none of this tag
 */
export async function removeGrant(ctx: GrantsContext, userId: string, tagId: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await requireUser(tx.read, userId);
    if (!(await deleteGrant(tx, userId, tagId))) {
      throw new AppError('NotFound', `User ${userId} has no grant of sharing tag ${tagId}`);
    }
    await settle(tx, ctx, userId);
  });
}

/** Tags by name that an account is to be allowed or denied: absent keeps. */
export interface NamedGrants {
  readonly allow?: readonly string[] | undefined;
  readonly deny?: readonly string[] | undefined;
}

/**
 * Replaces what an account is allowed, or denied, by tags of these names; new ones are made. One that is both is denied.
 * @throws {AppError} `NotFound`
 */
export async function replaceNamedGrants(
  ctx: GrantsContext,
  viewer: Viewer,
  userId: string,
  named: NamedGrants,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await requireUser(tx.read, userId);
    const known = await listGrantsOf(tx.read, [userId]);
    for (const [accessMode, names] of [['allow', named.allow] as const, ['deny', named.deny] as const]) {
      if (names === undefined) continue;
      const wanted = new Set((await ensureSharingTags(tx, viewer, names)).map(({ id }) => id));
      for (const grant of known) {
        if (grant.accessMode === accessMode && !wanted.has(grant.tagId)) await deleteGrant(tx, userId, grant.tagId);
      }
      for (const sharingTagId of wanted) await give(tx, userId, { sharingTagId, accessMode });
    }
    await settle(tx, ctx, userId);
  });
}

/** An account made by somebody who is limited by tags is limited by the same, unless they administer the server. */
export async function passOnGrants(tx: Tx, viewer: Viewer, userId: string): Promise<void> {
  if (viewer.sharing === undefined || viewer.permissions.has('SystemAdmin')) return;
  for (const { tagId, accessMode } of await listGrantsOf(tx.read, [viewer.userId])) {
    await give(tx, userId, { sharingTagId: tagId, accessMode });
  }
}
