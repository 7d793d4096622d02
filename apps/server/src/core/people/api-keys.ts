import {
  type ApiKey,
  type ApiKeyCreate,
  type ApiKeyUpdate,
  type CreatedApiKey,
  type Permission,
  listNamed,
  toTimestamp,
} from '@lectern/contract';
import { requireAuditBudget } from '#core/audit/audit-budget.ts';
import { type AuditContext, writeAudit } from '#core/audit/write-audit.ts';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import type { Database, ReadDb, Tx } from '#db/open.ts';
import {
  countUserKeys,
  deleteKey,
  findKey,
  findKeyByPrefix,
  listUserKeys,
  type OwnedKey,
  writeKey,
  writeKeyChange,
} from '#db/repos/people/api-keys.repo.ts';
import { hasOpenSession } from '#db/repos/people/session-lists.repo.ts';
import { findUserLocked } from '#db/repos/people/users.repo.ts';
import type { ApiKeyTable } from '#db/schema/index.ts';
import { lockFor } from '#db/sql/dialect.ts';
import { say } from '#words/say.ts';
import type { Access } from './access.ts';
import type { UseLog } from './use-log.ts';
import { formatKey, hashSecret, hashMd5, newKeyText } from './key-text.ts';
import { grantExpiry, grantPermissions, refuseStronger } from './key-limits.ts';
import { effectivePermissions, parseKeyPermissions } from './permissions.ts';
import { requireReach } from './require-reach.ts';
import { requirePresence } from './require-password.ts';
import type { UsersContext } from './sign-in.ts';
import { getUserRow } from './user-row.ts';

/** A key without its secret. @param owned the owner's present permissions */
function toApiKey(key: ApiKeyTable, owned: ReadonlySet<Permission>): ApiKey {
  const asked = parseKeyPermissions(key);
  return {
    id: key.id,
    user_id: key.userId,
    name: key.name,
    key_prefix: key.prefix,
    permissions: asked === null ? listNamed(owned) : [...asked],
    follows_owner: asked === null,
    is_active: key.isActive === 1,
    works_with_koreader: key.koreaderDigest !== null,
    expires_at: toTimestamp(key.expiresAt),
    last_used_at: toTimestamp(key.lastUsedAt),
    created_at: new Date(key.createdAt).toISOString(),
    updated_at: new Date(key.updatedAt).toISOString(),
  };
}

interface KeyListContext {
  readonly db: { readonly read: ReadDb };
  readonly uses: UseLog;
}

/**
 * A key of the viewer, or of another user.
 * @param forOthers the permission for keys of other users; without it they are not found
 * @throws {AppError} `NotFound`
 */
async function getVisibleKey(db: ReadDb, viewer: Viewer, id: string, forOthers: Permission): Promise<OwnedKey> {
  const found = await findKey(db, id);
  const isTheirs = found?.key.userId === viewer.userId || viewer.permissions.has(forOthers);
  if (found === undefined || !isTheirs) throw new AppError('NotFound', `API key ${id} not found`);
  return found;
}

/**
 * A key that the viewer may change. The key of another user needs reach over its owner, because any key can gain all
 * permissions of its owner.
 * @throws {AppError} `NotFound` or `Forbidden`
 */
async function getChangeableKey(db: ReadDb, viewer: Viewer, id: string, forOthers: Permission): Promise<OwnedKey> {
  const found = await getVisibleKey(db, viewer, id, forOthers);
  if (found.owner.id !== viewer.userId) await requireReach(db, viewer, found.owner);
  return found;
}

/**
 * One key without its secret.
 * @throws {AppError} `NotFound`
 */
export async function getApiKey({ db, uses }: KeyListContext, viewer: Viewer, id: string): Promise<ApiKey> {
  await uses.settled();
  const { key, owner } = await getVisibleKey(db.read, viewer, id, 'UsersRead');
  return toApiKey(key, effectivePermissions(owner));
}

/**
 * The keys of the viewer, or of another user with the permission `UsersRead`.
 * @throws {AppError} `Forbidden` or `NotFound`
 */
