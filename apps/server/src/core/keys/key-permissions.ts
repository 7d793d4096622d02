import { PERMISSIONS, type Permission, PermissionName } from '@lectern/contract';
import { z } from 'zod';

const Stored = z.string().transform((text) => z.array(PermissionName).parse(JSON.parse(text)));

/** What was asked for when a key was made; null follows the owner. */
export function storedPermissionsOf(key: { readonly permissions: string | null }): readonly Permission[] | null {
  return key.permissions === null ? null : Stored.parse(key.permissions);
}

/**
 * What a key may do: what its owner may, as far as it was asked for (section 5). A key for `SystemAdmin` has everything as
 * long as its owner is one, and nothing afterwards.
 * @param owned the owner's effective permissions at this moment
 */
export function keyPermissions(
  owned: ReadonlySet<Permission>,
  asked: readonly Permission[] | null,
): ReadonlySet<Permission> {
  if (asked === null) return owned;
  const granted = new Set(asked.filter((permission) => owned.has(permission)));
  return granted.has('SystemAdmin') ? owned : new Set(PERMISSIONS.filter((permission) => granted.has(permission)));
}
