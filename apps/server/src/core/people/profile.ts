import {
  type CurrentUser,
  type PasswordChange,
  type Profile,
  type ProfileUpdate,
  listNamed,
  toTimestamp,
} from '@lectern/contract';
import { type AuditContext, writeAudit } from '#core/audit/write-audit.ts';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database, ReadDb, Tx } from '#db/open.ts';
import { deleteMailTokens, findPendingEmail } from '#db/repos/people/mail-tokens.repo.ts';
import { findRole } from '#db/repos/people/roles.repo.ts';
import { writeUserSessionEnds } from '#db/repos/people/sessions.repo.ts';
import { findUser, findUserByEmail, updateUserRow } from '#db/repos/people/users.repo.ts';
import type { UserTable } from '#db/schema/index.ts';
import type { EventBus } from '#events/bus.ts';
import { findAccount } from './get-user.ts';
import { readGrants } from './grants.ts';
import { describeGuest } from './guests.ts';
import { requireGoodPassword } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { parseCustomPermissions, parseRole } from './permissions.ts';
import { type MailContext, requestMail } from './request-mail.ts';
import { requirePassword, requireSamePassword } from './require-password.ts';
import { revokeUserKeys } from './revoke-keys.ts';
import type { UsersContext } from './sign-in.ts';
import { addressColumns, lockUsers, nameColumns, requireFree } from './user-row.ts';
import { cleanOwnName, requireOwnLook } from './usernames.ts';
import type { Language } from '@lectern/contract';
import { mark, say } from '#words/say.ts';

const GONE = mark('This account no longer exists');

/**
 * The viewer's own account.
 * @throws {AppError} `Unauthorized` when it has just been deleted
 */
export async function getProfile(ctx: Pick<UsersContext, 'db'>, viewer: Viewer): Promise<Profile> {
  const row = await findUser(ctx.db.read, viewer.userId);
  const account = await findAccount(ctx.db.read, viewer, viewer.userId);
  if (row === undefined || account === undefined) throw new AppError('Unauthorized', say(GONE));
  const pending = await findPendingEmail(ctx.db.read, viewer.userId, Date.now());
  const pendingEmail = pending === account.email && account.emailVerified ? null : pending;
  const sharingTags = await readGrants(ctx.db.read, viewer.userId);
  return { ...account, pendingEmail, sharingTags, hasPassword: row.hasPassword === 1 };
}

/** An unchanged name stays, even one that the present rules reject. */
function newName({ username }: ProfileUpdate, row: UserTable): Partial<UserTable> {
  return username === undefined || username === row.username ? {} : nameColumns(cleanOwnName(username));
}

async function writeChange(tx: Tx, checked: UserTable, change: Partial<UserTable>): Promise<UserTable> {
  await lockUsers(tx);
  const row = await requireSamePassword(tx, checked);
  await requireFree(tx, { ...row, ...change });
  if (change.username !== undefined) await requireOwnLook(tx, { id: row.id, username: change.username });
  await updateUserRow(tx, row.id, { ...change, updatedAt: Date.now() });
  return row;
}

/**
 * Changes the viewer's name or address. A server with mail asks for confirmation of a new address first. The answer does not
 * reveal whether another account has the address.
 * @throws {AppError} `BadRequest` for a wrong password or an invalid name, `Conflict`, `Forbidden` or `rate_limit_exceeded`
 */
export async function updateProfile(
  ctx: MailContext & AuditContext,
  viewer: Viewer,
  input: ProfileUpdate,
  { ip, language }: { readonly ip: string; readonly language: Language },
): Promise<Profile> {
  const row = await requirePassword(ctx, viewer, input.currentPassword, ip);
  const address = input.email === undefined ? undefined : addressColumns(input.email);
  const isNew = address !== undefined && address.emailKey !== row.emailKey;
  const isToConfirm = isNew && address.email !== null && ctx.mailer.problem === undefined;
  const change = {
    ...newName(input, row),
    ...(address === undefined || isToConfirm ? {} : { ...address, ...(isNew ? { emailVerified: 0 } : {}) }),
  };
  await ctx.db.transaction(async (tx) => {
    const before = await writeChange(tx, row, change);
    if (isNew) await deleteMailTokens(tx, viewer.userId, ['verify', 'reset']);
    const changed = [...(change.username === undefined ? [] : ['username']), ...(isNew ? ['email'] : [])];
    if (changed.length > 0) {
      const details = { changed, isToConfirm };
      await writeAudit(tx, ctx, { action: 'account_changed', actor: viewer, account: before, details });
    }
    tx.afterCommit(() => ctx.access.forgetUser(viewer.userId));
  });
  if (!isToConfirm || address.email === null) return await getProfile(ctx, viewer);
  const { email } = address;
  const isTaken = (await findUserByEmail(ctx.db.read, email)) !== undefined;
  const wanted = { address: email, language };
  await requestMail(ctx, isTaken ? { ...wanted, purpose: 'taken' } : { ...wanted, purpose: 'verify', userId: row.id });
  return { ...(await getProfile(ctx, viewer)), pendingEmail: email };
}
interface NewPassword {
  readonly newPassword: string;
  readonly revokeApiKeys?: boolean | undefined;
}