export async function listApiKeys(
  { db, uses }: KeyListContext,
  viewer: Viewer,
  userId: string = viewer.userId,
): Promise<ApiKey[]> {
  if (userId !== viewer.userId && !viewer.permissions.has('UsersRead')) {
    throw new AppError('Forbidden', say('This needs the permission {permission}', { permission: 'UsersRead' }));
  }
  await uses.settled();
  const owned = effectivePermissions(await getUserRow(db.read, userId));
  return (await listUserKeys(db.read, userId)).map((key) => toApiKey(key, owned));
}

/** A key as the audit log names it. */
function toTarget({ id, name }: Pick<ApiKeyTable, 'id' | 'name'>) {
  return { kind: 'api_key', id, name };
}

async function requireStillOpen(tx: Tx, { userId, sessionId }: Viewer): Promise<void> {
  if (sessionId === null || (await hasOpenSession(tx.read, userId, sessionId, Date.now()))) return;
  throw new AppError('Unauthorized', say('You are signed out. Sign in again'));
}

/** Keys that one user may have. */
const MAX_KEYS = 100;

/**
 * Makes a key for the viewer. Only this answer shows its text. A key outlasts the session that makes it, so a session that is
 * not new needs the password again.
 * @throws {AppError} `Forbidden` when it would exceed the viewer, `Conflict` when there are too many, `BadRequest` without the
 *   right password, `rate_limit_exceeded`
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
    // A new password that revokes keys waits for this one, or has ended the session.
    const owner = await findUserLocked(tx, viewer.userId);
    await requireStillOpen(tx, viewer);
    if (owner === undefined) throw new AppError('Unauthorized', say('This account no longer exists'));
    if ((await countUserKeys(tx.read, owner.id)) >= MAX_KEYS) {
      throw new AppError(
        'Conflict',
        say('There can be at most {max, plural, one {# API key} other {# API keys}}. Delete one first', {
          max: MAX_KEYS,
        }),
      );
    }
    await requireAuditBudget(tx, viewer, 'api_key_made');
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
      koreaderDigest: ctx.access.digestOf('koreader', hashMd5(formatKey(text))),
      permissions: grantPermissions(viewer, owned, permissions),
      isActive: 1,
      expiresAt: grantExpiry(viewer, expiresAt),
      lastUsedAt: null,
      createdAt: now,
      updatedAt: now,
    };
    await writeKey(tx, key);
    const details = { keyPrefix: key.prefix, permissions, expiresAt };
    await writeAudit(tx, ctx, {
      action: 'api_key_made',
      actor: viewer,
      account: owner,
      target: toTarget(key),
      details,
    });
    return { ...toApiKey(key, owned), key: formatKey(text) };
  });
}

/**
 * Changes a key from the next request on: absent keeps, null clears.
 * @throws {AppError} `NotFound`, `Forbidden` when the key would exceed the viewer, or `rate_limit_exceeded`
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
    await requireAuditBudget(tx, viewer, 'api_key_changed');
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
    const about = { account: owner, target: toTarget(key) };
    await writeAudit(tx, ctx, { action: 'api_key_changed', actor: viewer, ...about, details });
    return toApiKey({ ...key, ...change }, owned);
  });
}

/**
 * Revokes a key from the next request on, and ends its open event streams.
 * @throws {AppError} `NotFound` or `Forbidden`
 */
export async function deleteApiKey(
  ctx: AuditContext & { readonly db: Database; readonly access: Access },
  viewer: Viewer,
  id: string,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { key, owner } = await getChangeableKey(tx.read, viewer, id, 'UsersDelete');
    if (!(await deleteKey(tx, id))) throw new AppError('NotFound', `API key ${id} not found`);
    tx.afterCommit(() => ctx.access.forgetUser(key.userId));
    const details = { keyPrefix: key.prefix };
    const about = { account: owner, target: toTarget(key) };
    await writeAudit(tx, ctx, { action: 'api_key_revoked', actor: viewer, ...about, details });
  });
}
