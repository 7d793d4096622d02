import { randomUUIDv7 } from 'node:crypto';
import type { Role } from '@lectern/contract';
import { userKey } from '#db/repos/users.repo.ts';
import type { UserTable } from '#db/schema/index.ts';
import { hashPassword } from './hash-password.ts';

/** What a new account is made of; the values have been checked. */
export interface NewUser {
  readonly username: string;
  readonly password: string;
  readonly email: string | null;
  readonly role: Role;
}

/** The row of a new, active user. Slow on purpose (it hashes the password), so it is made before the transaction. */
export async function newUserRow({ username, password, email, role }: NewUser): Promise<UserTable> {
  const now = Date.now();
  const address = email === null || email.trim() === '' ? null : email.trim();
  return {
    id: randomUUIDv7(),
    username,
    usernameKey: userKey(username),
    email: address,
    emailKey: address === null ? null : userKey(address),
    passwordHash: await hashPassword(password),
    role,
    permissions: '[]',
    isActive: 1,
    emailVerified: address === null ? 0 : 1,
    allLibraries: 1,
    lastLoginAt: null,
    createdAt: now,
    updatedAt: now,
  };
}
