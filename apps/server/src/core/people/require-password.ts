import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Tx } from '#db/open.ts';
import { findSession } from '#db/repos/people/sessions.repo.ts';
import { findUser, findUserLocked } from '#db/repos/people/users.repo.ts';
import type { UserTable } from '#db/schema/index.ts';
import { say } from '#words/say.ts';
import { ownBudget } from './failure-budgets.ts';
import { matchesPassword } from './passwords.ts';
import { requireConfirmed } from './require-factor.ts';
import { requirePerson } from './sessions.ts';
import type { UsersContext } from './sign-in.ts';
import { invalidField } from '#core/invalid-field.ts';

function refuse(message: string): AppError {
  return invalidField('currentPassword', message);
}

function accountGone(): AppError {
  return new AppError('Unauthorized', say('This account no longer exists'));
}

/**
 * Checks the current password, so that a stolen session does not become a stolen account. Wrong guesses have a budget of their
 * own, apart from sign-ins.
 * @throws {AppError} `BadRequest`, `Forbidden`, `Unauthorized` or `rate_limit_exceeded`
 */
export async function requirePassword(
  ctx: UsersContext,
  viewer: Viewer,
  password: string,
  ip: string,
): Promise<UserTable> {
  requirePerson(viewer);
  const row = await findUser(ctx.db.read, viewer.userId);
  if (row === undefined) throw accountGone();
  const { throttle } = ctx.access;
  const budgets = [ownBudget(viewer)];
  throttle.check(budgets);
  const isRight = await matchesPassword(row.passwordHash, password, () => throttle.check(budgets));
  if (!isRight) {
    throttle.failed(budgets);
    ctx.access.refused({ ip, reason: 'wrong current password', username: row.username, userId: row.id });
    throw refuse(say('is not your password'));
  }
  throttle.restore(budgets);
  return row;
}

/**
 * Requires that the password of `requirePassword` is still the password: the check may wait for others, and a new one must not be
 * undone with the old one.
 * @returns the account as it is now
 * @throws {AppError} `BadRequest` or `Unauthorized`
 */
export async function requireSamePassword(tx: Tx, checked: Pick<UserTable, 'id' | 'passwordHash'>): Promise<UserTable> {
  const row = await findUserLocked(tx, checked.id);
  if (row === undefined) throw accountGone();
  if (row.passwordHash !== checked.passwordHash) throw refuse(say('is not your password'));
  return row;
}

/** How long after its start a session counts as fresh. */
const FRESH_MS = 5 * 60_000;

/**
 * Asks a session for the password again before it makes something that outlasts it. A fresh session has just shown it, and HTTP
 * Basic shows it with every request. API keys have no password, and make nothing stronger or longer. An account with a second
 * factor shows that too: a stolen session with a stolen password must not make a key that needs neither.
 * @throws {AppError} `BadRequest` without the right password, `Forbidden` without the second factor, `rate_limit_exceeded`
 */
export async function requirePresence(
  ctx: UsersContext,
  viewer: Viewer,
  currentPassword: string | undefined,
  ip: string,
): Promise<void> {
  if (viewer.sessionId === null || viewer.apiKey !== undefined) return;
  if (currentPassword !== undefined) await requirePassword(ctx, viewer, currentPassword, ip);
  const session = await findSession(ctx.db.read, viewer.sessionId);
  const user = await findUser(ctx.db.read, viewer.userId);
  if (user?.secondFactor === 1) {
    requireConfirmed(session ?? { factor: null, factorAt: null });
    return;
  }
  if (currentPassword !== undefined) return;
  if (session !== undefined && session.createdAt > Date.now() - FRESH_MS) return;
  if (user?.hasPassword === 0) {
    const message = say('Sign in again first, because you signed in more than five minutes ago');
    throw new AppError('Forbidden', message, { details: [{ path: 'session', message }] });
  }
  throw refuse(say('is needed, because you signed in more than five minutes ago'));
}
