import type { PinChange, ProfileLeave } from '@lectern/contract';
import { requireAuditBudget } from '#core/audit/audit-budget.ts';
import { type AuditContext, writeAudit } from '#core/audit/write-audit.ts';
import { AppError } from '#core/errors.ts';
import { invalidField } from '#core/invalid-field.ts';
import type { Viewer } from '#core/viewer.ts';
import { writeSessionProfile } from '#db/repos/people/sessions.repo.ts';
import { updateUserRow } from '#db/repos/people/users.repo.ts';
import type { UserTable } from '#db/schema/index.ts';
import { say } from '#words/say.ts';
import { getChildRow } from './child-profiles.ts';
import type { Budget } from './login-throttle.ts';
import { hashPassword, matchesPassword } from './passwords.ts';
import { requirePassword, requirePresence } from './require-password.ts';
import type { UsersContext } from './sign-in.ts';
import { getUserRow } from './user-row.ts';

type ProfileContext = UsersContext & AuditContext;

/**
 * Lets the viewer's session be that of a child profile, until it is left.
 * @throws {AppError} `Forbidden` without a session of one's own, `NotFound`, `Conflict` for a deactivated one, or
 *   `rate_limit_exceeded`
 */
export async function openChildProfile(ctx: ProfileContext, viewer: Viewer, childId: string): Promise<void> {
  const { sessionId } = viewer;
  if (sessionId === null || viewer.apiKey !== undefined) {
    throw new AppError('Forbidden', say('Sign in to the web app to open a child profile'));
  }
  await ctx.db.transaction(async (tx) => {
    const child = await getChildRow(tx.read, viewer, childId);
    if (child.isActive !== 1) throw new AppError('Conflict', say('This account is deactivated'));
    await requireAuditBudget(tx, viewer, 'child_profile_opened');
    await writeSessionProfile(tx, sessionId, childId);
    await writeAudit(tx, ctx, { action: 'child_profile_opened', actor: viewer, account: child });
    tx.afterCommit(() => ctx.access.forgetUser(viewer.userId));
  });
}

/** Whether what was typed is the PIN or the password of the parent. */
async function isParent(parent: UserTable, { pin, password }: ProfileLeave, check: () => void): Promise<boolean> {
  if (pin !== undefined && parent.pinHash !== null) return await matchesPassword(parent.pinHash, pin, check);
  return password !== undefined && (await matchesPassword(parent.passwordHash, password, check));
}

async function requireParent(ctx: ProfileContext, parent: UserTable, typed: ProfileLeave, ip: string): Promise<void> {
  const { throttle, refused } = ctx.access;
  const budgets: Budget[] = [{ kind: 'pin', key: parent.id }];
  const check = (): void => throttle.check(budgets);
  check();
  if (await isParent(parent, typed, check)) {
    throttle.restore(budgets);
    return;
  }
  throttle.failed(budgets);
  refused({ ip, reason: 'wrong PIN', username: parent.username, userId: parent.id });
  throw invalidField(typed.pin === undefined ? 'password' : 'pin', say('is not right'));
}

/**
 * Lets the session be that of the parent again. With a PIN, that or the password of the parent must be shown; wrong guesses are
 * limited like those at a password.
 * @throws {AppError} `BadRequest` or `rate_limit_exceeded`
 */
export async function leaveChildProfile(
  ctx: ProfileContext,
  { userId, username, sessionId, profileOf }: Viewer,
  typed: ProfileLeave,
  ip: string,
): Promise<void> {
  if (sessionId === null || profileOf === undefined) return;
  const parent = await getUserRow(ctx.db.read, profileOf.userId);
  if (parent.pinHash !== null) await requireParent(ctx, parent, typed, ip);
  const parentActor = { userId: parent.id, username: parent.username };
  await ctx.db.transaction(async (tx) => {
    await writeSessionProfile(tx, sessionId, null);
    await writeAudit(tx, ctx, { action: 'child_profile_left', actor: parentActor, account: { id: userId, username } });
    tx.afterCommit(() => ctx.access.forgetUser(parent.id));
  });
}

async function requireRecentSignIn(ctx: ProfileContext, viewer: Viewer, ip: string): Promise<void> {
  if (viewer.sessionId === null || viewer.apiKey !== undefined) {
    throw new AppError('Forbidden', say('Sign in to the web app to set the PIN'));
  }
  await requirePresence(ctx, viewer, undefined, ip);
}

/**
 * Sets or removes the PIN that leaves the child profiles of the viewer. An account without a password must have signed in just
 * now instead.
 * @throws {AppError} `BadRequest` for a wrong password, `Forbidden` or `rate_limit_exceeded`
 */
export async function savePin(
  ctx: ProfileContext,
  viewer: Viewer,
  { pin, currentPassword }: PinChange,
  ip: string,
): Promise<void> {
  const { hasPassword } = await getUserRow(ctx.db.read, viewer.userId);
  // The child may hold the device of a parent who has just signed in.
  if (hasPassword === 1) await requirePassword(ctx, viewer, currentPassword ?? '', ip);
  else await requireRecentSignIn(ctx, viewer, ip);
  const pinHash = pin === null ? null : await hashPassword(pin);
  await ctx.db.transaction(async (tx) => {
    const row = await getUserRow(tx.read, viewer.userId);
    await updateUserRow(tx, viewer.userId, { pinHash, updatedAt: Date.now() });
    tx.afterCommit(() => ctx.access.forgetUser(viewer.userId));
    const details = { changed: ['pin'] };
    await writeAudit(tx, ctx, { action: 'account_changed', actor: viewer, account: row, details });
  });
  ctx.access.throttle.restore([{ kind: 'pin', key: viewer.userId }]);
}
