import type { ReadDb, Tx } from '../../open.ts';
import type { SessionTable, UserTable } from '../../schema/index.ts';
import { isFound, type ReadRow } from '../rows/read-rows.ts';
import { writeAppPardon } from './factors.repo.ts';
import { deleteRememberedBrowsers } from './remembered-browsers.repo.ts';
import { findUser } from './users.repo.ts';

/** A session that has not ended, with the user it belongs to. */
export type OpenSession = ReadRow<typeof findOpenSession>;

/** An open session by id; it may have expired. */
export async function findOpenSession(db: ReadDb, id: string) {
  const row = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .select(['session.id', 'session.userId', 'session.expiresAt', 'session.lastSeenAt', 'session.apiKeyId'])
    .select(['session.factor', 'session.profileId', 'user.secondFactor', 'user.username', 'user.role'])
    .select(['user.rolePermissions', 'user.permissions', 'user.isActive', 'user.allLibraries', 'user.maxAge'])
    .select(['user.showsUnrated', 'user.parentId', 'user.pinHash'])
    .where('session.id', '=', id)
    .where('session.endedAt', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { username, role, rolePermissions, permissions, isActive, secondFactor, ...rest } = row;
  const { allLibraries, maxAge, showsUnrated, parentId, pinHash, ...session } = rest;
  const rights = { role, rolePermissions, permissions, allLibraries, maxAge, showsUnrated, parentId, pinHash };
  return { session, user: { id: row.userId, username, isActive, secondFactor, ...rights } };
}

/** The session with this id, ended or not. */
export async function findSession(db: ReadDb, id: string): Promise<SessionTable | undefined> {
  return db.selectFrom('session').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Adds a session and deletes the user's expired ones. */
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
 * Ends the sessions of a user. Forgets the browsers where the password is enough, and wrong codes.
 * @param keep the session that stays open
 * @returns how many sessions ended
 */
export async function writeUserSessionEnds(
  tx: Tx,
  userId: string,
  at: number,
  keep: string | null = null,
): Promise<number> {
  await deleteRememberedBrowsers(tx, userId);
  await writeAppPardon(tx, userId);
  const ended = await tx.write
    .updateTable('session')
    .set({ endedAt: at })
    .where('userId', '=', userId)
    .$if(keep !== null, (query) => query.where('id', '<>', keep ?? ''))
    .where('endedAt', 'is', null)
    .returning('id')
    .execute();
  return ended.length;
}

/** Extends a session at least until a time. */
export async function writeSessionExpiry(tx: Tx, id: string, expiresAt: number): Promise<void> {
  await tx.write
    .updateTable('session')
    .set({ expiresAt })
    .where('id', '=', id)
    .where('expiresAt', '<', expiresAt)
    .where('endedAt', 'is', null)
    // A session of a provider ends at its time, whatever an app does.
    .where('renewUntil', 'is', null)
    .execute();
}

/** Notes that the user of a session showed a second factor. */
export async function writeSessionFactor(tx: Tx, id: string, factor: string, at: number): Promise<void> {
  await tx.write.updateTable('session').set({ factor, factorAt: at }).where('id', '=', id).execute();
}

/** Opens a child profile in a session, or leaves it. */
export async function writeSessionProfile(tx: Tx, id: string, profileId: string | null): Promise<void> {
  await tx.write.updateTable('session').set({ profileId }).where('id', '=', id).execute();
}

/** Notes that a session is in use. */
export async function writeSessionSeen(tx: Tx, id: string, at: number): Promise<void> {
  await tx.write.updateTable('session').set({ lastSeenAt: at }).where('id', '=', id).execute();
}

/** A session to renew, with its user. */
export interface RenewableSession
  extends Pick<SessionTable, 'id' | 'createdAt' | 'expiresAt' | 'endedAt' | 'renewals' | 'renewedAt'>,
    Pick<SessionTable, 'factor' | 'apiKeyId' | 'renewUntil'> {
  /** The child profile that is open in it. */
  readonly child: Pick<UserTable, 'id' | 'username' | 'email' | 'role' | 'isActive'> | undefined;
  readonly user: Pick<UserTable, 'id' | 'username' | 'email' | 'isActive' | 'secondFactor'> &
    Pick<UserTable, 'role' | 'rolePermissions' | 'permissions'>;
}

/** The session with this id, ended or not. */
export async function findRenewable(db: ReadDb, id: string): Promise<RenewableSession | undefined> {
  const row = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .select(['session.id', 'session.createdAt', 'session.expiresAt', 'session.endedAt', 'session.renewals'])
    .select(['session.renewedAt', 'session.factor', 'session.apiKeyId', 'session.renewUntil', 'user.secondFactor'])
    .select(['user.id as userId', 'user.username', 'user.email', 'user.isActive'])
    .select(['user.role', 'user.rolePermissions', 'user.permissions', 'session.profileId'])
    .where('session.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { userId, username, email, isActive, secondFactor, profileId, ...rest } = row;
  const { role, rolePermissions, permissions, ...session } = rest;
  const rights = { role, rolePermissions, permissions };
  const child = profileId === null ? undefined : await findUser(db, profileId);
  return { ...session, child, user: { id: userId, username, email, isActive, secondFactor, ...rights } };
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

/** Counts a renewal. @returns false when the session has ended or was renewed meanwhile */
export async function writeRenewal(tx: Tx, { id, renewals, now, ...values }: Renewal): Promise<boolean> {
  return isFound(
    tx.write
      .updateTable('session')
      .set({ ...values, renewals: renewals + 1, renewedAt: now, lastSeenAt: now })
      .where('id', '=', id)
      .where('renewals', '=', renewals)
      .where('endedAt', 'is', null)
      .returning('id'),
  );
}
