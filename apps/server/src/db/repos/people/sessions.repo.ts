import type { ReadDb, Tx } from '../../open.ts';
import type { SessionTable, UserTable } from '../../schema/index.ts';
import { countRows, isFound, type ReadRow } from '../rows/read-rows.ts';

/** A session that has not ended, with the user it belongs to. */
export type OpenSession = ReadRow<typeof findOpenSession>;

/** The session with this id, or undefined when it is unknown or has ended. Its time may be over. */
export async function findOpenSession(db: ReadDb, id: string) {
  const row = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .select(['session.id', 'session.userId', 'session.expiresAt', 'session.lastSeenAt', 'session.apiKeyId'])
    .select(['user.username', 'user.role', 'user.permissions', 'user.isActive', 'user.allLibraries'])
    .where('session.id', '=', id)
    .where('session.endedAt', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { username, role, permissions, isActive, allLibraries, ...session } = row;
  return { session, user: { id: row.userId, username, role, permissions, isActive, allLibraries } };
}

/** The session with this id, ended or not. */
export async function findSession(db: ReadDb, id: string): Promise<SessionTable | undefined> {
  return db.selectFrom('session').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Adds a session and forgets those of the same user whose time was over before `now`. */
export async function writeSession(tx: Tx, session: SessionTable, now: number): Promise<void> {
  await tx.write.deleteFrom('session').where('userId', '=', session.userId).where('expiresAt', '<', now).execute();
  await tx.write.insertInto('session').values(session).execute();
}

/** Ends one session. */
export async function writeSessionEnd(tx: Tx, id: string, at: number): Promise<void> {
  await tx.write
    .updateTable('session')
    .set({ endedAt: at })
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .execute();
}

/**
 * Ends every session of a user.
 * @param keep the one that goes on
 */
export async function writeSessionEndsOf(tx: Tx, userId: string, at: number, keep: string | null = null) {
  await tx.write
    .updateTable('session')
    .set({ endedAt: at })
    .where('userId', '=', userId)
    .$if(keep !== null, (query) => query.where('id', '<>', keep ?? ''))
    .where('endedAt', 'is', null)
    .execute();
}

/** Has a session go on until then at least. */
export async function writeSessionExpiry(tx: Tx, id: string, expiresAt: number): Promise<void> {
  await tx.write
    .updateTable('session')
    .set({ expiresAt })
    .where('id', '=', id)
    .where('expiresAt', '<', expiresAt)
    .where('endedAt', 'is', null)
    .execute();
}

/** Notes that a session is in use. */
export async function writeSessionSeen(tx: Tx, id: string, at: number): Promise<void> {
  await tx.write.updateTable('session').set({ lastSeenAt: at }).where('id', '=', id).execute();
}

/** A session as far as renewing it goes, with its user. */
export interface RenewableSession
  extends Pick<SessionTable, 'id' | 'expiresAt' | 'endedAt' | 'renewals' | 'renewedAt'> {
  readonly user: Pick<UserTable, 'id' | 'username' | 'email' | 'role' | 'isActive'>;
}

/** The session with this id, ended or not. */
export async function findRenewable(db: ReadDb, id: string): Promise<RenewableSession | undefined> {
  const row = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .select(['session.id', 'session.expiresAt', 'session.endedAt', 'session.renewals', 'session.renewedAt'])
    .select(['user.id as userId', 'user.username', 'user.email', 'user.role', 'user.isActive'])
    .where('session.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { userId, username, email, role, isActive, ...session } = row;
  return { ...session, user: { id: userId, username, email, role, isActive } };
}

/** A renewal of an open session that was renewed so often before. */
interface Renewal {
  readonly id: string;
  readonly renewals: number;
  readonly now: number;
  readonly expiresAt: number;
  readonly ip: string;
  readonly userAgent: string | null;
}

/**
 * Counts a renewal.
 * @returns false when the session has ended or was renewed more often
 */
export async function writeRenewal(tx: Tx, { id, renewals, now, ...values }: Renewal): Promise<boolean> {
  const { numUpdatedRows } = await tx.write
    .updateTable('session')
    .set({ ...values, renewals: renewals + 1, renewedAt: now, lastSeenAt: now })
    .where('id', '=', id)
    .where('renewals', '=', renewals)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function openSessions(db: ReadDb, userId: string, now: number) {
  return db
    .selectFrom('session')
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now);
}

/** Sessions of a user that go on, the last used first. */
export async function listOpenSessions(
  db: ReadDb,
  { userId, now, limit, offset }: { userId: string; now: number; limit: number; offset: number },
): Promise<SessionTable[]> {
  return openSessions(db, userId, now)
    .selectAll()
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** How many sessions of a user go on. */
export async function countOpenSessions(db: ReadDb, userId: string, now: number): Promise<number> {
  return countRows(openSessions(db, userId, now));
}

/** Whether a session is a user's and goes on. */
export async function hasOpenSession(db: ReadDb, userId: string, id: string, now: number): Promise<boolean> {
  return isFound(openSessions(db, userId, now).select('id').where('id', '=', id));
}

/** Addresses where a user signed in by password, or renewed that, and was seen since a time; ended sessions too. */
export async function listSignInAddresses(db: ReadDb, userId: string, since: number): Promise<string[]> {
  const rows = await db
    .selectFrom('session')
    .select('ip')
    .distinct()
    .where('userId', '=', userId)
    .where('lastSeenAt', '>', since)
    .where('apiKeyId', 'is', null)
    .execute();
  return rows.flatMap(({ ip }) => ip ?? []);
}

function allOpenSessions(db: ReadDb, now: number) {
  return db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .where('session.endedAt', 'is', null)
    .where('session.expiresAt', '>', now);
}

/** A session with whose it is. */
type SessionOfUser = SessionTable & { readonly username: string; readonly email: string | null };

/** Sessions of all users that go on, the last begun first. */
export async function listAllSessions(
  db: ReadDb,
  { now, limit, offset }: { now: number; limit: number; offset: number },
): Promise<SessionOfUser[]> {
  return allOpenSessions(db, now)
    .selectAll('session')
    .select(['user.username', 'user.email'])
    .orderBy('session.createdAt', 'desc')
    .orderBy('session.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** How many sessions go on in all. */
export async function countAllSessions(db: ReadDb, now: number): Promise<number> {
  return countRows(allOpenSessions(db, now));
}
