import type { User, UserUpdate } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database, ReadDb, Tx } from '#db/open.ts';
import { deleteKeysOf } from '#db/repos/people/api-keys.repo.ts';
import { deleteMailTokensOf } from '#db/repos/people/mail-tokens.repo.ts';
import { writeSessionEndsOf } from '#db/repos/people/sessions.repo.ts';
import {
  deleteUserRow,
  findUser,
  findUserByLogin,
  hasActiveAdmin,
  listLibraryIdsOf,
  listUserRows,
  updateUserRow,
  writeUserLibraries,
} from '#db/repos/people/users.repo.ts';
import type { UserTable } from '#db/schema/index.ts';
import type { Access } from './access.ts';
import { auditAfterCommit, type AuditContext } from './account-audit.ts';
import { addressColumns, lockUsers, nameColumns, requireFree, storedPermissions } from './create-user.ts';
import { findAccount } from './get-user.ts';
import { requireGoodPassword } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import {
  chooseLibraries,
  customPermissionsOf,
  noSuchUser,
  requireGrantable,
  requireReach,
  roleOf,
} from './permissions.ts';
import { cleanUsername } from './usernames.ts';

/** What managing accounts takes. */
interface AccountContext extends AuditContext {
  readonly db: Database;
  readonly access: Access;
}

/**
 * Ensures that one active administrator remains. To be called after the change, under `lockUsers`.
 * @throws {AppError} `Conflict`, which undoes the change
 */
async function requireAdminLeft(tx: Tx): Promise<void> {
  if (await hasActiveAdmin(tx.read)) return;
  throw new AppError('Conflict', 'This is the last active administrator: make another user an administrator first');
}

async function requireUser(db: ReadDb, userId: string): Promise<UserTable> {
  const row = await findUser(db, userId);
  if (row === undefined) throw noSuchUser(userId);
  return row;
}

/**
 * Which libraries an account sees may be changed as far as the viewer sees them. Whatever else is changed could take the
 * account over, and needs reach over it.
 */
async function requireMayChange(db: ReadDb, viewer: Viewer, row: UserTable, input: UserUpdate): Promise<void> {
  if (Object.keys(input).some((field) => field !== 'libraryIds')) await requireReach(db, viewer, row);
  else requireGrantable(viewer, row);
}

/** A stolen session or key of a manager must not become the manager's account. */
function refuseOwnPassword(viewer: Viewer, userId: string, input: UserUpdate): void {
  if (viewer.userId !== userId || input.password === undefined) return;
  const message = 'Your own password is changed in your profile, with the current one';
  throw new AppError('Forbidden', message, { details: [{ path: 'password', message }] });
}

/** An address that is known by hand to be theirs, or not to be. */
function confirmation(isVerified: boolean | undefined, email: string | null): Partial<UserTable> {
  if (isVerified === undefined) return {};
  if (!isVerified) return { emailVerified: 0 };
  if (email !== null) return { emailVerified: 1, mustVerify: 0 };
  const message = 'needs an address that can be confirmed';
  throw new AppError('BadRequest', `Invalid body: emailVerified: ${message}`, {
    details: [{ path: 'emailVerified', message }],
  });
}

/** A name that is sent back unchanged stays as it is, even one that today's rules reject. */
function renamed(username: string | undefined, row: UserTable): Partial<UserTable> {
  return username === undefined || username === row.username ? {} : nameColumns(cleanUsername(username));
}

function changeOf(input: UserUpdate, row: UserTable, passwordHash: string | undefined): Partial<UserTable> {
  const { username, email, role, permissions, isActive } = input;
  const address = email === undefined ? undefined : addressColumns(email);
  return {
    ...renamed(username, row),
    ...address,
    // An address set by an account manager counts as confirmed.
    ...(address === undefined || address.emailKey === row.emailKey
      ? {}
      : { emailVerified: address.email === null ? 0 : 1 }),
    ...confirmation(input.emailVerified, address === undefined ? row.email : address.email),
    ...(role === undefined ? {} : { role }),
    ...(permissions === undefined ? {} : { permissions: storedPermissions(permissions) }),
    ...(isActive === undefined ? {} : { isActive: isActive ? 1 : 0 }),
    ...(passwordHash === undefined ? {} : { passwordHash }),
  };
}

async function changeLibraries(tx: Tx, viewer: Viewer, userId: string, wanted: readonly string[] | null) {
  const libraryIds = await chooseLibraries(tx, viewer, wanted, await listLibraryIdsOf(tx.read, userId));
  await writeUserLibraries(tx, userId, libraryIds ?? []);
  await updateUserRow(tx, userId, { allLibraries: libraryIds === null ? 1 : 0 });
}

/** A reset link reaches as far as its maker did: the account must not gain rights while the link is good. */
function widensRights({ role, permissions, libraryIds }: UserUpdate): boolean {
  return role !== undefined || permissions !== undefined || libraryIds !== undefined;
}

/** What the audit log says of a change: names of fields, and rights before and after. */
function auditDetails(input: UserUpdate, before: UserTable, after: UserTable): Readonly<Record<string, unknown>> {
  const changed = Object.keys(input);
  if (before.role === after.role && before.permissions === after.permissions) return { changed };
  const rights = ({ role, permissions }: UserTable) => ({ role, permissions: JSON.parse(permissions) as unknown });
  return { changed, before: rights(before), after: rights(after) };
}

