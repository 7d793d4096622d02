import type { LoginResponse } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import type { Database, Tx } from '#db/open.ts';
import {
  findRenewable,
  type RenewableSession,
  writeRenewal,
  writeSession,
  writeSessionEnd,
} from '#db/repos/people/sessions.repo.ts';
import { writeLastLogin } from '#db/repos/people/users.repo.ts';
import type { UserTable } from '#db/schema/index.ts';
import { mark, say } from '#words/say.ts';
import type { Access } from './access.ts';
import type { PasswordClient } from './failure-budgets.ts';
import { getUserByPassword } from './passwords.ts';
import { parseRole } from './permissions.ts';
import type { RefreshClaims } from './tokens.ts';

/** The client of a sign-in. */
export interface SignInClient {
  readonly ip: string;
  readonly userAgent: string | null;
}

/** Lifetimes of a session in milliseconds, where they differ from the default. */
export interface SessionTimes {
  /** After each renewal. */
  readonly renewMs?: number | undefined;
  /** Of its token. */
  readonly tokenMs?: number | undefined;
}

interface OpenSession {
  readonly tokenMs?: number | undefined;
  readonly id: string;
  /** Number of renewals so far. */
  readonly renewals: number;
  /** Start of its token, epoch milliseconds. */
  readonly now: number;
}

/** The tokens of a session. */
function toLoginResponse(
  access: Access,
  user: Pick<UserTable, 'id' | 'username' | 'email' | 'role'>,
  { id: sessionId, renewals, now, tokenMs = access.sessionMs }: OpenSession,
): LoginResponse {
  const role = parseRole(user);
  const expiresAt = now + tokenMs;
  return {
    access_token: access.tokens.sign({ userId: user.id, username: user.username, role, sessionId, expiresAt }),
    token_type: 'Bearer',
    expires_in: Math.floor(tokenMs / 1000),
    ...(access.refreshMs === 0 ? {} : { refresh_token: access.refreshTokens.sign({ sessionId, renewals }) }),
    user: { id: user.id, username: user.username, email: user.email ?? '', role },
  };
}

/**
 * Opens a session for a user whose credentials were checked, and makes its tokens.
 * @param client `apiKeyId` limits the session to the permissions of a key
 */
export async function writeNewSession(
  tx: Tx,
  access: Access,
  user: UserTable,
  client: SignInClient & SessionTimes & { readonly apiKeyId?: string | null },
): Promise<LoginResponse> {
  const { ip, userAgent, apiKeyId = null, renewMs = access.refreshMs, tokenMs = access.sessionMs } = client;
  const now = Date.now();
  const sessionId = newId();
  const session = {
    id: sessionId,
    userId: user.id,
    ip,
    userAgent,
    createdAt: now,
    expiresAt: now + Math.max(tokenMs, access.refreshMs === 0 ? 0 : renewMs),
    lastSeenAt: now,
    endedAt: null,
    renewals: 0,
    renewedAt: null,
    apiKeyId,
  };
  await writeSession(tx, session, now);
  await writeLastLogin(tx, user.id, now);
  return toLoginResponse(access, user, { id: sessionId, renewals: 0, now, tokenMs });
}

/** Context of sign-ins. */
export interface UsersContext {
  readonly db: Database;
  readonly access: Access;
}

/**
 * Opens a session for a name (or e-mail address) and password.
 * @throws {AppError} `Unauthorized` or `rate_limit_exceeded`
 */
export async function signIn(
  ctx: UsersContext,
  credentials: { readonly username: string; readonly password: string },
  { device, ...client }: SignInClient & PasswordClient,
): Promise<LoginResponse> {
  const { username: login, password } = credentials;
  const user = await getUserByPassword(ctx, { login, password }, { ip: client.ip, device });
  return await ctx.db.transaction(async (tx) => writeNewSession(tx, ctx.access, user, client));
}

/** Ends the viewer's session and its token. Other credentials have no session. */
export async function signOut(ctx: UsersContext, { sessionId, userId }: Viewer): Promise<void> {
  if (sessionId === null) return;
  await ctx.db.transaction(async (tx) => writeSessionEnd(tx, sessionId, Date.now()));
  // Clears the caches of all processes, and ends the event streams of the session.
  ctx.access.forgetUser(userId);
}

/** Two tabs that wake up together send the same token. For this long, both get the same next one. */
const GRACE_MS = 30_000;

const ENDED = mark('You are signed out. Sign in again');

type Outcome = 'ended' | { readonly session: RenewableSession; readonly renewals: number };

function isUsable(found: RenewableSession | undefined, now: number): found is RenewableSession {
  return found !== undefined && found.endedAt === null && found.expiresAt > now && found.user.isActive === 1;
}

interface Attempt {
  readonly claims: RefreshClaims;
  readonly client: SignInClient;
  readonly now: number;
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
  // Another request used this token first: just now, or long ago.
  const session = await findRenewable(tx.read, sessionId);
  if (!isUsable(session, now)) return 'ended';
  const isTwin = session.renewals === renewals + 1 && (session.renewedAt ?? 0) > now - GRACE_MS;
  if (isTwin) return { session, renewals: session.renewals };
  // Either the owner or a thief has the newer token, so the session ends.
  await writeSessionEnd(tx, sessionId, now);
  tx.afterCommit(() => {
    ctx.access.forgetUser(session.user.id);
    ctx.access.refused({ ip: client.ip, reason: 'refresh token used before', username: session.user.username });
  });
  return 'ended';
}

/**
 * Renews a session and its refresh token. A token that was used before `GRACE_MS` ends the session.
 * @throws {AppError} `Unauthorized`; `BadRequest` without a token
 */
export async function renewSession(
  ctx: UsersContext,
  refreshToken: string | undefined,
  client: SignInClient,
  renewMs: number = ctx.access.refreshMs,
): Promise<LoginResponse> {
  if (refreshToken === undefined) {
    throw new AppError('BadRequest', say('The refresh token is missing'));
  }
  const claims = ctx.access.refreshTokens.verify(refreshToken);
  if (claims === undefined || ctx.access.refreshMs === 0) throw new AppError('Unauthorized', say(ENDED));
  const now = Date.now();
  const outcome = await ctx.db.transaction(async (tx) => renew(tx, ctx, { claims, client, now, renewMs }));
  if (outcome === 'ended') throw new AppError('Unauthorized', say(ENDED));
  const { session, renewals } = outcome;
  return toLoginResponse(ctx.access, session.user, { id: session.id, renewals, now });
}
