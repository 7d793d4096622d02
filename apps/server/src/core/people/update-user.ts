import type { AuditAction, User, UserUpdate } from '@lectern/contract';
import { type AuditContext, writeAudit } from '#core/audit/write-audit.ts';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database, ReadDb, Tx } from '#db/open.ts';
import { deleteMailTokens } from '#db/repos/people/mail-tokens.repo.ts';
import { noteSharingChange } from '#db/repos/people/sharing-grants.repo.ts';
import { writeUserSessionEnds } from '#db/repos/people/sessions.repo.ts';
import {
  deleteUserRow,
  hasActiveAdmin,
  listUserLibraryIds,
  updateUserRow,
  writeUserLibraries,
} from '#db/repos/people/users.repo.ts';
import type { UserTable } from '#db/schema/index.ts';
import { say } from '#words/say.ts';
import type { Access } from './access.ts';
import { getAccount } from './get-user.ts';
import { requireGoodPassword } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { chooseLibraries, requireAgeWithin, requireGrantable, requireReach } from './require-reach.ts';
import { revokeUserKeys } from './revoke-keys.ts';
import { getRoleColumns } from './roles.ts';
import {
  addressColumns,
  ageColumns,
  getUserRow,
  lockUsers,
  nameColumns,
  requireFree,
  storedPermissions,
} from './user-row.ts';
import { cleanUsername } from './usernames.ts';
import { invalidField } from '#core/invalid-field.ts';

interface AccountContext extends AuditContext {
  readonly db: Database;
  readonly access: Access;
}

/**
 * Requires that one active admin remains. Call it after the change, under `lockUsers`.
 * @throws {AppError} `Conflict`, which rolls the change back
 */
export async function requireAdminLeft(tx: Tx): Promise<void> {
  if (await hasActiveAdmin(tx.read)) return;
  throw new AppError('Conflict', say('This is the last active admin. Make another account an admin first'));
}

/**
 * A change of libraries alone needs no reach over the account, because `chooseLibraries` limits it. Other changes could take
 * the account over.
 */
async function requireMayChange(db: ReadDb, viewer: Viewer, row: UserTable, input: UserUpdate): Promise<void> {
  if (Object.keys(input).some((field) => field !== 'libraryIds')) await requireReach(db, viewer, row);
  else requireGrantable(viewer, row);
}

/** A manager may limit a child profile or switch it off. What would let it sign in stays out of it. */
const CHILD_FIELDS: readonly string[] = ['libraryIds', 'ageLimit', 'isActive'] satisfies (keyof UserUpdate)[];

function refuseForChild(row: UserTable, input: UserUpdate): void {
  if (row.parentId === null || Object.keys(input).every((field) => CHILD_FIELDS.includes(field))) return;
  throw new AppError('Forbidden', say('A child profile has no sign-in. Only its parent changes its name'));
}

/** A stolen session or key of a manager must not become the manager's account. */
function refuseOwnPassword(viewer: Viewer, userId: string, input: UserUpdate): void {
  if (viewer.userId !== userId || input.password === undefined) return;
  const message = say('Change your own password in your profile');
  throw new AppError('Forbidden', message, { details: [{ path: 'password', message }] });
}

/** The columns of an address that an admin declares confirmed or not. */
function confirmation(isVerified: boolean | undefined, email: string | null): Partial<UserTable> {
  if (isVerified === undefined) return {};
  if (!isVerified) return { emailVerified: 0 };
  if (email !== null) return { emailVerified: 1, mustVerify: 0 };
  throw invalidField('emailVerified', say('needs an e-mail address'));
}

/** An unchanged name stays, even one that the present rules reject. */
function renamed(username: string | undefined, row: UserTable): Partial<UserTable> {
  return username === undefined || username === row.username ? {} : nameColumns(cleanUsername(username));
}

function toUserChange(input: UserUpdate, row: UserTable, passwordHash: string | undefined): Partial<UserTable> {
  const { username, email, permissions, isActive } = input;
  const address = email === undefined ? undefined : addressColumns(email);
  return {
    ...renamed(username, row),
    ...address,
    // An address that an admin sets counts as confirmed.
    ...(address === undefined || address.emailKey === row.emailKey
      ? {}
      : { emailVerified: address.email === null ? 0 : 1 }),
    ...confirmation(input.emailVerified, address === undefined ? row.email : address.email),
    ...(permissions === undefined ? {} : { permissions: storedPermissions(permissions) }),
    ...(isActive === undefined ? {} : { isActive: isActive ? 1 : 0 }),
    ...(input.ageLimit === undefined ? {} : ageColumns(input.ageLimit)),
    ...(passwordHash === undefined ? {} : { passwordHash }),
  };
}

/**
 * The columns of another role. A client that knows built-in roles only sends back the one that it read: then a role that
 * administrators made stays.
 */
async function newRole(db: ReadDb, { role, customRoleId }: UserUpdate, row: UserTable): Promise<Partial<UserTable>> {
  if (typeof customRoleId === 'string') return await getRoleColumns(db, customRoleId);
  if (customRoleId === null || (role !== undefined && role !== row.role)) {
    return { role: role ?? row.role, roleId: null, rolePermissions: null };
  }
  return {};
}

