import { type Permission, PERMISSIONS } from '@lectern/contract';
import { AppError } from '../errors.ts';
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
 * A key that may do only some things changes none that may do others: not even when that one ends.
 * @param held what the key that is to be changed may do now
 * @throws {AppError} `Forbidden`
 */
export function refuseStronger(viewer: Viewer, held: ReadonlySet<Permission>): void {
  if (viewer.apiKey === undefined || [...held].every((permission) => viewer.permissions.has(permission))) return;
  throw new AppError('Forbidden', 'A key cannot change a key that may do more');
}
