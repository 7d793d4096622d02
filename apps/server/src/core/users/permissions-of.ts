import { PERMISSIONS, type Permission, PermissionName, type Role, ROLE_PERMISSIONS, RoleName } from '@lectern/contract';
import { z } from 'zod';

const Stored = z.string().transform((text) => z.array(PermissionName).parse(JSON.parse(text)));

/** The permissions granted to a user on top of the role, from the stored text. */
export function customPermissionsOf(user: { readonly permissions: string }): readonly Permission[] {
  return Stored.parse(user.permissions);
}

/** The role from the stored text. */
export function roleOf(user: { readonly role: string }): Role {
  return RoleName.parse(user.role);
}

/** Role and custom permissions together; `SystemAdmin` implies all (decision A1). In the order of the specification. */
export function effectivePermissions(user: {
  readonly role: string;
  readonly permissions: string;
}): ReadonlySet<Permission> {
  const granted = new Set([...ROLE_PERMISSIONS[roleOf(user)], ...customPermissionsOf(user)]);
  if (granted.has('SystemAdmin')) return new Set(PERMISSIONS);
  return new Set(PERMISSIONS.filter((permission) => granted.has(permission)));
}