async function changeLibraries(tx: Tx, viewer: Viewer, userId: string, wanted: readonly string[] | null) {
  const libraryIds = await chooseLibraries(tx, viewer, wanted, await listUserLibraryIds(tx.read, userId));
  await writeUserLibraries(tx, userId, libraryIds ?? []);
  await updateUserRow(tx, userId, { allLibraries: libraryIds === null ? 1 : 0 });
}

/** Whether a change may widen rights. Then reset links end, because they reach only as far as their maker. */
function widensRights({ role, customRoleId, permissions, libraryIds, ageLimit }: UserUpdate): boolean {
  return [role, customRoleId, permissions, libraryIds, ageLimit].some((field) => field !== undefined);
}

function chooseAction(input: UserUpdate): AuditAction {
  if (!widensRights(input)) return 'account_changed';
  return Object.keys(input).every((field) => field === 'ageLimit') ? 'age_limit_changed' : 'rights_changed';
}

/** Details for the audit log: names of fields, and rights before and after. */
function auditDetails(input: UserUpdate, before: UserTable, after: UserTable): Readonly<Record<string, unknown>> {
  const { libraryIds } = input;
  const changed = Object.keys(input);
  const libraries = libraryIds === undefined ? {} : { libraryIds };
  const rights = ({ role, roleId, permissions, maxAge, showsUnrated }: UserTable) => ({
    ...{ role, customRoleId: roleId, permissions: JSON.parse(permissions) as unknown },
    ...(maxAge === null ? {} : { maxAge, showsUnrated: showsUnrated === 1 }),
  });
  const [old, now] = [rights(before), rights(after)];
  const isSame = JSON.stringify(old) === JSON.stringify(now);
  return { changed, ...libraries, ...(isSame ? {} : { before: old, after: now }) };
}

/**
 * Changes an account: absent keeps. A new password and deactivation end its sessions.
 * @throws {AppError} `NotFound`, `Forbidden`, `BadRequest`, or `Conflict` for a taken name and the last admin
 */
export async function updateUser(
  ctx: AccountContext,
  viewer: Viewer,
  userId: string,
  input: UserUpdate,
): Promise<User> {
  refuseOwnPassword(viewer, userId, input);
  const found = await getUserRow(ctx.db.read, userId);
  refuseForChild(found, input);
  if (input.ageLimit !== undefined) requireAgeWithin(viewer, input.ageLimit ?? undefined);
  await requireMayChange(ctx.db.read, viewer, found, input);
  if (input.password !== undefined) {
    const { username = found.username, email = found.email, password } = input;
    requireGoodPassword(ctx, { username, email, password });
  }
  const passwordHash = input.password === undefined ? undefined : await hashPassword(input.password);
  return await ctx.db.transaction(async (tx) => {
    await lockUsers(tx);
    const row = await getUserRow(tx.read, userId);
    const now = Date.now();
    const change = { ...toUserChange(input, row, passwordHash), ...(await newRole(tx.read, input, row)) };
    await requireMayChange(tx.read, viewer, row, input);
    const changedRow = { ...row, ...change };
    requireGrantable(viewer, changedRow);
    await requireFree(tx, changedRow);
    await updateUserRow(tx, userId, { ...change, updatedAt: now });
    if (input.libraryIds !== undefined) await changeLibraries(tx, viewer, userId, input.libraryIds);
    if (input.ageLimit !== undefined) await noteSharingChange(tx);
    await revokeUserKeys(tx, ctx, { actor: viewer, account: row, isWanted: input.revokeApiKeys });
    if (widensRights(input) || passwordHash !== undefined) await deleteMailTokens(tx, userId, ['reset']);
    await requireAdminLeft(tx);
    if (passwordHash !== undefined || change.isActive === 0) await writeUserSessionEnds(tx, userId, now);
    tx.afterCommit(() => ctx.access.forgetUser(userId));
    const details = auditDetails(input, row, changedRow);
    await writeAudit(tx, ctx, { action: chooseAction(input), actor: viewer, account: row, details });
    return await getAccount(tx.read, viewer, userId);
  });
}

/**
 * Deletes an account with all of its data.
 * @throws {AppError} `NotFound`, `Forbidden`, `BadRequest` for the viewer's own, `Conflict` for the last admin
 */
export async function deleteUser(ctx: AccountContext, viewer: Viewer, userId: string): Promise<void> {
  await requireReach(ctx.db.read, viewer, await getUserRow(ctx.db.read, userId));
  if (viewer.userId === userId) throw new AppError('BadRequest', say('You cannot delete your own account'));
  await ctx.db.transaction(async (tx) => {
    await lockUsers(tx);
    const row = await getUserRow(tx.read, userId);
    await requireReach(tx.read, viewer, row);
    await deleteUserRow(tx, userId);
    await requireAdminLeft(tx);
    tx.afterCommit(() => ctx.access.forgetUser(userId));
    await writeAudit(tx, ctx, { action: 'account_deleted', actor: viewer, account: row });
  });
}
