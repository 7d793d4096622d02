import type { ReadDb } from '../../open.ts';
import type { SessionTable } from '../../schema/index.ts';
import { countRows, isFound } from '../rows/read-rows.ts';

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

/** Where and with what a user signed in by password and was seen since a time; ended sessions too. */
export async function listSignInClients(db: ReadDb, userId: string, since: number) {
  return db
    .selectFrom('session')
    .select(['ip', 'userAgent'])
    .distinct()
    .where('userId', '=', userId)
    .where('lastSeenAt', '>', since)
    .where('apiKeyId', 'is', null)
    .execute();
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
