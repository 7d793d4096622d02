import { type Permission, PERMISSIONS } from '@lectern/contract';
import type { ApiKeyTable } from '#db/schema/index.ts';
import { AppError } from '../errors.ts';
import { keyPermissions, storedPermissionsOf } from './key-permissions.ts';
import type { Viewer } from '../viewer.ts';

/**
 * The permissions to store for a key: null follows its owner. Nobody hands on what they have not: neither the owner's
 * permissions nor those of the credential that asks are exceeded, so a key with few rights makes none with more.
 * @param owned what the key's owner may do now
 * @throws {AppError} `Forbidden`, naming what is missing
 */
export function grantPermissions(
  viewer: Viewer,
  owned: ReadonlySet<Permission>,
  asked: readonly Permission[] | null,
): string | null {
  const isRestricted = viewer.apiKey !== undefined && !viewer.apiKey.followsOwner;
  const wanted = asked ?? (isRestricted ? [...viewer.permissions].filter((permission) => owned.has(permission)) : null);
  if (wanted === null) return null;
  const missing = wanted.filter((permission) => !owned.has(permission) || !viewer.permissions.has(permission));
  if (missing.length > 0) {
    throw new AppError('Forbidden', `A key cannot be given what is not yours to give: ${missing.join(', ')}`);
  }
  return JSON.stringify(PERMISSIONS.filter((permission) => wanted.includes(permission)));
}

/**
 * When a key is to end, epoch milliseconds. One that is made or changed with a key ends no later than that.
 * @param asked RFC 3339; null for never
 * @throws {AppError} `Forbidden`
 */
export function grantExpiry({ apiKey }: Viewer, asked: string | null): number | null {
  const at = asked === null ? null : Date.parse(asked);
  const latest = apiKey?.expiresAt ?? null;
  if (latest === null) return at;
  if (at === null) return latest;
  if (at > latest) throw new AppError('Forbidden', 'A key that is made with a key cannot outlive it');
  return at;
}

/**
 * A key that may do only some things changes none that may do others, or that follows its owner: that one may come to do more.
 * A key that ends changes none that lasts longer.
 * @param owned what the owner of the key may do now
 * @param key the key that is to be changed
 * @throws {AppError} `Forbidden`
 */
export function refuseStronger(
  viewer: Viewer,
  owned: ReadonlySet<Permission>,
  key: Pick<ApiKeyTable, 'permissions' | 'expiresAt'>,
): void {
  const { apiKey, permissions } = viewer;
  if (apiKey === undefined) return;
  const asked = storedPermissionsOf(key);
  const isStronger =
    (asked === null && !apiKey.followsOwner) ||
    [...keyPermissions(owned, asked)].some((permission) => !permissions.has(permission));
  if (isStronger) throw new AppError('Forbidden', 'A key cannot change a key that may do more');
  if ((key.expiresAt ?? Infinity) > (apiKey.expiresAt ?? Infinity)) {
    throw new AppError('Forbidden', 'A key cannot change a key that lasts longer');
  }
}
