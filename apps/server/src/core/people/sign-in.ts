import type { Language, LoginResponse } from '@lectern/contract';
import { type AuditContext, writeAudit } from '#core/audit/write-audit.ts';
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
import { findUserLocked, writeLastLogin } from '#db/repos/people/users.repo.ts';
import type { UserTable } from '#db/schema/index.ts';
import { mark, say } from '#words/say.ts';
import type { Access } from './access.ts';
import { askForFactor, factorMissing, type ProviderSession } from './ask-factor.ts';
import type { PasswordClient } from './failure-budgets.ts';
import { getUserByPassword, wrongPassword } from './passwords.ts';
import { parseRole } from './permissions.ts';
import { type FactorClient, requireUsed } from './prove-factor.ts';
import { showBrowser } from './remembered-browsers.ts';
import { type FactorKind, lacksFactor, needsFactor } from './require-factor.ts';
import type { MailContext } from './request-mail.ts';
import { isNewDevice, tellOfDevice } from './tell-of-device.ts';
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

/** What opened a session, where that limits it. */
interface SessionOrigin {
  /** Limits the session to the permissions of a key. */
  readonly apiKeyId?: string | null;
  /** What the user showed besides the first factor. */
  readonly factor?: FactorKind | null;
  /** An identity at a sign-in provider. */
  readonly identity?: ProviderSession | undefined;
}

interface OpenSession {
  readonly tokenMs?: number | undefined;
  readonly id: string;
  /** Number of renewals so far. */
  readonly renewals: number;
  /** Start of its token, epoch milliseconds. */
  readonly now: number;
}

function toSignedInUser(user: Pick<UserTable, 'id' | 'username' | 'email' | 'role'>): LoginResponse['user'] {
  return { id: user.id, username: user.username, email: user.email ?? '', role: parseRole(user) };
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
    expires_in: Math.max(1, Math.floor(tokenMs / 1000)),
    ...(access.refreshMs === 0 ? {} : { refresh_token: access.refreshTokens.sign({ sessionId, renewals }) }),
    user: toSignedInUser(user),
  };
}

function toIdentityColumns(identity: ProviderSession | undefined) {
  if (identity === undefined) return { identityId: null, providerSid: null, renewUntil: null };
  return { identityId: identity.id, providerSid: identity.sid, renewUntil: identity.until };
}

