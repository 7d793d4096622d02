import type { ApiKey, ApiKeyUpdate } from '@lectern/contract';
import type { Database } from '#db/open.ts';
import { writeKeyChange } from '#db/repos/users/api-keys.repo.ts';
import type { Access } from '#core/sign-in/access.ts';
import { effectivePermissions } from '../users/permissions-of.ts';
import type { Viewer } from '../viewer.ts';
import { type AuditContext, auditAfterCommit } from '../users/account-audit.ts';
import { getChangeableKey } from './get-api-key.ts';
import { grantExpiry, grantPermissions, refuseStronger } from './grant.ts';
import { toApiKey } from './to-api-key.ts';

/**
 * Changes a key: what is absent stays, null clears (decision W7). It holds from the next request on.
 * @throws {AppError} `NotFound`, or `Forbidden` when the key would exceed the viewer
 */
export async function updateApiKey(
  ctx: AuditContext & { readonly db: Database; readonly access: Access },
  viewer: Viewer,
  id: string,
  input: ApiKeyUpdate,
): Promise<ApiKey> {
  const { name, permissions, expiresAt, isActive } = input;
  return await ctx.db.transaction(async (tx) => {
    const { key, owner } = await getChangeableKey(tx.read, viewer, id, 'UsersWrite');
    const owned = effectivePermissions(owner);
    refuseStronger(viewer, owned, key);
    const change = {
      ...(name === undefined ? {} : { name }),
      ...(permissions === undefined ? {} : { permissions: grantPermissions(viewer, owned, permissions) }),
      ...(expiresAt === undefined ? {} : { expiresAt: grantExpiry(viewer, expiresAt) }),
      ...(isActive === undefined ? {} : { isActive: isActive ? 1 : 0 }),
      updatedAt: Date.now(),
    };
    await writeKeyChange(tx, id, change);
    tx.afterCommit(() => ctx.access.forgetUser(key.userId));
    const details = { keyPrefix: key.prefix, changed: Object.keys(input) };
    auditAfterCommit(tx, ctx, { message: 'API key changed', actor: viewer, subject: owner, details });
    return toApiKey({ ...key, ...change }, owned);
  });
}
