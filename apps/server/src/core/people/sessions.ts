import type { Session } from '@lectern/contract';
import { type AuditContext, type AuditNote, writeAudit } from '#core/audit/write-audit.ts';
import { AppError } from '#core/errors.ts';
import { type Listed, type PageWanted, toSlice } from '#core/page.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { findSession, writeSessionEnd, writeUserSessionEnds } from '#db/repos/people/sessions.repo.ts';
import {
  countAllSessions,
  countOpenSessions,
  hasOpenSession,
  listAllSessions,
  listOpenSessions,
} from '#db/repos/people/session-lists.repo.ts';
import type { SessionTable } from '#db/schema/index.ts';
import { say } from '#words/say.ts';
import { describeDevice } from './describe-device.ts';
import { requireReach } from './require-reach.ts';
import type { UsersContext } from './sign-in.ts';
import { getUserRow } from './user-row.ts';

function toSession({ sessionId }: Viewer, row: SessionTable): Session {
  const timestamp = (at: number): string => new Date(at).toISOString();
  return {
    id: row.id,
    device: describeDevice(row.userAgent),
    userAgent: row.userAgent,
    ipAddress: row.ip,
    current: row.id === sessionId,
    createdAt: timestamp(row.createdAt),
    lastSeenAt: timestamp(row.lastSeenAt),
    expiresAt: timestamp(row.expiresAt),
  };
}

/** The open sessions of a user, the last used first. */
async function listSessions(
  ctx: { readonly db: Database },
  viewer: Viewer,
  userId: string,
  { page, pageSize }: PageWanted,
) {
  const now = Date.now();
  const [rows, total] = await Promise.all([
    listOpenSessions(ctx.db.read, { userId, now, ...toSlice({ page, pageSize }) }),
    countOpenSessions(ctx.db.read, userId, now),
  ]);
  return { rows: rows.map((row) => toSession(viewer, row)), total };
}

type Account = NonNullable<AuditNote['account']>;
type EndContext = UsersContext & AuditContext;

async function endOne(ctx: EndContext, viewer: Viewer, account: Account, sessionId: string): Promise<void> {
  const { id: userId } = account;
  await ctx.db.transaction(async (tx) => {
    const now = Date.now();
    if (!(await hasOpenSession(tx.read, userId, sessionId, now))) {
      throw new AppError('NotFound', `Session ${sessionId} not found`);
    }
    await writeSessionEnd(tx, sessionId, now);
    await writeAudit(tx, ctx, { action: 'sessions_ended', actor: viewer, account, details: { sessionId } });
    tx.afterCommit(() => ctx.access.forgetUser(userId));
  });
}

/** What ends nothing leaves no entry: else a user could fill the audit log with it. */
async function endAll(ctx: EndContext, viewer: Viewer, account: Account, keep: string | null): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const count = await writeUserSessionEnds(tx, account.id, Date.now(), keep);
    if (count > 0) await writeAudit(tx, ctx, { action: 'sessions_ended', actor: viewer, account });
    tx.afterCommit(() => ctx.access.forgetUser(account.id));
  });
}

/**
 * Refuses keys with permissions of their own for actions that only their owner may do.
 * @throws {AppError} `Forbidden`
 */
export function requirePerson({ apiKey }: Viewer): void {
  if (apiKey === undefined || apiKey.followsOwner) return;
  throw new AppError('Forbidden', say('An API key with limited permissions cannot do this'));
}

/** A session with its user. */
export interface UserSession {
  readonly user: { readonly id: string; readonly username: string; readonly email: string | null };
  readonly session: Session;
}

/** The open sessions of all users, newest first; for admins. */
export async function listEverySession(
  { db }: { readonly db: Database },
  viewer: Viewer,
  { page, pageSize }: PageWanted,
): Promise<Listed<UserSession>> {
  const now = Date.now();
  const [rows, total] = await Promise.all([
    listAllSessions(db.read, { now, ...toSlice({ page, pageSize }) }),
    countAllSessions(db.read, now),
  ]);
  const shown = rows.map(({ username, email, ...row }) => ({
    user: { id: row.userId, username, email },
    session: toSession(viewer, row),
  }));
  return { rows: shown, total };
}

/**
 * Ends the session that a browser had before it signed in again: its cookies are gone, so only a thief could go on with it.
 * @param tokens as the cookies hold them; unknown ones are ignored
 */
export async function endReplacedSession(
  { access, db }: UsersContext,
  tokens: { readonly session: string | undefined; readonly refresh: string | undefined },
): Promise<void> {
  const claims = [
    tokens.session === undefined ? undefined : access.tokens.verify(tokens.session),
    tokens.refresh === undefined ? undefined : access.refreshTokens.verify(tokens.refresh),
  ];
  for (const id of new Set(claims.flatMap((one) => one?.sessionId ?? []))) {
    const session = await findSession(db.read, id);
    if (session === undefined || session.endedAt !== null) continue;
    await db.transaction(async (tx) => writeSessionEnd(tx, id, Date.now()));
    access.forgetUser(session.userId);
  }
}

/** The viewer's own sessions. */
export async function listOwnSessions(ctx: UsersContext, viewer: Viewer, page: PageWanted) {
  requirePerson(viewer);
  return await listSessions(ctx, viewer, viewer.userId, page);
}

/**
 * Ends one of the viewer's sessions.
 * @throws {AppError} `NotFound` or `Forbidden`
 */
export async function endOwnSession(
  ctx: UsersContext & AuditContext,
  viewer: Viewer,
  sessionId: string,
): Promise<void> {
  requirePerson(viewer);
  await endOne(ctx, viewer, { id: viewer.userId, username: viewer.username }, sessionId);
}

/**
 * Ends the viewer's sessions.
 * @param includeCurrent also the session of this request
 */
export async function endOwnSessions(
  ctx: UsersContext & AuditContext,
  viewer: Viewer,
  includeCurrent: boolean,
): Promise<void> {
  requirePerson(viewer);
  const own = { id: viewer.userId, username: viewer.username };
  await endAll(ctx, viewer, own, includeCurrent ? null : viewer.sessionId);
}

/**
 * Sessions of an account.
 * @throws {AppError} `NotFound`
 */
export async function listUserSessions(ctx: UsersContext, viewer: Viewer, userId: string, page: PageWanted) {
  await getUserRow(ctx.db.read, userId);
  return await listSessions(ctx, viewer, userId, page);
}

/**
 * Ends a session of an account, or all of them.
 * @throws {AppError} `NotFound` or `Forbidden`
 */
export async function endUserSessions(
  ctx: UsersContext & AuditContext,
  viewer: Viewer,
  userId: string,
  sessionId?: string,
): Promise<void> {
  const user = await getUserRow(ctx.db.read, userId);
  await requireReach(ctx.db.read, viewer, user);
  await (sessionId === undefined ? endAll(ctx, viewer, user, null) : endOne(ctx, viewer, user, sessionId));
}