/** Opens a session for a user whose credentials were checked, and makes its tokens. */
export async function writeNewSession(
  tx: Tx,
  access: Access,
  user: UserTable,
  client: SignInClient & SessionTimes & SessionOrigin,
): Promise<LoginResponse> {
  const { ip, userAgent, apiKeyId = null, factor = null, identity, renewMs = access.refreshMs } = client;
  const now = Date.now();
  const leftMs = Math.min((identity?.until ?? Infinity) - now, access.maxSessionMs);
  const tokenMs = Math.min(client.tokenMs ?? access.sessionMs, leftMs);
  const lifeMs = Math.min(Math.max(tokenMs, access.refreshMs === 0 ? 0 : renewMs), leftMs);
  const sessionId = newId();
  const session = {
    id: sessionId,
    userId: user.id,
    ip,
    userAgent,
    createdAt: now,
    expiresAt: now + lifeMs,
    lastSeenAt: now,
    endedAt: null,
    renewals: 0,
    renewedAt: null,
    apiKeyId,
    factor,
    factorAt: factor === null ? null : now,
    ...toIdentityColumns(identity),
    profileId: null,
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

/** Context of sign-ins that the audit log and the owner of the account learn of. */
export interface NotedContext extends MailContext, AuditContext {}

/** The browser of a sign-in. */
export interface NotedClient extends SignInClient, PasswordClient {
  /** Of a mail that tells of a new device. */
  readonly language: Language;
}

/** A sign-in inside its transaction. */
export interface OpenedSession {
  /** As the transaction reads it. */
  readonly user: UserTable;
  /** What the user showed besides the first factor. */
  readonly factor: FactorKind | null;
  /** The identity at a sign-in provider that showed the first factor. */
  readonly identity?: ProviderSession | undefined;
  /** For the audit log. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/**
 * Opens a session. The audit log records it, and a mail tells the owner of a new device.
 * @param known the account as it was before
 * @param open checks inside the transaction what must not have changed; may throw
 */
export async function openNotedSession<Opened extends OpenedSession>(
  ctx: NotedContext,
  known: Pick<UserTable, 'id' | 'lastLoginAt'>,
  client: NotedClient,
  open: (tx: Tx) => Promise<Opened>,
): Promise<{ readonly signedIn: LoginResponse; readonly opened: Opened }> {
  const { ip, userAgent, language } = client;
  const isNew = await isNewDevice(ctx, known, client);
  const done = await ctx.db.transaction(async (tx) => {
    const opened = await open(tx);
    const { user, factor, identity, details } = opened;
    const actor = { userId: user.id, username: user.username };
    const told = { isNewDevice: isNew, ...(factor === null ? {} : { factor }), ...details };
    await writeAudit(tx, ctx, { action: 'signed_in', actor, account: user, details: told });
    return { opened, signedIn: await writeNewSession(tx, ctx.access, user, { ip, userAgent, factor, identity }) };
  });
  if (isNew) await tellOfDevice(ctx, done.opened.user, { ip, language });
  return done;
}

/** The browser of a sign-in with a password. */
export interface BrowserClient extends NotedClient, FactorClient {
  /** The cookie of a remembered browser. */
  readonly remembered: string | undefined;
}

/**
 * Opens a session for a name (or e-mail address) and password. An account with a second factor shows that next, unless the
 * browser is remembered. A mail tells the owner of a new device.
 * @throws {AppError} `Unauthorized`, with `details.secondFactor` when one is missing; `rate_limit_exceeded`
 */
export async function signIn(
  ctx: NotedContext,
  credentials: { readonly username: string; readonly password: string },
  client: BrowserClient,
): Promise<LoginResponse> {
  const { username: login, password } = credentials;
  const { ip, device, remembered, place } = client;
  const known = await getUserByPassword(ctx, { login, password }, { ip, device });
  const shown = known.secondFactor === 1 ? await showBrowser(ctx, known.id, remembered) : undefined;
  if (shown === undefined && needsFactor(ctx.access, known)) {
    throw factorMissing(await askForFactor(ctx, known, place));
  }
  const { signedIn } = await openNotedSession(ctx, known, client, async (tx) => {
    const user = await findUserLocked(tx, known.id);
    // The check of a password may wait for others. A new password ends sessions, and must not miss this one.
    if (user?.isActive !== 1 || user.passwordHash !== known.passwordHash) throw wrongPassword();
    if (shown !== undefined) await requireUsed(tx, shown);
    return { user, factor: shown?.kind ?? null };
  });
  return signedIn;
}

/** Ends the viewer's session and its token. Other credentials have no session. */
export async function signOut(ctx: UsersContext & AuditContext, viewer: Viewer): Promise<void> {
  const { sessionId } = viewer;
  if (sessionId === null) return;
  // The session of an admin who sees the app as another account does is the admin's.
  const { userId, username } = viewer.viewedBy ?? viewer;
  await ctx.db.transaction(async (tx) => {
    await writeSessionEnd(tx, sessionId, Date.now());
    await writeAudit(tx, ctx, { action: 'signed_out', actor: viewer, account: { id: userId, username } });
  });
  // Clears the caches of all processes, and ends the event streams of the session.
  ctx.access.forgetUser(userId);
}

/** Two tabs that wake up together send the same token. For this long, both get the same next one. */
const GRACE_MS = 30_000;

const ENDED = mark('You are signed out. Sign in again');

type Outcome = 'ended' | { readonly session: RenewableSession; readonly renewals: number };

function isUsable(access: Access, found: RenewableSession | undefined, now: number): found is RenewableSession {
  if (found === undefined || found.endedAt !== null || found.expiresAt <= now) return false;
  if (found.createdAt + access.maxSessionMs <= now) return false;
  if (found.child !== undefined && found.child.isActive !== 1) return false;
  return found.user.isActive === 1 && !lacksFactor(access, found, found.user);
}

interface Attempt {
  readonly claims: RefreshClaims;
  readonly client: SignInClient;
  readonly now: number;
  readonly renewMs: number;
}

async function renew(tx: Tx, ctx: UsersContext, { claims, client, now, renewMs }: Attempt): Promise<Outcome> {
  const { sessionId, renewals } = claims;
  const before = await findRenewable(tx.read, sessionId);
  if (!isUsable(ctx.access, before, now)) return 'ended';
  const expiresAt = Math.min(now + renewMs, before.renewUntil ?? Infinity, before.createdAt + ctx.access.maxSessionMs);
  if (await writeRenewal(tx, { id: sessionId, renewals, now, expiresAt, ...client })) {
    return { session: before, renewals: renewals + 1 };
  }
  // Another request used this token first: just now, or long ago.
  const session = await findRenewable(tx.read, sessionId);
  if (!isUsable(ctx.access, session, now)) return 'ended';
  const isTwin = session.renewals === renewals + 1 && (session.renewedAt ?? 0) > now - GRACE_MS;
  if (isTwin) return { session, renewals: session.renewals };
  // Either the owner or a thief has the newer token, so the session ends.
  await writeSessionEnd(tx, sessionId, now);
  tx.afterCommit(() => {
    ctx.access.forgetUser(session.user.id);
    const { id: userId, username } = session.user;
    ctx.access.refused({ ip: client.ip, reason: 'refresh token used before', username, userId });
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
  const tokenMs = Math.min(ctx.access.sessionMs, (session.renewUntil ?? Infinity) - now);
  const signedIn = toLoginResponse(ctx.access, session.user, { id: session.id, renewals, now, tokenMs });
  return session.child === undefined ? signedIn : { ...signedIn, user: toSignedInUser(session.child) };
}
