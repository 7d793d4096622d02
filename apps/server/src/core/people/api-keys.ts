import {
  type ApiKey,
  type ApiKeyCreate,
  type ApiKeyUpdate,
  type CreatedApiKey,
  type Permission,
  PERMISSIONS,
} from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import type { Database, ReadDb } from '#db/open.ts';
import {
  countKeysOf,
  deleteKey,
  findKey,
  findKeyByPrefix,
  listKeysOf,
  type OwnedKey,
  writeKey,
  writeKeyChange,
} from '#db/repos/people/api-keys.repo.ts';
import { findUser } from '#db/repos/people/users.repo.ts';
import type { ApiKeyTable } from '#db/schema/index.ts';
import { lockFor } from '#db/sql/dialect.ts';
import type { Access } from './access.ts';
import { auditAfterCommit, type AuditContext } from './account-audit.ts';
import type { UseLog } from './devices.ts';
import { formatKey, hashSecret, md5Of, newKeyText } from './key-text.ts';
import { effectivePermissions, keyPermissions, requireReach, storedPermissionsOf } from './permissions.ts';
import { requirePresence } from './profile.ts';
import type { UsersContext } from './sign-in.ts';

/**
 * The permissions to store for a key: null follows its owner. Nobody hands on what they have not: neither the owner's
 * permissions nor those of the credential that asks are exceeded, so a key with few rights makes none with more.
 * @param owned what the key's owner may do now
 * @throws {AppError} `Forbidden`, naming what is missing
 */
function grantPermissions(
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
function grantExpiry({ apiKey }: Viewer, asked: string | null): number | null {
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
function refuseStronger(
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

function timestamp(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

/**
 * A key as it is shown, without its secret.
 * @param owned what its owner may do now
 */
function toApiKey(key: ApiKeyTable, owned: ReadonlySet<Permission>): ApiKey {
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

/** What keys are read with. */
interface KeyListContext {
  readonly db: { readonly read: ReadDb };
  readonly uses: UseLog;
}

/**
 * A key of the viewer, or of another user for a viewer who manages users; for others it does not exist.
 * @param forOthers the permission that someone else's key asks for
 * @throws {AppError} `NotFound`
 */
async function getVisibleKey(db: ReadDb, viewer: Viewer, id: string, forOthers: Permission): Promise<OwnedKey> {
  const found = await findKey(db, id);
  const isTheirs = found?.key.userId === viewer.userId || viewer.permissions.has(forOthers);
  if (found === undefined || !isTheirs) throw new AppError('NotFound', `API key ${id} not found`);
  return found;
}

/**
 * The same for a change: of someone else's key it needs reach over its owner, because a key can come to all that its owner
 * may do, also one that is switched off, has expired or has few permissions now.
 * @throws {AppError} `NotFound` or `Forbidden`
 */
async function getChangeableKey(db: ReadDb, viewer: Viewer, id: string, forOthers: Permission): Promise<OwnedKey> {
  const found = await getVisibleKey(db, viewer, id, forOthers);
  if (found.owner.id !== viewer.userId) await requireReach(db, viewer, found.owner);
  return found;
}

/**
 * One key as it is shown.
 * @throws {AppError} `NotFound`
 */
export async function getApiKey({ db, uses }: KeyListContext, viewer: Viewer, id: string): Promise<ApiKey> {
  await uses.settled();
  const { key, owner } = await getVisibleKey(db.read, viewer, id, 'UsersRead');
  return toApiKey(key, effectivePermissions(owner));
}

/**
 * The keys of the viewer, or of another user for a viewer with the permission to read users.
 * @throws {AppError} `Forbidden` or `NotFound`
 */
export async function listApiKeys(
  { db, uses }: KeyListContext,
  viewer: Viewer,
  userId: string = viewer.userId,
): Promise<ApiKey[]> {
  if (userId !== viewer.userId && !viewer.permissions.has('UsersRead')) {
    throw new AppError('Forbidden', 'The keys of others need the permission UsersRead');
  }
  await uses.settled();
  const owner = await findUser(db.read, userId);
  if (owner === undefined) throw new AppError('NotFound', `User ${userId} not found`);
  const owned = effectivePermissions(owner);
  return (await listKeysOf(db.read, userId)).map((key) => toApiKey(key, owned));
}

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

/**
 * Changes a key: what is absent stays, null clears. It holds from the next request on.
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

/**
 * Revokes a key: it is refused from the next request on, and streams that it holds open end.
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
    auditAfterCommit(tx, ctx, { message: 'API key revoked', actor: viewer, subject: owner, details });
  });
}
