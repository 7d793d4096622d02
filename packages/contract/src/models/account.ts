import { z } from 'zod';
import { Id, Timestamp } from './scalars.ts';
import { Email, Password, PermissionName, RoleName, Username } from './user.ts';

/** An account as those see it who manage accounts. */
export const User = z.object({
  id: Id,
  username: z.string(),
  /** Empty when none is known. */
  email: z.string(),
  role: RoleName,
  /** Custom permissions on top of the role. */
  permissions: z.array(PermissionName),
  isActive: z.boolean(),
  emailVerified: z.boolean(),
  /** The libraries this user may see; null for all, those to come too. Who administers the server sees all in any case. */
  libraryIds: z.array(Id).nullable(),
  lastLoginAt: Timestamp.nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type User = z.infer<typeof User>;

/** Empty and null take an address away. */
const AddressInput = z.union([Email, z.literal('')]).nullable();

const fields = {
  username: Username,
  email: AddressInput,
  password: Password,
  role: RoleName,
  permissions: z.array(PermissionName).max(100),
  isActive: z.boolean(),
  libraryIds: z.array(Id).max(10_000).nullable(),
};

export const UserUpdate = z.object(fields).partial();
export type UserUpdate = z.infer<typeof UserUpdate>;

export const UserCreate = UserUpdate.extend({ username: fields.username, password: fields.password });
export type UserCreate = z.infer<typeof UserCreate>;
