import { type Permission, PERMISSIONS, type Role, type User, type UserCreate } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import type { Database, Tx } from '#db/open.ts';
import { findUserByLogin, userKey, writeUser, writeUserLibraries } from '#db/repos/people/users.repo.ts';
import type { UserTable } from '#db/schema/index.ts';
import { lockFor } from '#db/sql/dialect.ts';
import type { Access } from './access.ts';
import { auditAfterCommit, type AuditContext } from './account-audit.ts';
import { findAccount } from './get-user.ts';
import { passOnGrants } from './grants.ts';
import { requireGoodPassword } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { chooseLibraries, noSuchUser, requireGrantable } from './permissions.ts';
import { cleanUsername } from './usernames.ts';

/** What a new account is made of; the values have been checked. */
export interface NewUser {
  readonly username: string;
  readonly password: string;
  readonly email: string | null;
  readonly role: Role;
  /** On top of the role; none unless given. */
  readonly permissions?: readonly Permission[];
  /** Whether it can be used at once, as it can unless said. */
  readonly isActive?: boolean;
  /** Whether the address is known to be its owner's; it counts as such unless said. */
  readonly emailVerified?: boolean;
  /** Whether it waits for its address to be confirmed; it does not unless said. */
  readonly mustVerify?: boolean;
}

/** An address as it is written to, and as it is looked up; no text is no address. */
export function addressColumns(email: string | null): Pick<UserTable, 'email' | 'emailKey'> {
  const address = email === null || email.trim() === '' ? null : email.trim();
  return { email: address, emailKey: address === null ? null : userKey(address) };
}

/** A name as it is shown, and as it is looked up. */
export function nameColumns(username: string): Pick<UserTable, 'username' | 'usernameKey'> {
  return { username, usernameKey: userKey(username) };
}

/** Custom permissions as they are stored: each once, in the order of the specification. */
export function storedPermissions(permissions: readonly Permission[]): string {
  return JSON.stringify(PERMISSIONS.filter((permission) => permissions.includes(permission)));
}

/**
 * The row of a new user. Slow on purpose (it hashes the password), so it is made before the transaction.
 * @throws {AppError} `BadRequest` for a name that cannot be one
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
    passwordHash: await hashPassword(password),
    role,
    permissions: storedPermissions(permissions),
    isActive: isActive ? 1 : 0,
    emailVerified: address.email !== null && emailVerified ? 1 : 0,
    mustVerify: mustVerify ? 1 : 0,
    allLibraries: 1,
    lastLoginAt: null,
    createdAt: now,
    updatedAt: now,
  };
}

/**
 * Keeps a name and an address from being another's name or address, because either signs in. Call `lockUsers` before.
 * @throws {AppError} `Conflict`
 */
export async function requireFree(
  tx: Tx,
  { id, username, email }: Pick<UserTable, 'id' | 'username' | 'email'>,
): Promise<void> {
  for (const login of [username, email]) {
    if (login === null) continue;
    const other = await findUserByLogin(tx.read, login);
    if (other !== undefined && other.id !== id) throw new AppError('Conflict', `"${login}" is taken already`);
  }
}

/** Lets only one transaction at a time decide about accounts: who has which name, and how many administrators are left. */
export async function lockUsers(tx: Tx): Promise<void> {
  await lockFor(tx.kind, tx.write, 'users');
}

interface CreateContext extends AuditContext {
  readonly db: Database;
  readonly access: Pick<Access, 'serverName'>;
}

/**
 * Adds an account that may see every library; for the operator of the machine.
 * @throws {AppError} `Conflict`, or `BadRequest` for a password that is easy to guess
 */
export async function createUser(ctx: CreateContext, account: NewUser): Promise<void> {
  requireGoodPassword(ctx, account);
  const user = await newUserRow(account);
  await ctx.db.transaction(async (tx) => {
    await lockUsers(tx);
    await requireFree(tx, user);
    await writeUser(tx, user);
    auditAfterCommit(tx, ctx, {
      message: 'account added',
      actor: 'operator',
      subject: user,
      details: { role: user.role },
    });
  });
}

/**
 * Adds an account for a user who manages accounts. Unless it says which, it may see the libraries that they may see; sharing
 * tags that hide something from them hide it from the account too.
 * @throws {AppError} `Conflict`, `BadRequest` or `Forbidden`
 */
export async function createUserAs(ctx: CreateContext, viewer: Viewer, input: UserCreate): Promise<User> {
  const { username, password, email = null, role = 'reader', permissions = [], isActive = true } = input;
  requireGrantable(viewer, { role, permissions: JSON.stringify(permissions) });
  requireGoodPassword(ctx, { username, password, email });
  const user = await newUserRow({ username, password, email, role, permissions, isActive });
  return await ctx.db.transaction(async (tx) => {
    await lockUsers(tx);
    await requireFree(tx, user);
    const wanted = input.libraryIds === undefined ? (viewer.libraryIds ?? null) : input.libraryIds;
    const libraryIds = await chooseLibraries(tx, viewer, wanted, []);
    await writeUser(tx, { ...user, allLibraries: libraryIds === null ? 1 : 0 });
    await writeUserLibraries(tx, user.id, libraryIds ?? []);
    await passOnGrants(tx, viewer, user.id);
    const details = { role, permissions, libraryIds };
    auditAfterCommit(tx, ctx, { message: 'account added', actor: viewer, subject: user, details });
    const added = await findAccount(tx.read, viewer, user.id);
    if (added === undefined) throw noSuchUser(user.id);
    return added;
  });
}
