import { findSession } from '#db/repos/users/sessions.repo.ts';
import type { UsersContext } from '#core/sign-in/sign-in.ts';
import { AppError } from '../errors.ts';
import type { Viewer } from '../viewer.ts';
import { requirePassword } from './profile.ts';

/** For so long a sign-in shows that the owner of the account is there. */
const FRESH_MS = 5 * 60_000;

/**
 * Has a session show the password again before it makes something that outlasts it: else a stolen session becomes a lasting
 * way in. A session that began less than five minutes ago has just shown it; HTTP Basic shows it with every request. API keys
 * have no password, and make nothing that may do more or lasts longer.
 * @throws {AppError} `BadRequest` without the password or for a wrong one, `rate_limit_exceeded`
 */
export async function requirePresence(
  ctx: UsersContext,
  viewer: Viewer,
  currentPassword: string | undefined,
  ip: string,
): Promise<void> {
  if (viewer.sessionId === null || viewer.apiKey !== undefined) return;
  if (currentPassword !== undefined) {
    await requirePassword(ctx, viewer, currentPassword, ip);
    return;
  }
  const session = await findSession(ctx.db.read, viewer.sessionId);
  if (session !== undefined && session.createdAt > Date.now() - FRESH_MS) return;
  const message = 'is needed: you signed in more than five minutes ago';
  throw new AppError('BadRequest', `The current password ${message}`, {
    details: [{ path: 'currentPassword', message }],
  });
}
