import { createHash } from 'node:crypto';
import type { LoginResponse } from '@lectern/contract';
import { findSession, writeSessionExpiry } from '#db/repos/people/sessions.repo.ts';
import { findUser } from '#db/repos/people/users.repo.ts';
import { type AuditContext, writeAudit } from '#core/audit/write-audit.ts';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import { say } from '#words/say.ts';
import type { Access } from './access.ts';
import { type SessionTimes, type SignInClient, type UsersContext, writeNewSession } from './sign-in.ts';

/** Apps of the Komga dialect expect a week from the last use. */
const CLIENT_SESSION_MS = 7 * 86_400_000;
/** A token is replaced after a day, so that few requests write. */
const PROLONG_AFTER_MS = 86_400_000;

/** Lifetime of an unused session of an app, in milliseconds. */
export function clientSessionMs({ sessionMs, refreshMs }: Pick<Access, 'sessionMs' | 'refreshMs'>): number {
  return refreshMs === 0 ? sessionMs : Math.max(sessionMs, CLIENT_SESSION_MS);
}

/**
 * Opens a session for a user with another credential. A session of a key has the permissions of the key, and ends with it.
 * @throws {AppError} `Unauthorized` when the account was deleted meanwhile
 */
export async function openClientSession(
  ctx: UsersContext & AuditContext,
  viewer: Viewer,
  client: SignInClient & Pick<SessionTimes, 'renewMs'>,
): Promise<LoginResponse> {
  return await ctx.db.transaction(async (tx) => {
    const user = await findUser(tx.read, viewer.userId);
    if (user === undefined) throw new AppError('Unauthorized', say('This account no longer exists'));
    const limits = { apiKeyId: viewer.apiKey?.id ?? null, tokenMs: clientSessionMs(ctx.access) };
    await writeAudit(tx, ctx, { action: 'signed_in', actor: viewer, account: user });
    return await writeNewSession(tx, ctx.access, user, { ...client, ...limits });
  });
}

/**
 * Prolongs the session of an app from its last use, where the server renews sessions.
 * @param token of an open session
 * @returns the next token, at most once a day; undefined while the present one lasts
 */
export async function prolongClientSession(
  ctx: UsersContext,
  viewer: Viewer,
  token: string,
): Promise<string | undefined> {
  const { access, db } = ctx;
  const claims = access.tokens.verify(token);
  const now = Date.now();
  const lifeMs = clientSessionMs(access);
  if (claims === undefined || access.refreshMs === 0 || claims.expiresAt > now + lifeMs - PROLONG_AFTER_MS) {
    return undefined;
  }
  const { userId, username, role } = viewer;
  const { sessionId } = claims;
  const session = await findSession(db.read, sessionId);
  const lastEnd = Math.min((session?.createdAt ?? now) + access.maxSessionMs, session?.renewUntil ?? Infinity);
  const expiresAt = Math.min(now + lifeMs, lastEnd);
  await db.transaction(async (tx) => writeSessionExpiry(tx, sessionId, expiresAt));
  return access.tokens.sign({ userId, username, role, sessionId, expiresAt });
}

/** The same name for all requests of one app, whatever their address. */
function hashClient({ userId, apiKey }: Viewer, { userAgent }: SignInClient): string {
  return createHash('sha256')
    .update(JSON.stringify([userId, apiKey?.id ?? null, userAgent]))
    .digest('base64');
}

/**
 * The session of an app that keeps no cookies and sends another credential with every request. All of them share one session.
 * @returns its token
 * @throws {AppError} `Unauthorized` when the account was deleted meanwhile
 */
export async function getClientSession(
  ctx: UsersContext & AuditContext,
  viewer: Viewer,
  client: SignInClient,
): Promise<string> {
  const { clients, clientsOpening } = ctx.access;
  const name = hashClient(viewer, client);
  const known = clients.get(name);
  if (known !== undefined) return known.token;
  const running = clientsOpening.get(name);
  if (running !== undefined) return await running;
  const version = clients.version();
  const opening = openClientSession(ctx, viewer, client).then(({ access_token: token }) => {
    clients.set(name, { userId: viewer.userId, token }, version);
    return token;
  });
  clientsOpening.set(name, opening);
  try {
    return await opening;
  } finally {
    clientsOpening.delete(name);
  }
}
