import type { Selectable } from 'kysely';
import type { ReadDb, Tx } from '../../open.ts';
import type { AccessGroupMappingTable, AccessGroupMemberTable, AccessGroupTable } from '../../schema/index.ts';
import { countRows, isFound, readChunked, readColumn, type ReadRow, writeChunked } from '../rows/read-rows.ts';
import type { TagMeaning } from './sharing-grants.repo.ts';

export type AccessGroupRow = Selectable<AccessGroupTable>;
export type GroupMemberRow = ReadRow<typeof listGroupMembers>;
export type GroupGrantRow = ReadRow<typeof listGroupGrants>;
export type GroupMappingRow = Selectable<AccessGroupMappingTable>;

/** A group with counts of what belongs to it. */
export type CountedGroup = ReadRow<typeof listGroups>;

/** Access groups that one server may have. */
export const MAX_GROUPS = 200;

function countedGroups(db: ReadDb) {
  return db
    .selectFrom('accessGroup as group')
    .selectAll('group')
    .select(({ selectFrom, fn }) => [
      selectFrom('accessGroupMember as member')
        .whereRef('member.groupId', '=', 'group.id')
        .select(fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('memberCount'),
      selectFrom('accessGroupTag as tag')
        .whereRef('tag.groupId', '=', 'group.id')
        .select(fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('grantCount'),
    ]);
}

/** Every group by name. */
export async function listGroups(db: ReadDb) {
  return countedGroups(db).orderBy('group.nameKey').execute();
}

/** One group with its counts. */
export async function findCountedGroup(db: ReadDb, id: string): Promise<CountedGroup | undefined> {
  return countedGroups(db).where('group.id', '=', id).executeTakeFirst();
}

/** How many groups there are. */
export async function countGroups(db: ReadDb): Promise<number> {
  return countRows(db.selectFrom('accessGroup'));
}

/** The groups of a user by name. */
export async function listUserGroups(db: ReadDb, userId: string) {
  return db
    .selectFrom('accessGroupMember as member')
    .innerJoin('accessGroup as group', 'group.id', 'member.groupId')
    .select(['group.id', 'group.name', 'group.description'])
    .where('member.userId', '=', userId)
    .orderBy('group.nameKey')
    .execute();
}

/** One group. */
export async function findGroup(db: ReadDb, id: string): Promise<AccessGroupRow | undefined> {
  return db.selectFrom('accessGroup').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The group with this key of a name. */
export async function findGroupNamed(db: ReadDb, key: string): Promise<AccessGroupRow | undefined> {
  return db.selectFrom('accessGroup').selectAll().where('nameKey', '=', key).executeTakeFirst();
}

/** Adds a group; its name must be free. */
export async function insertGroup(tx: Tx, group: AccessGroupRow): Promise<void> {
  await tx.write.insertInto('accessGroup').values(group).execute();
}

/** Changes the columns that are given. */
export async function updateGroupRow(tx: Tx, id: string, change: Partial<AccessGroupRow>): Promise<void> {
  await tx.write.updateTable('accessGroup').set(change).where('id', '=', id).execute();
}

/** Deletes a group with all that belongs to it. */
export async function deleteGroupRow(tx: Tx, id: string): Promise<void> {
  await tx.write.deleteFrom('accessGroup').where('id', '=', id).execute();
}

/** Replaces the libraries of a group. */
export async function writeGroupLibraries(tx: Tx, groupId: string, libraryIds: readonly string[]): Promise<void> {
  await tx.write.deleteFrom('accessGroupLibrary').where('groupId', '=', groupId).execute();
  await writeChunked(libraryIds, (ids) =>
    tx.write.insertInto('accessGroupLibrary').values(ids.map((libraryId) => ({ groupId, libraryId }))),
  );
}

/** Members of a group by name. */
export async function listGroupMembers(db: ReadDb, groupId: string) {
  return db
    .selectFrom('accessGroupMember as member')
    .innerJoin('user', 'user.id', 'member.userId')
    .select(['member.userId', 'user.username', 'member.source', 'member.createdAt'])
    .where('member.groupId', '=', groupId)
    .orderBy('user.usernameKey')
    .execute();
}

/** Adds members by hand; those that a sign-in added stay from now on, whatever it says. */
export async function writeGroupMembers(tx: Tx, members: readonly AccessGroupMemberTable[]): Promise<void> {
  await writeChunked(members, (some) =>
    tx.write
      .insertInto('accessGroupMember')
      .values([...some])
      .onConflict((conflict) => conflict.columns(['groupId', 'userId']).doUpdateSet({ source: 'manual' })),
  );
}

/** Takes a member from a group. @returns false when they are none */
export async function deleteGroupMember(tx: Tx, groupId: string, userId: string): Promise<boolean> {
  return isFound(
    tx.write
      .deleteFrom('accessGroupMember')
      .where('groupId', '=', groupId)
      .where('userId', '=', userId)
      .returning('userId'),
  );
}

/** The grants of a group by the name of the tag. */
export async function listGroupGrants(db: ReadDb, groupId: string) {
  return db
    .selectFrom('accessGroupTag as given')
    .innerJoin('sharingTag as tag', 'tag.id', 'given.tagId')
    .select(['given.tagId', 'tag.name', 'given.accessMode', 'given.createdAt'])
    .where('given.groupId', '=', groupId)
    .orderBy('tag.nameKey')
    .execute();
}

/** Gives a grant to a group; the mode of an existing one changes. */
export async function writeGroupGrant(
  tx: Tx,
  { groupId, tagId, accessMode, createdAt }: TagMeaning & { readonly groupId: string; readonly createdAt: number },
): Promise<void> {
  await tx.write
    .insertInto('accessGroupTag')
    .values({ groupId, tagId, accessMode, createdAt })
    .onConflict((conflict) => conflict.columns(['groupId', 'tagId']).doUpdateSet({ accessMode }))
    .execute();
}

/** Takes a grant from a group. @returns false when there is none */
export async function deleteGroupGrant(tx: Tx, groupId: string, tagId: string): Promise<boolean> {
  return isFound(
    tx.write.deleteFrom('accessGroupTag').where('groupId', '=', groupId).where('tagId', '=', tagId).returning('tagId'),
  );
}

/** Names of the groups with a grant of a tag. */
export async function listGroupsGranting(db: ReadDb, tagId: string): Promise<string[]> {
  return readColumn(
    db
      .selectFrom('accessGroupTag as given')
      .innerJoin('accessGroup as group', 'group.id', 'given.groupId')
      .select('group.name')
      .where('given.tagId', '=', tagId)
      .orderBy('group.nameKey'),
    'name',
  );
}

/** The groups of the sign-in provider that lead to a group, by name. */
export async function listGroupMappings(db: ReadDb, groupId: string): Promise<GroupMappingRow[]> {
  return db
    .selectFrom('accessGroupMapping')
    .selectAll()
    .where('groupId', '=', groupId)
    .orderBy('oidcGroupName')
    .execute();
}

/** Adds a mapping. @returns false when the group has it */
export async function insertGroupMapping(tx: Tx, mapping: GroupMappingRow): Promise<boolean> {
  return isFound(
    tx.write
      .insertInto('accessGroupMapping')
      .values(mapping)
      .onConflict((conflict) => conflict.columns(['groupId', 'oidcGroupName']).doNothing())
      .returning('id'),
  );
}

/** Deletes a mapping of a group. @returns false when there is none */
export async function deleteGroupMapping(tx: Tx, groupId: string, id: string): Promise<boolean> {
  return isFound(
    tx.write.deleteFrom('accessGroupMapping').where('groupId', '=', groupId).where('id', '=', id).returning('id'),
  );
}

/** Whether any group of a sign-in provider leads to a group here. */
export async function hasMappedGroups(db: ReadDb): Promise<boolean> {
  return isFound(db.selectFrom('accessGroupMapping').select('id').limit(1));
}

/** The groups that groups of sign-in providers lead to. */
export async function listMappedGroupIds(db: ReadDb, names: readonly string[]): Promise<string[]> {
  const rows = await readChunked(names, (some) =>
    db.selectFrom('accessGroupMapping').select('groupId').where('oidcGroupName', 'in', some),
  );
  return [...new Set(rows.map(({ groupId }) => groupId))];
}

/** The memberships of a user, with what made them. */
export async function listMembershipsOfUser(
  db: ReadDb,
  userId: string,
): Promise<Pick<AccessGroupMemberTable, 'groupId' | 'source'>[]> {
  return db.selectFrom('accessGroupMember').select(['groupId', 'source']).where('userId', '=', userId).execute();
}

/** Makes a user a member as long as a sign-in provider says so; a membership by hand stays one. */
export async function writeProviderMember(tx: Tx, groupId: string, userId: string, createdAt: number): Promise<void> {
  await tx.write
    .insertInto('accessGroupMember')
    .values({ groupId, userId, source: 'oidc', createdAt })
    .onConflict((conflict) => conflict.columns(['groupId', 'userId']).doNothing())
    .execute();
}

/** Ends memberships of a user that a sign-in provider made. */
export async function deleteProviderMembers(tx: Tx, userId: string, groupIds: readonly string[]): Promise<void> {
  await writeChunked(groupIds, (some) =>
    tx.write
      .deleteFrom('accessGroupMember')
      .where('userId', '=', userId)
      .where('source', '=', 'oidc')
      .where('groupId', 'in', [...some]),
  );
}
