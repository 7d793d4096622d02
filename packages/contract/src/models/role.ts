import { z } from 'zod';
import { PERMISSIONS } from '../permissions.ts';
import { Count, Id, Timestamp } from './scalars.ts';
import { PermissionName } from './user.ts';

const RoleText = z
  .string()
  .trim()
  .regex(/^\P{Cc}*$/u, 'must not contain control characters');

const name = RoleText.min(1, 'must not be empty').max(64, 'must have at most 64 characters');
const description = RoleText.max(500).nullable();
/** Administrators have the role `admin`. */
const permissions = z.array(PermissionName.exclude(['SystemAdmin'])).max(PERMISSIONS.length);

/** A role that administrators made of permissions. It replaces the permissions of the built-in role of an account. */
export const OwnRole = z.object({
  id: Id,
  name: z.string(),
  description: z.string().nullable(),
  permissions: z.array(PermissionName),
  /** Accounts with the role. */
  userCount: Count,
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type OwnRole = z.infer<typeof OwnRole>;

export const OwnRoleCreate = z.object({ name, description: description.optional(), permissions });
export type OwnRoleCreate = z.infer<typeof OwnRoleCreate>;

/** What is absent stays. */
export const OwnRoleUpdate = OwnRoleCreate.partial();
export type OwnRoleUpdate = z.infer<typeof OwnRoleUpdate>;

/** The role that administrators made, of an account; null for an account with a built-in role. */
export const OwnRoleName = z.object({ id: Id, name: z.string() }).nullable();
