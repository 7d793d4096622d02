import {
  type AccessGroup,
  type AccessGroupCreate,
  type AccessGroupDetail,
  type AccessGroupGrant,
  type AccessGroupMapping,
  type AccessGroupMember,
  type AccessGroupUpdate,
} from '@lectern/contract';
import { type AuditContext, type AuditNote, writeAudit } from '#core/audit/write-audit.ts';
import { AppError } from '#core/errors.ts';
import { invalidField } from '#core/invalid-field.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import type { Database, ReadDb, Tx } from '#db/open.ts';
import {
  type AccessGroupRow,
  type CountedGroup,
  countGroups,
  deleteGroupRow,
  findCountedGroup,
  findGroup,
  findGroupNamed,
  type GroupGrantRow,
  type GroupMappingRow,
  type GroupMemberRow,
  insertGroup,
  listGroupGrants,
  listGroupMappings,
  listGroupMembers,
  listGroups,
  MAX_GROUPS,
  updateGroupRow,
  writeGroupLibraries,
} from '#db/repos/people/access-groups.repo.ts';
import { listGroupLibraries, readAgeLimit } from '#db/repos/people/group-rights.repo.ts';
import { noteSharingChange, parseMode } from '#db/repos/people/sharing-grants.repo.ts';
import { nameKey } from '#db/sql/row-trigger.ts';
import { say } from '#words/say.ts';
import type { Access } from './access.ts';
import { chooseLibraries } from './require-reach.ts';
import { ageColumns, applyRights, lockUsers } from './user-row.ts';

/** Context of access groups. */
export interface GroupContext extends AuditContext {
  readonly db: Database;
  readonly access: Access;
}

type Db = Pick<GroupContext, 'db'>;

/** The error for an unknown group. */
function noSuchGroup(id: string): AppError {
  return new AppError('NotFound', `Access group ${id} not found`);
}

/**
 * The row of a group.
 * @throws {AppError} `NotFound`
 */
export async function getGroupRow(db: ReadDb, id: string): Promise<AccessGroupRow> {
  const row = await findGroup(db, id);
  if (row === undefined) throw noSuchGroup(id);
  return row;
}

/** Applies what a group gives its members, or takes from them. */
export async function applyGroupRights(
  tx: Tx,
  ctx: Pick<GroupContext, 'access'>,
  userIds: readonly string[],
): Promise<void> {
  await noteSharingChange(tx);
  await applyRights(tx, ctx, userIds);
}

/** Ids of the members of a group. */
export async function listMemberIds(db: ReadDb, groupId: string): Promise<string[]> {
  return (await listGroupMembers(db, groupId)).map(({ userId }) => userId);
}

/** What is recorded of a group. */
export interface GroupNote extends Pick<AuditNote, 'actor' | 'account' | 'details'> {
  readonly group: Pick<AccessGroupRow, 'id' | 'name'>;
}

/** Records a change of an access group, or of a member of it. */
export async function noteGroup(
  tx: Tx,
  ctx: AuditContext,
  action: 'access_group_added' | 'access_group_changed' | 'access_group_deleted',
  { group: { id, name }, ...note }: GroupNote,
): Promise<void> {
  await writeAudit(tx, ctx, { action, target: { kind: 'access group', id, name }, ...note });
}

/** A member as the API shows it. */
export function toGroupMember({ userId, username, source, createdAt }: GroupMemberRow): AccessGroupMember {
  const kind = source === 'oidc' ? 'oidc' : 'manual';
  return { userId, username, source: kind, createdAt: new Date(createdAt).toISOString() };
}

/** A grant of a group as the API shows it. */
export function toGroupGrant({ tagId, name, accessMode, createdAt }: GroupGrantRow): AccessGroupGrant {
  return {
    sharingTagId: tagId,
    sharingTagName: name,
    accessMode: parseMode({ accessMode }),
    createdAt: new Date(createdAt).toISOString(),
  };
}

/** A group of the sign-in provider as the API shows it. */
export function toGroupMapping({ id, oidcGroupName, createdAt }: GroupMappingRow): AccessGroupMapping {
  return { id, oidcGroupName, createdAt: new Date(createdAt).toISOString() };
}

function toGroup(row: CountedGroup, libraryIds: readonly string[]): AccessGroup {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    libraryIds: row.allLibraries === 1 ? null : [...libraryIds],
    ageLimit: readAgeLimit(row) ?? null,
    memberCount: row.memberCount,
    grantCount: row.grantCount,
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  };
}

/** Every access group, by name. */
export async function listAccessGroups({ db }: Db): Promise<AccessGroup[]> {
  const rows = await listGroups(db.read);
  const libraries = await listGroupLibraries(
    db.read,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => toGroup(row, libraries.get(row.id) ?? []));
}

