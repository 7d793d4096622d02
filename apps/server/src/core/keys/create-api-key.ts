import type { ApiKeyCreate, CreatedApiKey } from '@lectern/contract';
import { lockFor } from '#db/dialect.ts';
import { newId } from '#db/new-id.ts';
import { countKeysOf, findKeyByPrefix, writeKey } from '#db/repos/users/api-keys.repo.ts';
import { findUser } from '#db/repos/users/users.repo.ts';
import { AppError } from '../errors.ts';
import { requirePresence } from '../account/require-presence.ts';
import type { UsersContext } from '#core/sign-in/sign-in.ts';
import { type AuditContext, auditAfterCommit } from '../users/account-audit.ts';
import { effectivePermissions } from '../users/permissions-of.ts';
import type { Viewer } from '../viewer.ts';
import { grantExpiry, grantPermissions } from './grant.ts';
import { formatKey, hashSecret, md5Of, newKeyText } from './key-text.ts';
import { toApiKey } from './to-api-key.ts';

/** Keys of one user: one for each device, and room to spare. */
const MAX_KEYS = 100;

/**
 * Makes a key for the viewer. What it answers is the only place where the key ever stands. A key outlasts the session that
 * makes it, so the session shows the password again, unless it has just begun.
 * @param ip where the request comes from
 * @throws {AppError} `Forbidden` when it would exceed the viewer, `Conflict` when there are too many, `BadRequest` without the
 *   password or for a wrong one, `rate_limit_exceeded`
 */
export async function createApiKey(
  ctx: UsersContext & AuditContext,
  viewer: Viewer,
  { name, permissions = null, expiresAt = null, currentPassword }: ApiKeyCreate,
  ip: string,
): Promise<CreatedApiKey> {
  await requirePresence(ctx, viewer, currentPassword, ip);
  return await ctx.db.transaction(async (tx) => {
    await lockFor(ctx.db.kind, tx.write, 'keys');
    const owner = await findUser(tx.read, viewer.userId);
    if (owner === undefined) throw new AppError('Unauthorized', 'This account no longer exists');
    if ((await countKeysOf(tx.read, owner.id)) >= MAX_KEYS) {
      throw new AppError('Conflict', `There are ${MAX_KEYS} keys already, revoke one first`);
    }
    let text = newKeyText();
    while ((await findKeyByPrefix(tx.read, text.prefix)) !== undefined) text = newKeyText();
    const owned = effectivePermissions(owner);
    const now = Date.now();
    const key = {
      id: newId(),
      userId: owner.id,
      name,
      prefix: text.prefix,
      secretHash: hashSecret(text.secret),
      koreaderDigest: ctx.access.digestOf('koreader', md5Of(formatKey(text))),
      permissions: grantPermissions(viewer, owned, permissions),
      isActive: 1,
      expiresAt: grantExpiry(viewer, expiresAt),
      lastUsedAt: null,
      createdAt: now,
      updatedAt: now,
    };
    await writeKey(tx, key);
    const details = { keyPrefix: key.prefix, permissions, expiresAt };
    auditAfterCommit(tx, ctx, { message: 'API key made', actor: viewer, subject: owner, details });
    return { ...toApiKey(key, owned), key: formatKey(text) };
  });
}
