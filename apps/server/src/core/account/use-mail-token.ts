import { deleteKeysOf } from '#db/repos/users/api-keys.repo.ts';
import { deleteMailTokensOf, takeMailToken } from '#db/repos/users/mail-tokens.repo.ts';
import { writeSessionEndsOf } from '#db/repos/users/sessions.repo.ts';
import { findUser, findUserByEmail, updateUserRow } from '#db/repos/users/users.repo.ts';
import { AppError } from '../errors.ts';
import { type AuditContext, auditAfterCommit } from '#core/users/account-audit.ts';
import { lockUsers } from '#core/users/create-user.ts';
import { hashPassword } from '#core/users/hash-password.ts';
import { requireGoodPassword } from '#core/users/password-rules.ts';
import { hashOfToken } from './mails/send-mail.ts';
import { addressColumns } from '#core/users/new-user.ts';
import { budgetsOfNewPassword } from '#core/sign-in/failure-budgets.ts';
import type { UsersContext } from '#core/sign-in/sign-in.ts';

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
    // Meanwhile somebody else may have come to have it.
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