async function getGroup({ db }: Db, id: string): Promise<AccessGroup> {
  const row = await findCountedGroup(db.read, id);
  if (row === undefined) throw noSuchGroup(id);
  return toGroup(row, (await listGroupLibraries(db.read, [id])).get(id) ?? []);
}

/**
 * One access group with all that belongs to it.
 * @throws {AppError} `NotFound`
 */
export async function getAccessGroup(ctx: Db, id: string): Promise<AccessGroupDetail> {
  const { read } = ctx.db;
  const [group, members, grants, mappings] = await Promise.all([
    getGroup(ctx, id),
    listGroupMembers(read, id),
    listGroupGrants(read, id),
    listGroupMappings(read, id),
  ]);
  return {
    ...group,
    members: members.map(toGroupMember),
    grants: grants.map(toGroupGrant),
    oidcMappings: mappings.map(toGroupMapping),
  };
}

async function checkName(tx: Tx, name: string, ownId: string): Promise<void> {
  const key = nameKey(name);
  if (key === '') throw invalidField('name', say('must have a visible character'));
  const other = await findGroupNamed(tx.read, key);
  if (other !== undefined && other.id !== ownId) {
    throw invalidField('name', say('is the name of another access group: "{name}"', { name: other.name }));
  }
}

/** The columns that an input gives; absent ones are kept. */
function toColumns({ name, description, libraryIds, ageLimit }: AccessGroupUpdate): Partial<AccessGroupRow> {
  return {
    ...(name === undefined ? {} : { name: name.trim(), nameKey: nameKey(name) }),
    ...(description === undefined ? {} : { description: description === '' ? null : description }),
    ...(libraryIds === undefined ? {} : { allLibraries: libraryIds === null ? 1 : 0 }),
    ...(ageLimit === undefined ? {} : ageColumns(ageLimit)),
  };
}

async function changeLibraries(tx: Tx, viewer: Viewer, groupId: string, wanted: readonly string[] | null | undefined) {
  if (wanted === undefined) return;
  const known = (await listGroupLibraries(tx.read, [groupId])).get(groupId) ?? [];
  await writeGroupLibraries(tx, groupId, (await chooseLibraries(tx, viewer, wanted, known)) ?? []);
}

/**
 * Adds an access group without members.
 * @throws {AppError} `BadRequest` for a name that is taken and for an unknown library, `Conflict` when there are too many
 */
export async function createAccessGroup(
  ctx: GroupContext,
  viewer: Viewer,
  input: AccessGroupCreate,
): Promise<AccessGroup> {
  const at = Date.now();
  const blank = { name: '', nameKey: '', description: null, allLibraries: 0, maxAge: null, showsUnrated: 0 };
  const group: AccessGroupRow = { id: newId(), ...blank, ...toColumns(input), createdAt: at, updatedAt: at };
  await ctx.db.transaction(async (tx) => {
    await lockUsers(tx);
    await checkName(tx, input.name, group.id);
    if ((await countGroups(tx.read)) >= MAX_GROUPS) {
      throw new AppError('Conflict', say('There are too many access groups. Delete one first'));
    }
    await insertGroup(tx, group);
    await changeLibraries(tx, viewer, group.id, input.libraryIds);
    await noteGroup(tx, ctx, 'access_group_added', { actor: viewer, group, details: { ...input } });
  });
  return await getGroup(ctx, group.id);
}

/**
 * Changes an access group: absent keeps. It applies to its members from the next request on, and to open event streams.
 * @throws {AppError} `NotFound`, or `BadRequest` for a name that is taken and for an unknown library
 */
export async function updateAccessGroup(
  ctx: GroupContext,
  viewer: Viewer,
  id: string,
  input: AccessGroupUpdate,
): Promise<AccessGroup> {
  await ctx.db.transaction(async (tx) => {
    await lockUsers(tx);
    const group = await getGroupRow(tx.read, id);
    if (input.name !== undefined) await checkName(tx, input.name, id);
    await updateGroupRow(tx, id, { ...toColumns(input), updatedAt: Date.now() });
    await changeLibraries(tx, viewer, id, input.libraryIds);
    await applyGroupRights(tx, ctx, await listMemberIds(tx.read, id));
    await noteGroup(tx, ctx, 'access_group_changed', { actor: viewer, group, details: { ...input } });
  });
  return await getGroup(ctx, id);
}

/**
 * Deletes an access group. Its members lose the libraries that it gave them, and the limits that it set.
 * @throws {AppError} `NotFound`
 */
export async function deleteAccessGroup(ctx: GroupContext, viewer: Viewer, id: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockUsers(tx);
    const group = await getGroupRow(tx.read, id);
    const memberIds = await listMemberIds(tx.read, id);
    await deleteGroupRow(tx, id);
    await applyGroupRights(tx, ctx, memberIds);
    await noteGroup(tx, ctx, 'access_group_deleted', { actor: viewer, group, details: { memberIds } });
  });
}
