import type { ResetLink } from '@lectern/contract';
import type { Database } from '#db/open.ts';
import { writeSessionEndsOf } from '#db/repos/users/sessions.repo.ts';
import { findUser, findUserByLogin, writePasswordHash } from '#db/repos/users/users.repo.ts';
import type { Mailer } from '#mail/mailer.ts';
import { AppError } from '../errors.ts';
import type { Viewer } from '../viewer.ts';
import type { Access } from '#core/sign-in/access.ts';
import { noSuchUser } from '#core/users/no-such-user.ts';
import { hashPassword } from '#core/users/hash-password.ts';
import { requireGoodPassword } from '#core/users/password-rules.ts';
import { makeLink } from './mails/send-mail.ts';
import { type AuditContext, audit, auditAfterCommit } from '#core/users/account-audit.ts';
import { requireReach } from '#core/users/may-manage.ts';

/**
 * A link by which a user chooses a new password, made by somebody who manages accounts and hands it over.
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
 * Gives the user with this name or e-mail address a new password and ends all sessions of the old one (decision A5).
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
