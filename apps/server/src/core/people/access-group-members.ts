import type {
  AccessGroupGrant,
  AccessGroupMapping,
  AccessGroupMember,
  AccessGroupSummary,
  SharingGrantInput,
} from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import { invalidField } from '#core/invalid-field.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import type { Tx } from '#db/open.ts';
import {
  type AccessGroupRow,
  deleteGroupGrant,
  deleteGroupMapping,
  deleteGroupMember,
  insertGroupMapping,
  listGroupGrants,
  listGroupMembers,
  listUserGroups,
  writeGroupGrant,
  writeGroupMembers,
} from '#db/repos/people/access-groups.repo.ts';
import { findSharingTag } from '#db/repos/people/sharing-tags.repo.ts';
import { findUser, listKnownUserIds } from '#db/repos/people/users.repo.ts';
import { say } from '#words/say.ts';
import {
  applyGroupRights,
  getGroupRow,
  type GroupContext,
  type GroupNote,
  listMemberIds,
  noteGroup,
  toGroupGrant,
  toGroupMapping,
  toGroupMember,
} from './access-groups.ts';
import { noSuchTag } from './sharing-tags.ts';
import { lockGrants } from './tag-audit.ts';
import { getUserRow, lockUsers } from './user-row.ts';

interface Change {
  readonly viewer: Viewer;
  readonly groupId: string;
}

/** Changes a group, and records what the change returns. @throws {AppError} `NotFound`, and what the change throws */
async function changeGroup(
  ctx: GroupContext,
  { viewer, groupId }: Change,
  work: (tx: Tx) => Promise<Pick<GroupNote, 'account' | 'details'>>,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockUsers(tx);
    const group = await getGroupRow(tx.read, groupId);
    const note = await work(tx);
    await noteGroup(tx, ctx, 'access_group_changed', { actor: viewer, group, ...note });
  });
}

interface Added {
  readonly group: AccessGroupRow;
  readonly userIds: readonly string[];
}

/** Records each new member, so that the audit log of an account shows it. */
async function noteAdded(tx: Tx, ctx: GroupContext, actor: Viewer, { group, userIds }: Added): Promise<void> {
  const members = await listGroupMembers(tx.read, group.id);
  for (const { userId: id, username } of members.filter(({ userId }) => userIds.includes(userId))) {
    const details = { change: 'member added' };
    await noteGroup(tx, ctx, 'access_group_changed', { actor, group, account: { id, username }, details });
  }
}

/**
 * Adds accounts to a group.
 * @returns every member, by name
 * @throws {AppError} `NotFound`, or `BadRequest` for an unknown account
 */
export async function addGroupMembers(
  ctx: GroupContext,
  viewer: Viewer,
  groupId: string,
  wanted: readonly string[],
): Promise<AccessGroupMember[]> {
  const userIds = [...new Set(wanted.map((id) => id.toLowerCase()))];
  await ctx.db.transaction(async (tx) => {
    await lockUsers(tx);
    const group = await getGroupRow(tx.read, groupId);
    const known = new Set(await listKnownUserIds(tx.read, userIds));
    if (userIds.some((id) => !known.has(id))) {
      throw invalidField('userIds', say('names an account that does not exist'));
    }
    const createdAt = Date.now();
    await writeGroupMembers(
      tx,
      userIds.map((userId) => ({ groupId, userId, source: 'manual', createdAt })),
    );
    await applyGroupRights(tx, ctx, userIds);
    await noteAdded(tx, ctx, viewer, { group, userIds });
  });
  return (await listGroupMembers(ctx.db.read, groupId)).map(toGroupMember);
}

/**
 * Takes an account from a group.
 * @throws {AppError} `NotFound`, also for an account that is no member
 */
export async function removeGroupMember(
  ctx: GroupContext,
  viewer: Viewer,
  groupId: string,
  userId: string,
): Promise<void> {
  await changeGroup(ctx, { viewer, groupId }, async (tx) => {
    if (!(await deleteGroupMember(tx, groupId, userId))) {
      throw new AppError('NotFound', `User ${userId} is no member of access group ${groupId}`);
    }
    await applyGroupRights(tx, ctx, [userId]);
    return { account: await findUser(tx.read, userId), details: { change: 'member removed' } };
  });
}

/**
 * Allows or denies a tag to the members of a group.
 * @throws {AppError} `NotFound` for the group or the tag
 */
export async function setGroupGrant(
  ctx: GroupContext,
  viewer: Viewer,
  groupId: string,
  { sharingTagId: tagId, accessMode }: SharingGrantInput,
): Promise<AccessGroupGrant> {
  await changeGroup(ctx, { viewer, groupId }, async (tx) => {
    // A tag that is deleted at the same moment would take the limit with it.
    await lockGrants(tx);
    if ((await findSharingTag(tx.read, tagId)) === undefined) throw noSuchTag(tagId);
    await writeGroupGrant(tx, { groupId, tagId, accessMode, createdAt: Date.now() });
    await applyGroupRights(tx, ctx, await listMemberIds(tx.read, groupId));
    return { details: { tagId, accessMode } };
  });
  const grant = (await listGroupGrants(ctx.db.read, groupId)).find((one) => one.tagId === tagId);
  if (grant === undefined) throw noSuchTag(tagId);
  return toGroupGrant(grant);
}

/**
 * Takes a grant from a group.
 * @throws {AppError} `NotFound`, also for a group without this grant
 */
export async function removeGroupGrant(
  ctx: GroupContext,
  viewer: Viewer,
  groupId: string,
  tagId: string,
): Promise<void> {
  await changeGroup(ctx, { viewer, groupId }, async (tx) => {
    if (!(await deleteGroupGrant(tx, groupId, tagId))) {
      throw new AppError('NotFound', `Access group ${groupId} has no grant of sharing tag ${tagId}`);
    }
    await applyGroupRights(tx, ctx, await listMemberIds(tx.read, groupId));
    return { details: { tagId, accessMode: null } };
  });
}

/**
 * Stores that users of a group of the sign-in provider become members. A sign-in applies it.
 * @throws {AppError} `NotFound`, or `BadRequest` for a name that the group has
 */
export async function addGroupMapping(
  ctx: GroupContext,
  viewer: Viewer,
  groupId: string,
  oidcGroupName: string,
): Promise<AccessGroupMapping> {
  const mapping = { id: newId(), groupId, oidcGroupName, createdAt: Date.now() };
  await changeGroup(ctx, { viewer, groupId }, async (tx) => {
    if (await insertGroupMapping(tx, mapping)) return { details: { oidcGroupName } };
    throw invalidField('oidcGroupName', say('leads to this access group already'));
  });
  return toGroupMapping(mapping);
}

/**
 * Parts a group from a group of the sign-in provider. Members stay until their next sign-in.
 * @throws {AppError} `NotFound`
 */
export async function removeGroupMapping(
  ctx: GroupContext,
  viewer: Viewer,
  groupId: string,
  mappingId: string,
): Promise<void> {
  await changeGroup(ctx, { viewer, groupId }, async (tx) => {
    if (await deleteGroupMapping(tx, groupId, mappingId)) return { details: { mappingId } };
    throw new AppError('NotFound', `Access group ${groupId} has no mapping ${mappingId}`);
  });
}

/**
 * The groups of an account, by name.
 * @throws {AppError} `NotFound`
 */
export async function listGroupsOfUser(
  { db }: Pick<GroupContext, 'db'>,
  userId: string,
): Promise<AccessGroupSummary[]> {
  await getUserRow(db.read, userId);
  return await listUserGroups(db.read, userId);
}
