import {
  type OwnRole,
  type OwnRoleCreate,
  type OwnRoleUpdate,
  type Permission,
  type Role,
  ROLE_PERMISSIONS,
} from '@lectern/contract';
import { type AuditContext, writeAudit } from '#core/audit/write-audit.ts';
import { AppError } from '#core/errors.ts';
import { invalidField } from '#core/invalid-field.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import type { Database, ReadDb, Tx } from '#db/open.ts';
import {
  deleteRoleRow,
  findRole,
  findRoleByName,
  listRoleRows,
  listUsersOfRole,
  MAX_ROLES,
  writeRole,
  writeRoleChange,
  writeUsersOfRole,
} from '#db/repos/people/roles.repo.ts';
import type { RoleTable, UserTable } from '#db/schema/index.ts';
import { nameKey } from '#db/sql/row-trigger.ts';
import { say } from '#words/say.ts';
import type { Access } from './access.ts';
import { parsePermissions } from './permissions.ts';
import { applyRights, lockUsers, storedPermissions } from './user-row.ts';

interface RolesContext extends AuditContext {
  readonly db: Database;
  readonly access: Pick<Access, 'forgetUser'>;
}

/** The widest first. */
const BUILT_IN: readonly Role[] = ['admin', 'maintainer', 'reader'];

function noSuchRole(id: string): AppError {
  return new AppError('NotFound', `Role ${id} not found`);
}

function toOwnRole(row: RoleTable, userCount: number): OwnRole {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    permissions: [...parsePermissions(row.permissions)],
    userCount,
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  };
}

/** Roles that administrators made, by name. */
export async function listRoles({ db }: Pick<RolesContext, 'db'>): Promise<OwnRole[]> {
  return (await listRoleRows(db.read)).map(({ userCount, ...row }) => toOwnRole(row, userCount));
}

/** The widest built-in role whose permissions a role has all; `reader` when it has not even those. */
function chooseBuiltIn(permissions: readonly Permission[]): Role {
  const within = BUILT_IN.find((role) => ROLE_PERMISSIONS[role].every((one) => permissions.includes(one)));
  return within ?? 'reader';
}

/**
 * The columns of an account with a role that administrators made.
 * @throws {AppError} `BadRequest` for an unknown role
 */
export async function getRoleColumns(
  db: ReadDb,
  roleId: string,
): Promise<Pick<UserTable, 'role' | 'roleId' | 'rolePermissions'>> {
  const row = await findRole(db, roleId);
  if (row === undefined) throw invalidField('customRoleId', say('must not name a role that does not exist'));
  const role = chooseBuiltIn(parsePermissions(row.permissions));
  return { role, roleId: row.id, rolePermissions: row.permissions };
}

/** Refuses a name that is taken, or that clients show for a built-in role. */
async function requireFreeName(tx: Tx, name: string, id: string): Promise<string> {
  const key = nameKey(name);
  if (key === '') throw invalidField('name', say('must have a visible character'));
  const other = await findRoleByName(tx.read, key);
  const isTaken = (other !== undefined && other.id !== id) || BUILT_IN.some((role) => role === key);
  if (isTaken) throw new AppError('Conflict', say('"{name}" is already in use', { name }));
  return key;
}

function toTarget({ id, name }: Pick<RoleTable, 'id' | 'name'>) {
  return { kind: 'role', id, name };
}

/** Adds a role. @throws {AppError} `Conflict` for a taken name or too many roles, `BadRequest` */
export async function createRole(ctx: RolesContext, viewer: Viewer, input: OwnRoleCreate): Promise<OwnRole> {
  const { name, description = null, permissions } = input;
  return await ctx.db.transaction(async (tx) => {
    await lockUsers(tx);
    const now = Date.now();
    const key = await requireFreeName(tx, name, '');
    if ((await listRoleRows(tx.read)).length >= MAX_ROLES) {
      throw new AppError('Conflict', say('There are too many roles. Delete one first'));
    }
    const stored = storedPermissions(permissions);
    const row = { id: newId(), name, nameKey: key, description, permissions: stored, createdAt: now, updatedAt: now };
    await writeRole(tx, row);
    const details = { permissions };
    await writeAudit(tx, ctx, { action: 'role_added', actor: viewer, target: toTarget(row), details });
    return toOwnRole(row, 0);
  });
}

/** Gives accounts the new permissions of their role. */
async function applyRole(tx: Tx, ctx: RolesContext, row: RoleTable, userIds: readonly string[]): Promise<void> {
  await writeUsersOfRole(tx, row.id, chooseBuiltIn(parsePermissions(row.permissions)), row.permissions);
  await applyRights(tx, ctx, userIds);
}

/**
 * Changes a role: absent keeps. Its accounts have the new permissions from the next request on.
 * @throws {AppError} `NotFound`, `Conflict` or `BadRequest`
 */
export async function updateRole(
  ctx: RolesContext,
  viewer: Viewer,
  id: string,
  input: OwnRoleUpdate,
): Promise<OwnRole> {
  return await ctx.db.transaction(async (tx) => {
    await lockUsers(tx);
    const before = await findRole(tx.read, id);
    if (before === undefined) throw noSuchRole(id);
    const { name = before.name, description = before.description, permissions } = input;
    const after = {
      ...before,
      ...{ name, nameKey: await requireFreeName(tx, name, id), description },
      ...(permissions === undefined ? {} : { permissions: storedPermissions(permissions) }),
      updatedAt: Date.now(),
    };
    await writeRoleChange(tx, id, after);
    const userIds = await listUsersOfRole(tx.read, id);
    if (after.permissions !== before.permissions) await applyRole(tx, ctx, after, userIds);
    const rights = { before: parsePermissions(before.permissions), after: parsePermissions(after.permissions) };
    const details = { changed: Object.keys(input), ...rights, accounts: userIds.length };
    await writeAudit(tx, ctx, { action: 'role_changed', actor: viewer, target: toTarget(after), details });
    return toOwnRole(after, userIds.length);
  });
}

/** Deletes a role. @throws {AppError} `NotFound`, or `Conflict` while an account has it */
export async function deleteRole(ctx: RolesContext, viewer: Viewer, id: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockUsers(tx);
    const row = await findRole(tx.read, id);
    if (row === undefined) throw noSuchRole(id);
    if ((await listUsersOfRole(tx.read, id)).length > 0) {
      throw new AppError('Conflict', say('Accounts have this role. Give them another one first'));
    }
    await deleteRoleRow(tx, id);
    await writeAudit(tx, ctx, { action: 'role_deleted', actor: viewer, target: toTarget(row) });
  });
}
