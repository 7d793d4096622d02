import type { ResetLink } from '@lectern/contract';
import { type AuditContext, writeAudit } from '#core/audit/write-audit.ts';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { deleteMailTokens, takeMailToken } from '#db/repos/people/mail-tokens.repo.ts';
import { writeUserSessionEnds } from '#db/repos/people/sessions.repo.ts';
import { findUser, findUserByEmail, updateUserRow } from '#db/repos/people/users.repo.ts';
import type { Mailer } from '#mail/mailer.ts';
import { say } from '#words/say.ts';
import { listRestoredBudgets } from './failure-budgets.ts';
import { hashToken, makeLink } from './mail-link.ts';
import { requireGoodPassword } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { requireReach } from './require-reach.ts';
import { revokeUserKeys } from './revoke-keys.ts';
import type { UsersContext } from './sign-in.ts';
import { addressColumns, getUserRow, lockUsers } from './user-row.ts';

/** One error for unknown, used and expired tokens, and for deleted accounts. */
function refuse(): AppError {
  const message = say('This link is no longer valid. Ask for a new one');
  return new AppError('BadRequest', message, { details: [{ path: 'token', message }] });
}

/**
 * Confirms an address by the token in its mail, and makes it the address of the account. A deactivated account stays so.
 * @throws {AppError} `BadRequest`
 */
export async function verifyEmail(ctx: UsersContext & AuditContext, token: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockUsers(tx);
    const now = Date.now();
    const taken = await takeMailToken(tx, 'verify', hashToken(token), now);
    if (taken === undefined || taken.email === null) throw refuse();
    const owner = await findUserByEmail(tx.read, taken.email);
    // Another account may have got the address meanwhile.
    if (owner !== undefined && owner.id !== taken.userId) throw refuse();
    const change = { ...addressColumns(taken.email), emailVerified: 1, mustVerify: 0, updatedAt: now };
    await updateUserRow(tx, taken.userId, change);
    const account = await findUser(tx.read, taken.userId);
    const details = { changed: ['email', 'emailVerified'] };
    await writeAudit(tx, ctx, { action: 'account_changed', actor: 'link', account, details });
    tx.afterCommit(() => ctx.access.forgetUser(taken.userId));
  });
}

interface PasswordByToken {
  readonly token: string;
  readonly password: string;
  readonly revokeApiKeys?: boolean | undefined;
}

/**
 * Sets a new password by the token of a link, and ends all sessions. A link that came by mail confirms the address too.
 * @throws {AppError} `BadRequest`
 */
export async function resetPasswordByToken(
  ctx: UsersContext & AuditContext,
  { token, password, revokeApiKeys = false }: PasswordByToken,
  ip: string,
): Promise<void> {
  // Before the token is checked, so that valid and invalid tokens take the same time.
  const passwordHash = await hashPassword(password);
  await ctx.db.transaction(async (tx) => {
    const now = Date.now();
    const taken = await takeMailToken(tx, 'reset', hashToken(token), now);
    const user = taken === undefined ? undefined : await findUser(tx.read, taken.userId);
    if (user?.isActive !== 1) {
      ctx.access.refused({ ip, reason: 'reset link', username: user?.username, userId: user?.id });
      throw refuse();
    }
    // The rollback keeps the token valid.
    requireGoodPassword(ctx, { ...user, password });
    const confirmed = taken?.email === null && user.email !== null ? { emailVerified: 1, mustVerify: 0 } : {};
    await updateUserRow(tx, user.id, { passwordHash, ...confirmed, updatedAt: now });
    await writeUserSessionEnds(tx, user.id, now);
    await deleteMailTokens(tx, user.id, ['reset']);
    const revokedKeys = await revokeUserKeys(tx, ctx, { actor: 'link', account: user, isWanted: revokeApiKeys });
    const details = { revokedKeys };
    await writeAudit(tx, ctx, { action: 'password_changed', actor: 'link', account: user, details });
    tx.afterCommit(() => {
      ctx.access.forgetUser(user.id);
      ctx.access.throttle.restore(listRestoredBudgets(user.id, ip));
    });
  });
}

/**
 * A link with which a user chooses a new password, for a viewer who manages accounts and hands it over.
 * @throws {AppError} `NotFound`, `Forbidden`, or `Conflict` for an account that is deactivated
 */
export async function createResetLink(
  ctx: AuditContext & { readonly db: Database; readonly mailer: Pick<Mailer, 'publicUrl'> },
  viewer: Viewer,
  userId: string,
): Promise<ResetLink> {
  return await ctx.db.transaction(async (tx) => {
    // Wider rights of the account end its links, and must not miss this one.
    await lockUsers(tx);
    const user = await getUserRow(tx.read, userId);
    await requireReach(tx.read, viewer, user);
    if (user.parentId !== null) throw new AppError('Conflict', say('A child profile has no password'));
    if (user.isActive !== 1) throw new AppError('Conflict', say('This account is deactivated. Activate it first'));
    const { publicUrl } = ctx.mailer;
    const now = Date.now();
    const { url, hours } = await makeLink(tx, { userId, purpose: 'reset', address: user.email ?? '', publicUrl });
    await writeAudit(tx, ctx, { action: 'reset_link_made', actor: viewer, account: user });
    return { url, expiresAt: new Date(now + hours * 3_600_000).toISOString() };
  });
}
