import { findKey } from '#db/repos/people/api-keys.repo.ts';
import { findOpenSession, type OpenSession, writeSessionSeen } from '#db/repos/people/sessions.repo.ts';
import { findUser } from '#db/repos/people/users.repo.ts';
import type { SessionTable, UserTable } from '#db/schema/index.ts';
import { AppError } from '#core/errors.ts';
import { makeViewer, makeKeyViewer } from './make-viewer.ts';
import type { Viewer } from '#core/viewer.ts';
import { clientAddress } from './client-address.ts';
import { getUserByPassword, mayUsePassword, type TypedPassword } from './passwords.ts';
import type { PasswordClient } from './failure-budgets.ts';
import { lacksFactor, refuseBarePassword } from './require-factor.ts';
import type { UsersContext } from './sign-in.ts';
import { findViewed } from './view-as.ts';
import { mark, say } from '#words/say.ts';

/** How often the last use of a session is written. */
const SEEN_EVERY_MS = 5 * 60_000;

const ENDED = mark('You are signed out. Sign in again');

/** A profile that is switched off signs out: the session must not become the parent's without the PIN. */
async function getChildViewer(
  ctx: UsersContext,
  profileId: string,
  sessionId: string,
  parent: OpenSession['user'],
): Promise<Viewer> {
  const child = await findUser(ctx.db.read, profileId);
  if (child?.isActive !== 1 || child.parentId !== parent.id) throw new AppError('Unauthorized', say(ENDED));
  return {
    ...(await makeViewer(ctx.db.read, child, sessionId)),
    profileOf: { userId: parent.id, username: parent.username, hasPin: parent.pinHash !== null },
  };
}

/** The viewer of a session, limited by the key that opened it, the child profile that is open in it, or the account that its admin sees the app as. */
async function makeSessionViewer(
  ctx: UsersContext,
  session: Pick<SessionTable, 'id' | 'apiKeyId' | 'profileId'>,
  user: OpenSession['user'],
): Promise<Viewer> {
  if (session.apiKeyId === null) {
    if (session.profileId !== null) return await getChildViewer(ctx, session.profileId, session.id, user);
    const own = await makeViewer(ctx.db.read, user, session.id);
    return (await findViewed(ctx.db.read, own, session.id)) ?? own;
  }
  const found = await findKey(ctx.db.read, session.apiKeyId);
  if (found === undefined) throw new AppError('Unauthorized', say(ENDED));
  return await makeKeyViewer(ctx.db.read, found, session.id);
}

/** An open session of an active account; undefined for others, and without a second factor that is needed. */
async function findUsable({ db, access }: UsersContext, sessionId: string): Promise<OpenSession | undefined> {
  const found = await findOpenSession(db.read, sessionId);
  if (found?.user.isActive !== 1 || found.session.expiresAt <= Date.now()) return undefined;
  return lacksFactor(access, found.session, found.user) ? undefined : found;
}

/**
 * The viewer of a session that signed in to something else, such as a shared link. It counts as no use.
 * @returns undefined when a request of the session would be refused
 * @throws {AppError} `Unauthorized` when the key that opened it has ended
 */
export async function findSessionViewer(ctx: UsersContext, sessionId: string): Promise<Viewer | undefined> {
  const found = await findUsable(ctx, sessionId);
  return found === undefined ? undefined : await makeSessionViewer(ctx, found.session, found.user);
}

/**
 * The viewer of a session token, cached for some seconds.
 * @throws {AppError} `Unauthorized`
 */
export async function identifyByToken(ctx: UsersContext, token: string): Promise<Viewer> {
  const known = ctx.access.sessions.get(token);
  if (known !== undefined) return known;
  const claims = ctx.access.tokens.verify(token);
  if (claims === undefined) throw new AppError('Unauthorized', say(ENDED));
  const version = ctx.access.sessions.version();
  const found = await findUsable(ctx, claims.sessionId);
  const now = Date.now();
  if (found === undefined || found.session.userId !== claims.userId) throw new AppError('Unauthorized', say(ENDED));
  const { session, user } = found;
  if (session.lastSeenAt < now - SEEN_EVERY_MS) {
    await ctx.db.transaction(async (tx) => writeSessionSeen(tx, session.id, now));
  }
  const viewer = await makeSessionViewer(ctx, session, user);
  const limitEnd = viewer.apiKey?.expiresAt ?? viewer.viewedBy?.endsAt ?? Infinity;
  ctx.access.sessions.set(token, viewer, version, Math.min(session.expiresAt, claims.expiresAt, limitEnd));
  return viewer;
}

/** Checks a password. Parallel requests with the same password share one check, and count as one guess. */
async function checkOnce(
  ctx: UsersContext,
  key: string,
  typed: TypedPassword,
  client: PasswordClient,
): Promise<UserTable> {
  const { checks, passwords } = ctx.access;
  const running = checks.get(key);
  if (running !== undefined) return await running;
  const version = passwords.version();
  const check = getUserByPassword(ctx, typed, client);
  checks.set(key, check);
  try {
    const user = await check;
    passwords.set(key, { userId: user.id, passwordHash: user.passwordHash }, version);
    return user;
  } finally {
    if (checks.get(key) === check) checks.delete(key);
  }
}

/** The client of a request that may have a password. */
export interface PasswordCaller {
  readonly ip: string;
  /** Called before a password is checked that is not remembered; may throw. */
  readonly onCheck?: (() => void) | undefined;
}

/**
 * The viewer of HTTP Basic credentials. A right password is cached for minutes, so that each page request of a reader app does
 * not pay for argon2. Role and state are looked up every time. Accounts with a second factor use API keys instead.
 * @throws {AppError} `Unauthorized` or `rate_limit_exceeded`
 */
export async function identifyByPassword(
  ctx: UsersContext,
  typed: TypedPassword,
  { ip, onCheck }: PasswordCaller,
): Promise<Viewer> {
  const key = ctx.access.passwordKey(typed.login, typed.password, clientAddress(ip));
  const checked = ctx.access.passwords.get(key);
  const owner = checked === undefined ? undefined : await findUser(ctx.db.read, checked.userId);
  const isStillRight =
    owner?.isActive === 1 && owner.passwordHash === checked?.passwordHash && (await mayUsePassword(ctx, owner));
  if (!isStillRight && !ctx.access.checks.has(key)) onCheck?.();
  const user = isStillRight ? owner : await checkOnce(ctx, key, typed, { ip });
  refuseBarePassword(ctx.access, user, ip);
  return await makeViewer(ctx.db.read, user, null);
}
