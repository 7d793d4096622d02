import { type Permission, PermissionName, PERMISSIONS, type Role, ROLE_PERMISSIONS, RoleName } from '@lectern/contract';
import { z } from 'zod';

const Stored = z.string().transform((text) => z.array(PermissionName).parse(JSON.parse(text)));

/** The permissions of a user in addition to the role, from the stored text. */
export function parseCustomPermissions(user: { readonly permissions: string }): readonly Permission[] {
  return Stored.parse(user.permissions);
}

/** The role from the stored text. */
export function parseRole(user: { readonly role: string }): Role {
  return RoleName.parse(user.role);
}

/** Permissions of the role and custom ones, in the order of the contract. `SystemAdmin` implies all. */
export function effectivePermissions(user: {
  readonly role: string;
  readonly permissions: string;
}): ReadonlySet<Permission> {
  const granted = new Set([...ROLE_PERMISSIONS[parseRole(user)], ...parseCustomPermissions(user)]);
  if (granted.has('SystemAdmin')) return new Set(PERMISSIONS);
  return new Set(PERMISSIONS.filter((permission) => granted.has(permission)));
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
