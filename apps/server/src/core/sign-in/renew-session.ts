import type { LoginResponse } from '@lectern/contract';
import type { Tx } from '#db/open.ts';
import { findRenewable, type RenewableSession, writeRenewal, writeSessionEnd } from '#db/repos/users/sessions.repo.ts';
import { AppError } from '../errors.ts';
import { type SignInClient, toLoginResponse } from './new-session.ts';
import type { RefreshClaims } from './refresh-token.ts';
import type { UsersContext } from './sign-in.ts';

/** Two tabs that wake up together bring the same token: for so long it gives the same next one to both. */
const GRACE_MS = 30_000;

const ENDED = 'This sign-in is no longer valid, sign in again';

type Outcome = 'ended' | { readonly session: RenewableSession; readonly renewals: number };

function isUsable(found: RenewableSession | undefined, now: number): found is RenewableSession {
  return found !== undefined && found.endedAt === null && found.expiresAt > now && found.user.isActive === 1;
}

interface Attempt {
  readonly claims: RefreshClaims;
  readonly client: SignInClient;
  readonly now: number;
  /** How long it goes on from now. */
  readonly renewMs: number;
}

async function renew(tx: Tx, ctx: UsersContext, { claims, client, now, renewMs }: Attempt): Promise<Outcome> {
  const { sessionId, renewals } = claims;
  const expiresAt = now + renewMs;
  const before = await findRenewable(tx.read, sessionId);
  if (!isUsable(before, now)) return 'ended';
  if (await writeRenewal(tx, { id: sessionId, renewals, now, expiresAt, ...client })) {
    return { session: before, renewals: renewals + 1 };
  }
  // Somebody was first: just now, or long ago.
  const session = await findRenewable(tx.read, sessionId);
  if (!isUsable(session, now)) return 'ended';
  const isTwin = session.renewals === renewals + 1 && (session.renewedAt ?? 0) > now - GRACE_MS;
  if (isTwin) return { session, renewals: session.renewals };
  // Either the owner or a thief has the newer token: nobody keeps the session.
  await writeSessionEnd(tx, sessionId, now);
  tx.afterCommit(() => {
    ctx.access.forgetUser(session.user.id);
    ctx.access.refused({ ip: client.ip, reason: 'refresh token used before', username: session.user.username });
  });
  return 'ended';
}

/**
 * Renews a session and its refresh token. A token that was used before, but for the last moments, ends the session.
 * @throws {AppError} `Unauthorized`; `BadRequest` without a token
 */
export async function renewSession(
  ctx: UsersContext,
  refreshToken: string | undefined,
  client: SignInClient,
  renewMs: number = ctx.access.refreshMs,
): Promise<LoginResponse> {
  if (refreshToken === undefined) {
    throw new AppError('BadRequest', 'Expected a refresh token, in the body or as a cookie');
  }
  const claims = ctx.access.refreshTokens.verify(refreshToken);
  if (claims === undefined || ctx.access.refreshMs === 0) throw new AppError('Unauthorized', ENDED);
  const now = Date.now();
  const outcome = await ctx.db.transaction(async (tx) => renew(tx, ctx, { claims, client, now, renewMs }));
  if (outcome === 'ended') throw new AppError('Unauthorized', ENDED);
  const { session, renewals } = outcome;
  return toLoginResponse(ctx.access, session.user, { id: session.id, renewals, now });
}
