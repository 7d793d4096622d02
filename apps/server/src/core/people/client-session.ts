import { createHash } from 'node:crypto';
import type { LoginResponse } from '@lectern/contract';
import { writeSessionExpiry } from '#db/repos/people/sessions.repo.ts';
import { findUser } from '#db/repos/people/users.repo.ts';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Access } from './access.ts';
import { type SessionTimes, type SignInClient, type UsersContext, writeNewSession } from './sign-in.ts';

/** Apps of the Komga dialect count on a week from the last use. */
const CLIENT_SESSION_MS = 7 * 86_400_000;
/** A token is replaced once it is a day old, so that few requests write. */
const PROLONG_AFTER_MS = 86_400_000;

/** How long a session of an app is good without being used, in milliseconds. */
export function clientSessionMs({ sessionMs, refreshMs }: Pick<Access, 'sessionMs' | 'refreshMs'>): number {
  return refreshMs === 0 ? sessionMs : Math.max(sessionMs, CLIENT_SESSION_MS);
}

/**
 * Opens a session for a user who has just shown another credential. One that was opened with a key may do no more than the
 * key, and ends with it.
 * @throws {AppError} `Unauthorized` when the account was deleted meanwhile
 */
export async function openSessionOf(
  ctx: UsersContext,
  viewer: Viewer,
  client: SignInClient & Pick<SessionTimes, 'renewMs'>,
): Promise<LoginResponse> {
  return await ctx.db.transaction(async (tx) => {
    const user = await findUser(tx.read, viewer.userId);
    if (user === undefined) throw new AppError('Unauthorized', 'This account is no longer there');
    return await writeNewSession(tx, ctx.access, user, {
      ...{ ...client, apiKeyId: viewer.apiKey?.id ?? null, tokenMs: clientSessionMs(ctx.access) },
    });
  });
}

/**
 * Has the session of an app go on from its last use, where the server lets sessions go on.
 * @param token whose session was found to go on
 * @returns the next token of the session, at most once a day; undefined when the one at hand is good for long enough
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
  const expiresAt = now + lifeMs;
  await db.transaction(async (tx) => writeSessionExpiry(tx, sessionId, expiresAt));
  return access.tokens.sign({ userId, username, role, sessionId, expiresAt });
}

/** What is the same for all requests of one app, wherever its user is. */
function nameOf({ userId, apiKey }: Viewer, { userAgent }: SignInClient): string {
  return createHash('sha256')
    .update(JSON.stringify([userId, apiKey?.id ?? null, userAgent]))
    .digest('base64');
}

/**
 * The session of an app that shows another credential with every request and keeps no cookies: the same for all of them, as
 * long as it is good for a while.
 * @returns its token
 * @throws {AppError} `Unauthorized` when the account was deleted meanwhile
 */
export async function sessionOfClient(ctx: UsersContext, viewer: Viewer, client: SignInClient): Promise<string> {
  const { clients, clientsOpening } = ctx.access;
  const name = nameOf(viewer, client);
  const known = clients.get(name);
  if (known !== undefined) return known.token;
  const running = clientsOpening.get(name);
  if (running !== undefined) return await running;
  const version = clients.version();
  const opening = openSessionOf(ctx, viewer, client).then(({ access_token: token }) => {
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