/**
 * Changes an account: what is absent stays. A new password and deactivation end its sessions.
 * @throws {AppError} `NotFound`, `Forbidden`, `BadRequest`, or `Conflict` for a name that is taken and the last administrator
 */
export async function updateUser(
  ctx: AccountContext,
  viewer: Viewer,
  userId: string,
  input: UserUpdate,
): Promise<User> {
  refuseOwnPassword(viewer, userId, input);
  const found = await requireUser(ctx.db.read, userId);
  await requireMayChange(ctx.db.read, viewer, found, input);
  if (input.password !== undefined) {
    const { username = found.username, email = found.email, password } = input;
    requireGoodPassword(ctx, { username, email, password });
  }
  const passwordHash = input.password === undefined ? undefined : await hashPassword(input.password);
  return await ctx.db.transaction(async (tx) => {
    await lockUsers(tx);
    const row = await requireUser(tx.read, userId);
    const now = Date.now();
    const change = changeOf(input, row, passwordHash);
    await requireMayChange(tx.read, viewer, row, input);
    const changedRow = { ...row, ...change };
    requireGrantable(viewer, changedRow);
    await requireFree(tx, changedRow);
    await updateUserRow(tx, userId, { ...change, updatedAt: now });
    if (input.libraryIds !== undefined) await changeLibraries(tx, viewer, userId, input.libraryIds);
    if (input.revokeApiKeys === true) await deleteKeysOf(tx, userId);
    if (widensRights(input)) await deleteMailTokensOf(tx, userId, ['reset']);
    await requireAdminLeft(tx);
    if (passwordHash !== undefined || change.isActive === 0) await writeSessionEndsOf(tx, userId, now);
    tx.afterCommit(() => ctx.access.forgetUser(userId));
    const details = auditDetails(input, row, changedRow);
    auditAfterCommit(tx, ctx, { message: 'account changed', actor: viewer, subject: row, details });
    const changed = await findAccount(tx.read, viewer, userId);
    if (changed === undefined) throw noSuchUser(userId);
    return changed;
  });
}

/**
 * Deletes an account with everything that is its own.
 * @throws {AppError} `NotFound`, `Forbidden`, `BadRequest` for one's own, `Conflict` for the last administrator
 */
export async function deleteUser(ctx: AccountContext, viewer: Viewer, userId: string): Promise<void> {
  await requireReach(ctx.db.read, viewer, await requireUser(ctx.db.read, userId));
  if (viewer.userId === userId) throw new AppError('BadRequest', 'You cannot delete your own account');
  await ctx.db.transaction(async (tx) => {
    await lockUsers(tx);
    const row = await requireUser(tx.read, userId);
    await requireReach(tx.read, viewer, row);
    await deleteUserRow(tx, userId);
    await requireAdminLeft(tx);
    tx.afterCommit(() => ctx.access.forgetUser(userId));
    auditAfterCommit(tx, ctx, { message: 'account deleted', actor: viewer, subject: row });
  });
}

/** Accounts read at once. */
const MANY = 500;

async function find(tx: Tx, login: string): Promise<UserTable> {
  const row = await findUserByLogin(tx.read, login);
  if (row === undefined) throw new AppError('NotFound', `User "${login}" not found`);
  return row;
}

/** What the operator of the server, who needs no account, can make of an account. */
export type OperatorChange = 'activate' | 'deactivate' | 'make-admin';

const CHANGES: Readonly<Record<OperatorChange, Partial<UserTable>>> = {
  // Activation by the operator skips confirming the address.
  activate: { isActive: 1, mustVerify: 0 },
  deactivate: { isActive: 0 },
  'make-admin': { role: 'admin', isActive: 1, mustVerify: 0 },
};

/**
 * Changes the account with this name or e-mail address.
 * @throws {AppError} `NotFound`, or `Conflict` for the last administrator
 */
export async function operateUser(ctx: AccountContext, login: string, change: OperatorChange): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockUsers(tx);
    const row = await find(tx, login);
    const now = Date.now();
    await updateUserRow(tx, row.id, { ...CHANGES[change], updatedAt: now });
    await requireAdminLeft(tx);
    if (change === 'deactivate') await writeSessionEndsOf(tx, row.id, now);
    tx.afterCommit(() => ctx.access.forgetUser(row.id));
    auditAfterCommit(tx, ctx, { message: 'account changed', actor: 'operator', subject: row, details: { change } });
  });
}

/** Every account by name, as far as an operator wants to know. */
export async function* listAllUsers(
  ctx: Pick<AccountContext, 'db'>,
): AsyncGenerator<Pick<User, 'username' | 'email' | 'role' | 'permissions' | 'isActive'>, void> {
  for (let offset = 0; ; offset += MANY) {
    const rows = await listUserRows(ctx.db.read, {}, { limit: MANY, offset });
    for (const row of rows) {
      yield {
        username: row.username,
        email: row.email ?? '',
        role: roleOf(row),
        permissions: [...customPermissionsOf(row)],
        isActive: row.isActive === 1,
      };
    }
    if (rows.length < MANY) return;
  }
}
