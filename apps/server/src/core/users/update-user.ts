import type { User, UserUpdate } from '@lectern/contract';
import type { Database, Tx } from '#db/open.ts';
import { writeSessionEndsOf } from '#db/repos/users/sessions.repo.ts';
import {
  deleteUserRow,
  findUser,
  hasActiveAdmin,
  listLibraryIdsOf,
  updateUserRow,
  writeUserLibraries,
} from '#db/repos/users/users.repo.ts';
import type { UserTable } from '#db/schema/index.ts';
import { AppError } from '../errors.ts';
import type { Viewer } from '../viewer.ts';
import type { Access } from '#core/sign-in/access.ts';
import { lockUsers, requireFree } from './create-user.ts';
import { findAccount } from './get-user.ts';
import { noSuchUser } from './no-such-user.ts';
import { hashPassword } from './hash-password.ts';
import { chooseLibraries, requireReach } from './may-manage.ts';
import { addressColumns, nameColumns, storedPermissions } from './new-user.ts';

/** What managing accounts takes. */
export interface AccountContext {
  readonly db: Database;
  readonly access: Access;
}

/**
 * Keeps the server from having nobody who administers it (decision A11). To be called after the change, under `lockUsers`.
 * @throws {AppError} `Conflict`, which undoes the change
 */
export async function requireAdminLeft(tx: Tx): Promise<void> {
  if (await hasActiveAdmin(tx.read)) return;
  throw new AppError('Conflict', 'This is the last active administrator: make another user an administrator first');
}

async function rowOf(ctx: AccountContext, viewer: Viewer, userId: string): Promise<UserTable> {
  const row = await findUser(ctx.db.read, userId);
  if (row === undefined) throw noSuchUser(userId);
  requireReach(viewer, row);
  return row;
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

function changeOf(input: UserUpdate, row: UserTable, passwordHash: string | undefined): Partial<UserTable> {
  const { username, email, role, permissions, isActive } = input;
  const address = email === undefined ? undefined : addressColumns(email);
  return {
    ...(username === undefined ? {} : nameColumns(username)),
    ...address,
    // Whoever manages accounts answers for the addresses that they set.
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

/**
 * Changes an account: what is absent stays. A new password and deactivation end its sessions; those who change their own
 * password keep the one they do it in.
 * @throws {AppError} `NotFound`, `Forbidden`, `BadRequest`, or `Conflict` for a name that is taken and the last administrator
 */
export async function updateUser(
  ctx: AccountContext,
  viewer: Viewer,
  userId: string,
  input: UserUpdate,
): Promise<User> {
  await rowOf(ctx, viewer, userId);
  const passwordHash = input.password === undefined ? undefined : await hashPassword(input.password);
  return await ctx.db.transaction(async (tx) => {
    await lockUsers(tx);
    const row = await findUser(tx.read, userId);
    if (row === undefined) throw noSuchUser(userId);
    const now = Date.now();
    const change = changeOf(input, row, passwordHash);
    requireReach(viewer, row);
    const changedRow = { ...row, ...change };
    requireReach(viewer, changedRow);
    await requireFree(tx, changedRow);
    await updateUserRow(tx, userId, { ...change, updatedAt: now });
    if (input.libraryIds !== undefined) await changeLibraries(tx, viewer, userId, input.libraryIds);
    await requireAdminLeft(tx);
    if (passwordHash !== undefined || change.isActive === 0) {
      const isOwn = viewer.userId === userId && change.isActive !== 0;
      await writeSessionEndsOf(tx, userId, now, isOwn ? viewer.sessionId : null);
    }
    tx.afterCommit(() => ctx.access.forgetUser(userId));
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
  await rowOf(ctx, viewer, userId);
  if (viewer.userId === userId) throw new AppError('BadRequest', 'Nobody can delete their own account');
  await ctx.db.transaction(async (tx) => {
    await lockUsers(tx);
    const row = await findUser(tx.read, userId);
    if (row === undefined) throw noSuchUser(userId);
    requireReach(viewer, row);
    await deleteUserRow(tx, userId);
    await requireAdminLeft(tx);
    tx.afterCommit(() => ctx.access.forgetUser(userId));
  });
}
