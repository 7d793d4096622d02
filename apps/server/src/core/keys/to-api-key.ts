import { type ApiKey, type Permission, PERMISSIONS } from '@lectern/contract';
import type { ApiKeyTable } from '#db/schema/index.ts';
import { storedPermissionsOf } from './key-permissions.ts';

function timestamp(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

/**
 * A key as it is shown, without its secret.
 * @param owned what its owner may do now
 */
export function toApiKey(key: ApiKeyTable, owned: ReadonlySet<Permission>): ApiKey {
  const asked = storedPermissionsOf(key);
  return {
    id: key.id,
    user_id: key.userId,
    name: key.name,
    key_prefix: key.prefix,
    permissions: asked === null ? PERMISSIONS.filter((permission) => owned.has(permission)) : [...asked],
    follows_owner: asked === null,
    is_active: key.isActive === 1,
    works_with_koreader: key.koreaderDigest !== null,
    expires_at: timestamp(key.expiresAt),
    last_used_at: timestamp(key.lastUsedAt),
    created_at: new Date(key.createdAt).toISOString(),
    updated_at: new Date(key.updatedAt).toISOString(),
  };
}
