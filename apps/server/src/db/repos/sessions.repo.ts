import type { ReadDb, Tx } from '../open.ts';
import type { SessionTable, UserTable } from '../schema/index.ts';

/** A session that has not ended, with the user it belongs to. */
export interface OpenSession {
  readonly session: Pick<SessionTable, 'id' | 'userId' | 'expiresAt' | 'lastSeenAt'>;
  readonly user: Pick<UserTable, 'id' | 'username' | 'role' | 'permissions' | 'isActive' | 'allLibraries'>;
}

/** The session with this id, or undefined when it is unknown or has ended. Its time may be over. */
export async function findOpenSession(db: ReadDb, id: string): Promise<OpenSession | undefined> {
  const row = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .select(['session.id', 'session.userId', 'session.expiresAt', 'session.lastSeenAt'])
    .select(['user.username', 'user.role', 'user.permissions', 'user.isActive', 'user.allLibraries'])
    .where('session.id', '=', id)
    .where('session.endedAt', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { username, role, permissions, isActive, allLibraries, ...session } = row;
  return { session, user: { id: row.userId, username, role, permissions, isActive, allLibraries } };
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
export async function writeSessionEndsOf(
  tx: Tx,
  userId: string,
  at: number,
  keep: string | null = null,
): Promise<void> {
  await tx.write
    .updateTable('session')
    .set({ endedAt: at })
    .where('userId', '=', userId)
    .$if(keep !== null, (query) => query.where('id', '<>', keep ?? ''))
    .where('endedAt', 'is', null)
    .execute();
}

/** Notes that a session is in use. */
export async function writeSessionSeen(tx: Tx, id: string, at: number): Promise<void> {
  await tx.write.updateTable('session').set({ lastSeenAt: at }).where('id', '=', id).execute();
}
