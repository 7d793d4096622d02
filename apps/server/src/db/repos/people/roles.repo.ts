import type { ReadDb, Tx } from '../../open.ts';
import type { RoleTable } from '../../schema/index.ts';
import { isFound, readColumn } from '../rows/read-rows.ts';

/** Roles that one server may have. */
export const MAX_ROLES = 200;

/** Every role by name, with how many accounts have it. */
export async function listRoleRows(db: ReadDb) {
  const rows = await db.selectFrom('role').selectAll().orderBy('nameKey').limit(MAX_ROLES).execute();
  const counts = await db
    .selectFrom('user')
    .select(({ fn }) => ['roleId', fn.countAll<number>().as('count')])
    .where('roleId', 'is not', null)
    .groupBy('roleId')
    .execute();
  const byRole = new Map(counts.map(({ roleId, count }) => [roleId, count]));
  return rows.map((row) => ({ ...row, userCount: byRole.get(row.id) ?? 0 }));
}

/** One role. */
export async function findRole(db: ReadDb, id: string): Promise<RoleTable | undefined> {
  return db.selectFrom('role').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Names of all roles, by id. */
export async function listRoleNames(db: ReadDb): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('role').select(['id', 'name']).limit(MAX_ROLES).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The role with this name, in any case. */
export async function findRoleByName(db: ReadDb, nameKey: string): Promise<RoleTable | undefined> {
  return db.selectFrom('role').selectAll().where('nameKey', '=', nameKey).executeTakeFirst();
}

/** Adds a role; its name must be free. */
export async function writeRole(tx: Tx, role: RoleTable): Promise<void> {
  await tx.write.insertInto('role').values(role).execute();
}

/** Changes the columns that are given. */
export async function writeRoleChange(tx: Tx, id: string, change: Partial<RoleTable>): Promise<void> {
  await tx.write.updateTable('role').set(change).where('id', '=', id).execute();
}

/** Deletes a role. @returns false when there is none */
export async function deleteRoleRow(tx: Tx, id: string): Promise<boolean> {
  return isFound(tx.write.deleteFrom('role').where('id', '=', id).returning('id'));
}

/** Ids of the accounts with a role. */
export async function listUsersOfRole(db: ReadDb, roleId: string): Promise<string[]> {
  return readColumn(db.selectFrom('user').select('id').where('roleId', '=', roleId), 'id');
}

/** Gives the accounts of a role its new permissions. @param role the built-in role that they show */
export async function writeUsersOfRole(tx: Tx, roleId: string, role: string, rolePermissions: string): Promise<void> {
  await tx.write.updateTable('user').set({ role, rolePermissions }).where('roleId', '=', roleId).execute();
}
