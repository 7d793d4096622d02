import { type Permission, PERMISSIONS, type Role } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import { newId } from '#db/new-id.ts';
import type { ReadDb, Tx } from '#db/open.ts';
import { deleteMailTokens } from '#db/repos/people/mail-tokens.repo.ts';
import { findUser, findUserByLogin, userKey } from '#db/repos/people/users.repo.ts';
import type { AgeLimit } from '#db/repos/rows/viewer-scope.ts';
import type { UserTable } from '#db/schema/index.ts';
import { lockFor } from '#db/sql/dialect.ts';
import { say } from '#words/say.ts';
import type { Access } from './access.ts';
import { hashPassword, makeNoPasswordHash } from './passwords.ts';
import { cleanUsername } from './usernames.ts';

/** The error for an unknown account. */
export function noSuchUser(userId: string): AppError {
  return new AppError('NotFound', `User ${userId} not found`);
}

/**
 * The row of an account.
 * @throws {AppError} `NotFound`
 */
export async function getUserRow(db: ReadDb, userId: string): Promise<UserTable> {
  const row = await findUser(db, userId);
  if (row === undefined) throw noSuchUser(userId);
  return row;
}

/** A new account, with checked values. */
export interface NewUser {
  readonly username: string;
  /** Null for an account that only a sign-in provider opens. */
  readonly password: string | null;
  readonly email: string | null;
  readonly role: Role;
  /** In addition to the role. */
  readonly permissions?: readonly Permission[];
  readonly isActive?: boolean;
  /** Default: true. */
  readonly emailVerified?: boolean;
  /** Whether the account cannot be used before its address is confirmed. */
  readonly mustVerify?: boolean;
}

/** The columns of an e-mail address, and of its key for lookups; empty text is no address. */
export function addressColumns(email: string | null): Pick<UserTable, 'email' | 'emailKey'> {
  const address = email === null || email.trim() === '' ? null : email.trim();
  return { email: address, emailKey: address === null ? null : userKey(address) };
}

/** The columns of a name, and of its key for lookups. */
export function nameColumns(username: string): Pick<UserTable, 'username' | 'usernameKey'> {
  return { username, usernameKey: userKey(username) };
}

/** The columns of an age limit; null for every age. */
export function ageColumns(limit: AgeLimit | null): Pick<UserTable, 'maxAge' | 'showsUnrated'> {
  return { maxAge: limit?.maxAge ?? null, showsUnrated: limit?.showsUnrated === true ? 1 : 0 };
}

/** Custom permissions for the database: each once, in the order of the contract. */
export function storedPermissions(permissions: readonly Permission[]): string {
  return JSON.stringify(PERMISSIONS.filter((permission) => permissions.includes(permission)));
}

/**
 * The row of a new user. Hashing the password is slow, so call this before the transaction.
 * @throws {AppError} `BadRequest` for an invalid name
 */
export async function newUserRow(account: NewUser): Promise<UserTable> {
  const { username, password, email, role, permissions = [] } = account;
  const { isActive = true, emailVerified = true, mustVerify = false } = account;
  const now = Date.now();
  const address = addressColumns(email);
  return {
    id: newId(),
    ...nameColumns(cleanUsername(username)),
    ...address,
    passwordHash: password === null ? await makeNoPasswordHash() : await hashPassword(password),
    hasPassword: password === null ? 0 : 1,
    role,
    roleId: null,
    rolePermissions: null,
    permissions: storedPermissions(permissions),
    isActive: isActive ? 1 : 0,
    emailVerified: address.email !== null && emailVerified ? 1 : 0,
    mustVerify: mustVerify ? 1 : 0,
    allLibraries: 1,
    secondFactor: 0,
    maxAge: null,
    showsUnrated: 0,
    parentId: null,
    pinHash: null,
    lastLoginAt: null,
    createdAt: now,
    updatedAt: now,
  };
}

/**
 * Refuses a name or address that is the name or address of another account, because both sign in. Call `lockUsers` before.
 * @throws {AppError} `Conflict`
 */
export async function requireFree(
  tx: Tx,
  { id, username, email, parentId }: Pick<UserTable, 'id' | 'username' | 'email' | 'parentId'>,
): Promise<void> {
  // A child profile signs in nowhere, so its name takes none.
  if (parentId !== null) return;
  for (const login of [username, email]) {
    if (login === null) continue;
    const other = await findUserByLogin(tx.read, login);
    if (other !== undefined && other.id !== id)
      throw new AppError('Conflict', say('"{name}" is already in use', { name: login }));
  }
}

/**
 * Applies changed rights: every process looks up the accounts again, and reset links end, because their makers may see less than
 * the accounts see now.
 */
export async function applyRights(
  tx: Tx,
  { access }: { readonly access: Pick<Access, 'forgetUser'> },
  userIds: readonly string[],
): Promise<void> {
  for (const userId of userIds) await deleteMailTokens(tx, userId, ['reset']);
  tx.afterCommit(() => {
    for (const userId of userIds) access.forgetUser(userId);
  });
}

/** Serialises transactions that check names, addresses or the last admin. */
export async function lockUsers(tx: Tx): Promise<void> {
  await lockFor(tx.kind, tx.write, 'users');
}
