import { type Permission, PERMISSIONS, type Role } from '@lectern/contract';
import { newId } from '#db/new-id.ts';
import { userKey } from '#db/repos/users/users.repo.ts';
import type { UserTable } from '#db/schema/index.ts';
import { hashPassword } from './hash-password.ts';
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
