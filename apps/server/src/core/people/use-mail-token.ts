import type { ResetLink } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { deleteKeysOf } from '#db/repos/people/api-keys.repo.ts';
import { deleteMailTokensOf, takeMailToken } from '#db/repos/people/mail-tokens.repo.ts';
import { writeSessionEndsOf } from '#db/repos/people/sessions.repo.ts';
import {
  findUser,
  findUserByEmail,
  findUserByLogin,
  updateUserRow,
  writePasswordHash,
} from '#db/repos/people/users.repo.ts';
import type { Mailer } from '#mail/mailer.ts';
import type { Access } from './access.ts';
import { audit, auditAfterCommit, type AuditContext } from './account-audit.ts';
import { addressColumns, lockUsers } from './create-user.ts';
import { budgetsOfNewPassword } from './failure-budgets.ts';
import { requireGoodPassword } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { noSuchUser, requireReach } from './permissions.ts';
import { hashOfToken, makeLink } from './send-mail.ts';
import type { UsersContext } from './sign-in.ts';

/** The same for a token that never was, was used, is too old, or whose account is gone. */
function refuse(): AppError {
  const message = 'This link is no longer good: ask for another one';
  return new AppError('BadRequest', message, { details: [{ path: 'token', message }] });
}

/**
 * Confirms an address by the token that was sent to it: it becomes the address of its account. An account that an
 * administrator has deactivated stays deactivated.
 * @throws {AppError} `BadRequest`
 */
export async function verifyEmail(ctx: UsersContext, token: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockUsers(tx);
    const now = Date.now();
    const taken = await takeMailToken(tx, 'verify', hashOfToken(token), now);
    if (taken === undefined || taken.email === null) throw refuse();
    const owner = await findUserByEmail(tx.read, taken.email);
    // Meanwhile another user may have come to have it.
    if (owner !== undefined && owner.id !== taken.userId) throw refuse();
    const change = { ...addressColumns(taken.email), emailVerified: 1, mustVerify: 0, updatedAt: now };
    await updateUserRow(tx, taken.userId, change);
    tx.afterCommit(() => ctx.access.forgetUser(taken.userId));
  });
}

/** What a person with a link chooses. */
interface PasswordByToken {
  readonly token: string;
  readonly password: string;
  /** Whether all API keys of the account end too. */
  readonly revokeApiKeys?: boolean | undefined;
}

/**
 * Sets a new password by the token of a link, and ends all sessions of the old one. Whoever has the mail has the address, so
 * it is confirmed too.
 * @throws {AppError} `BadRequest`
 */
export async function resetPasswordByToken(
  ctx: UsersContext & AuditContext,
  { token, password, revokeApiKeys = false }: PasswordByToken,
  ip: string,
): Promise<void> {
  // Before the token is looked at: a good and a bad one take the same time.
  const passwordHash = await hashPassword(password);
  await ctx.db.transaction(async (tx) => {
    const now = Date.now();
    const taken = await takeMailToken(tx, 'reset', hashOfToken(token), now);
    const user = taken === undefined ? undefined : await findUser(tx.read, taken.userId);
    if (user?.isActive !== 1) {
      ctx.access.refused({ ip, reason: 'reset link', username: user?.username });
      throw refuse();
    }
    // The link is good still: the transaction is undone.
    requireGoodPassword(ctx, { ...user, password });
    const confirmed = taken?.email === null && user.email !== null ? { emailVerified: 1, mustVerify: 0 } : {};
    await updateUserRow(tx, user.id, { passwordHash, ...confirmed, updatedAt: now });
    await writeSessionEndsOf(tx, user.id, now);
    await deleteMailTokensOf(tx, user.id, ['reset']);
    const revokedKeys = revokeApiKeys ? await deleteKeysOf(tx, user.id) : 0;
    const details = { revokedKeys };
    auditAfterCommit(tx, ctx, { message: 'password changed', actor: 'reset link', subject: user, details });
    tx.afterCommit(() => {
      ctx.access.forgetUser(user.id);
      ctx.access.throttle.restore(budgetsOfNewPassword(user.id, ip));
    });
  });
}

/**
 * A link by which a user chooses a new password, made by a user who manages accounts and hands it over.
 * @throws {AppError} `NotFound`, `Forbidden`, or `Conflict` for an account that is deactivated
 */
export async function createResetLink(
  ctx: AuditContext & { readonly db: Database; readonly mailer: Pick<Mailer, 'publicUrl'> },
  viewer: Viewer,
  userId: string,
): Promise<ResetLink> {
  const user = await findUser(ctx.db.read, userId);
  if (user === undefined) throw noSuchUser(userId);
  await requireReach(ctx.db.read, viewer, user);
  if (user.isActive !== 1) throw new AppError('Conflict', 'This account is deactivated: activate it first');
  const { publicUrl } = ctx.mailer;
  const now = Date.now();
  const { url, hours } = await makeLink(ctx, { userId, purpose: 'reset', address: user.email ?? '', publicUrl });
  audit(ctx, { message: 'reset link made', actor: viewer, subject: user });
  return { url, expiresAt: new Date(now + hours * 3_600_000).toISOString() };
}

/**
 * A link by which the user with this name or e-mail address chooses a new password.
 * @param publicUrl where the server is reached
 * @throws {AppError} `NotFound`
 */
export async function makeResetLink(
  ctx: { readonly db: Database },
  login: string,
  publicUrl: string,
): Promise<{ readonly url: string; readonly hours: number }> {
  const user = await findUserByLogin(ctx.db.read, login);
  if (user === undefined) throw new AppError('NotFound', `User "${login}" not found`);
  // The address of the account is not confirmed by a link that its operator hands over.
  return await makeLink(ctx, { userId: user.id, purpose: 'reset', address: user.email ?? '', publicUrl });
}

/**
 * Gives the user with this name or e-mail address a new password and ends all sessions of the old one.
 * @throws {AppError} `NotFound`, or `BadRequest` for a password that is easy to guess
 */
export async function resetPassword(
  ctx: AuditContext & { readonly db: Database; readonly access: Access },
  login: string,
  password: string,
): Promise<void> {
  const user = await findUserByLogin(ctx.db.read, login);
  if (user === undefined) throw new AppError('NotFound', `User "${login}" not found`);
  requireGoodPassword(ctx, { ...user, password });
  const passwordHash = await hashPassword(password);
  await ctx.db.transaction(async (tx) => {
    const now = Date.now();
    await writePasswordHash(tx, user.id, passwordHash, now);
    await writeSessionEndsOf(tx, user.id, now);
    tx.afterCommit(() => ctx.access.forgetUser(user.id));
    auditAfterCommit(tx, ctx, { message: 'password changed', actor: 'operator', subject: user });
  });
}