async function writePassword(
  ctx: UsersContext & AuditContext,
  viewer: Viewer,
  checked: UserTable,
  { newPassword, revokeApiKeys = false }: NewPassword,
): Promise<void> {
  const passwordHash = await hashPassword(newPassword);
  await ctx.db.transaction(async (tx) => {
    await requireSamePassword(tx, checked);
    const now = Date.now();
    await updateUserRow(tx, viewer.userId, { passwordHash, updatedAt: now });
    await writeUserSessionEnds(tx, viewer.userId, now, viewer.sessionId);
    await deleteMailTokens(tx, viewer.userId, ['reset']);
    tx.afterCommit(() => ctx.access.forgetUser(viewer.userId));
    const account = { id: viewer.userId, username: viewer.username };
    const revokedKeys = await revokeUserKeys(tx, ctx, { actor: viewer, account, isWanted: revokeApiKeys });
    await writeAudit(tx, ctx, { action: 'password_changed', actor: viewer, account, details: { revokedKeys } });
  });
}

/**
 * Changes the viewer's password and ends their other sessions, on request their API keys too.
 * @throws {AppError} `BadRequest` for a wrong password or a weak new one, `Forbidden` or `rate_limit_exceeded`
 */
export async function changePassword(
  ctx: UsersContext & AuditContext,
  viewer: Viewer,
  input: PasswordChange,
  ip: string,
): Promise<void> {
  const row = await requirePassword(ctx, viewer, input.currentPassword, ip);
  requireGoodPassword(ctx, { ...row, password: input.newPassword }, 'newPassword');
  await writePassword(ctx, viewer, row, input);
}

/** The parent of a child profile, also for an admin who sees the app as it. */
async function describeParent(
  db: ReadDb,
  { profileOf, viewedBy }: Viewer,
  { parentId }: UserTable,
): Promise<CurrentUser['profileOf']> {
  if (profileOf !== undefined) return { username: profileOf.username, hasPin: profileOf.hasPin };
  const parent = viewedBy === undefined || parentId === null ? undefined : await findUser(db, parentId);
  return parent === undefined ? null : { username: parent.username, hasPin: parent.pinHash !== null };
}

/**
 * The viewer's own account, with the permissions of the credential.
 * @throws {AppError} `Unauthorized` when it has just been deleted
 */
export async function getCurrentUser(
  ctx: { readonly db: Database; readonly events: EventBus },
  viewer: Viewer,
): Promise<CurrentUser> {
  const lastEventId = ctx.events.lastId();
  if (viewer.isGuest === true) return describeGuest(viewer, lastEventId);
  const user = await findUser(ctx.db.read, viewer.userId);
  if (user === undefined) throw new AppError('Unauthorized', say(GONE));
  return {
    id: user.id,
    username: user.username,
    email: user.email ?? '',
    role: parseRole(user),
    customRole: user.roleId === null ? null : ((await findRole(ctx.db.read, user.roleId))?.name ?? null),
    emailVerified: user.emailVerified === 1,
    isActive: user.isActive === 1,
    permissions: [...parseCustomPermissions(user)],
    effectivePermissions: listNamed(viewer.permissions),
    lastLoginAt: user.lastLoginAt === null ? null : toTimestamp(user.lastLoginAt),
    createdAt: toTimestamp(user.createdAt),
    updatedAt: toTimestamp(user.updatedAt),
    isGuest: false,
    lastEventId,
    viewedBy:
      viewer.viewedBy === undefined
        ? null
        : { username: viewer.viewedBy.username, endsAt: toTimestamp(viewer.viewedBy.endsAt) },
    profileOf: await describeParent(ctx.db.read, viewer, user),
  };
}
