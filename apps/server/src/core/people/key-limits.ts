import { type Permission, PERMISSIONS } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import type { ApiKeyTable } from '#db/schema/index.ts';
import { say } from '#words/say.ts';
import { keyPermissions, parseKeyPermissions } from './permissions.ts';

/**
 * The permissions to store for a key; null follows its owner. They exceed neither those of the owner nor those of the
 * credential that asks.
 * @param owned the owner's present permissions
 * @throws {AppError} `Forbidden`, naming the missing permissions
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
    throw new AppError(
      'Forbidden',
      say('You cannot give an API key permissions that you do not have: {permissions}', {
        permissions: missing.join(', '),
      }),
    );
  }
  return JSON.stringify(PERMISSIONS.filter((permission) => wanted.includes(permission)));
}

/**
 * The expiry to store for a key, epoch milliseconds. A key cannot make a key that outlives it.
 * @param asked RFC 3339; null for never
 * @throws {AppError} `Forbidden`
 */
export function grantExpiry({ apiKey }: Viewer, asked: string | null): number | null {
  const at = asked === null ? null : Date.parse(asked);
  const latest = apiKey?.expiresAt ?? null;
  if (latest === null) return at;
  if (at === null) return latest;
  if (at > latest) throw new AppError('Forbidden', say('An API key cannot create a key that lasts longer than itself'));
  return at;
}

/**
 * Refuses that a key changes a key with more permissions or a later expiry. A key that follows its owner may gain permissions,
 * so it counts as stronger.
 * @param owned the present permissions of the owner of `key`
 * @throws {AppError} `Forbidden`
 */
export function refuseStronger(
  viewer: Viewer,
  owned: ReadonlySet<Permission>,
  key: Pick<ApiKeyTable, 'permissions' | 'expiresAt'>,
): void {
  const { apiKey, permissions } = viewer;
  if (apiKey === undefined) return;
  const asked = parseKeyPermissions(key);
  const isStronger =
    (asked === null && !apiKey.followsOwner) ||
    [...keyPermissions(owned, asked)].some((permission) => !permissions.has(permission));
  if (isStronger) throw new AppError('Forbidden', say('An API key cannot change a key with more permissions'));
  if ((key.expiresAt ?? Infinity) > (apiKey.expiresAt ?? Infinity)) {
    throw new AppError('Forbidden', say('An API key cannot change a key that lasts longer than itself'));
  }
}
