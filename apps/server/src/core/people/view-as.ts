import { type AccountView, toTimestamp } from '@lectern/contract';
import { type AuditContext, writeAudit } from '#core/audit/write-audit.ts';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import type { Database, ReadDb } from '#db/open.ts';
import {
  type AccountViewRow,
  findOpenView,
  insertView,
  listViewsOfUser,
  writeViewEnds,
} from '#db/repos/people/account-views.repo.ts';
import { findUser } from '#db/repos/people/users.repo.ts';
import { say } from '#words/say.ts';
import type { Access } from './access.ts';
import { makeViewer } from './make-viewer.ts';
import { getUserRow } from './user-row.ts';

/** How long a view lasts at most. */
const VIEW_MS = 3_600_000;
/** How many views an account is told of. */
const MAX_TOLD = 100;

interface ViewContext extends AuditContext {
  readonly db: Database;
  readonly access: Pick<Access, 'forgetUser'>;
}

interface ShownView extends AccountViewRow {
  /** The end of the session that has the view. */
  readonly signedOutAt: number | null;
}

function toView({ id, adminName, startedAt, endsAt, endedAt, signedOutAt }: ShownView): AccountView {
  const end = endedAt ?? Math.min(signedOutAt ?? Infinity, endsAt);
  const times = { startedAt: toTimestamp(startedAt), endsAt: toTimestamp(endsAt) };
  return { id, adminName, ...times, endedAt: end <= Date.now() ? toTimestamp(end) : null };
}

/**
 * The viewer that a session of an admin sees the app as: the other account with all its limits, and read-only. When the hour is
 * over, the account is deactivated or the admin is none any more, it is the session's own account. That stays read-only until the
 * view is ended: what a page of the view still sends must not change anything of the admin.
 * @returns undefined without a view
 */
export async function findViewed(db: ReadDb, own: Viewer, sessionId: string): Promise<Viewer | undefined> {
  const view = await findOpenView(db, sessionId);
  if (view === undefined) return undefined;
  const { userId, username } = own;
  const now = Date.now();
  const isOver = view.endsAt <= now || !own.permissions.has('SystemAdmin');
  const user = isOver ? undefined : await findUser(db, view.userId);
  if (user?.isActive !== 1) {
    return { ...own, viewedBy: { userId, username, endsAt: Math.min(view.endsAt, now), parentId: null } };
  }
  const viewedBy = { userId, username, endsAt: view.endsAt, parentId: user.parentId };
  return { ...(await makeViewer(db, user, sessionId)), viewedBy };
}

/**
 * Lets the viewer's session see the app as another account does, for an hour. It is noted for that account and in the audit log.
 * @throws {AppError} `Forbidden` for keys and HTTP Basic, `NotFound`, `BadRequest` for the own account,
 * `Conflict` for a deactivated one
 */
export async function beginView(ctx: ViewContext, viewer: Viewer, userId: string): Promise<AccountView> {
  const { sessionId } = viewer;
  if (sessionId === null || viewer.apiKey !== undefined) {
    throw new AppError('Forbidden', say('Sign in to the web app to see it as another account'));
  }
  const now = Date.now();
  return await ctx.db.transaction(async (tx) => {
    const user = await getUserRow(tx.read, userId);
    if (user.id === viewer.userId) throw new AppError('BadRequest', say('This is your own account'));
    if (user.isActive !== 1) throw new AppError('Conflict', say('This account is deactivated'));
    const { userId: adminId, username: adminName } = viewer;
    const view = { id: newId(), sessionId, adminId, adminName, userId, startedAt: now, endsAt: now + VIEW_MS };
    await writeViewEnds(tx, sessionId, now);
    await insertView(tx, { ...view, endedAt: null });
    tx.afterCommit(() => ctx.access.forgetUser(viewer.userId));
    await writeAudit(tx, ctx, { action: 'account_viewed', actor: viewer, account: user });
    return toView({ ...view, endedAt: null, signedOutAt: null });
  });
}

/** Ends the view of a session; without one, nothing happens. */
export async function endView(ctx: ViewContext, { sessionId, viewedBy }: Viewer): Promise<void> {
  if (sessionId === null || viewedBy === undefined) return;
  await ctx.db.transaction(async (tx) => {
    await writeViewEnds(tx, sessionId, Date.now());
    tx.afterCommit(() => ctx.access.forgetUser(viewedBy.userId));
  });
}

/** When admins saw the app as the viewer's account does, latest first. */
export async function listOwnViews({ db }: Pick<ViewContext, 'db'>, viewer: Viewer): Promise<AccountView[]> {
  return (await listViewsOfUser(db.read, viewer.userId, MAX_TOLD)).map(toView);
}
