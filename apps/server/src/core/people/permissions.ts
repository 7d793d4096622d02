import {
  addIncluded,
  type Permission,
  PermissionName,
  PERMISSIONS,
  type Role,
  ROLE_PERMISSIONS,
  RoleName,
} from '@lectern/contract';
import { z } from 'zod';
import type { UserTable } from '#db/schema/index.ts';

const Stored = z.string().transform((text) => z.array(PermissionName).parse(JSON.parse(text)));

/** The permissions of a user in addition to the role, from the stored text. */
export function parseCustomPermissions(user: { readonly permissions: string }): readonly Permission[] {
  return Stored.parse(user.permissions);
}

/** Permissions from a stored list. */
export function parsePermissions(text: string): readonly Permission[] {
  return Stored.parse(text);
}

/** The role from the stored text. */
export function parseRole(user: { readonly role: string }): Role {
  return RoleName.parse(user.role);
}

/** What decides the permissions of an account. */
export type Grants = Pick<UserTable, 'role' | 'rolePermissions' | 'permissions'>;

/**
 * Permissions of the role and custom ones, in the order of the contract. A role that administrators made replaces the built-in
 * one. `SystemAdmin` implies all, and who edits series and books edits metadata.
 */
export function effectivePermissions(user: Grants): ReadonlySet<Permission> {
  const { rolePermissions } = user;
  const ofRole = rolePermissions === null ? ROLE_PERMISSIONS[parseRole(user)] : parsePermissions(rolePermissions);
  const granted = new Set([...ofRole, ...parseCustomPermissions(user)]);
  if (granted.has('SystemAdmin')) return new Set(PERMISSIONS);
  const held = addIncluded(granted);
  return new Set(PERMISSIONS.filter((permission) => held.has(permission)));
}

/** Keys would let a child profile in without its parent. */
const NOT_FOR_CHILDREN: readonly Permission[] = ['ApiKeysRead', 'ApiKeysWrite', 'ApiKeysDelete'];

/** The permissions of a child profile: those of a reader, within its parent's, without keys. */
export function childPermissions(parent: ReadonlySet<Permission>): ReadonlySet<Permission> {
  const readers = ROLE_PERMISSIONS.reader.filter((permission) => !NOT_FOR_CHILDREN.includes(permission));
  return new Set(PERMISSIONS.filter((permission) => readers.includes(permission) && parent.has(permission)));
}

/** The permissions of a key, from the stored text; null follows the owner. */
export function parseKeyPermissions(key: { readonly permissions: string | null }): readonly Permission[] | null {
  return key.permissions === null ? null : Stored.parse(key.permissions);
}

/**
 * The effective permissions of a key, within those of its owner. A key with `SystemAdmin` has all permissions while its owner is
 * an admin, and none afterwards.
 * @param owned the owner's present permissions
 */
export function keyPermissions(
  owned: ReadonlySet<Permission>,
  asked: readonly Permission[] | null,
): ReadonlySet<Permission> {
  if (asked === null) return owned;
  const granted = new Set(asked.filter((permission) => owned.has(permission)));
  return granted.has('SystemAdmin') ? owned : new Set(PERMISSIONS.filter((permission) => granted.has(permission)));
}
