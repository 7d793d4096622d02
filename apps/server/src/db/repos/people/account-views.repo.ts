import type { Selectable } from 'kysely';
import type { ReadDb, Tx } from '../../open.ts';
import type { AccountViewTable } from '../../schema/index.ts';

export type AccountViewRow = Selectable<AccountViewTable>;

/** The view that a session has now; undefined without one. */
export async function findOpenView(db: ReadDb, sessionId: string, now: number): Promise<AccountViewRow | undefined> {
  return db
    .selectFrom('accountView')
    .selectAll()
    .where('sessionId', '=', sessionId)
    .where('endedAt', 'is', null)
    .where('endsAt', '>', now)
    .executeTakeFirst();
}

/** Adds a view. End the others of its session before. */
export async function insertView(tx: Tx, view: AccountViewRow): Promise<void> {
  await tx.write.insertInto('accountView').values(view).execute();
}

/** Ends the views of a session. */
export async function writeViewEnds(tx: Tx, sessionId: string, at: number): Promise<void> {
  await tx.write
    .updateTable('accountView')
    .set({ endedAt: at })
    .where('sessionId', '=', sessionId)
    .where('endedAt', 'is', null)
    .where('endsAt', '>', at)
    .execute();
}

/** When an account was seen by admins, latest first, with the end of their sessions. */
export async function listViewsOfUser(db: ReadDb, userId: string, limit: number) {
  return db
    .selectFrom('accountView')
    .leftJoin('session', 'session.id', 'accountView.sessionId')
    .selectAll('accountView')
    .select('session.endedAt as signedOutAt')
    .where('accountView.userId', '=', userId)
    .orderBy('accountView.startedAt', 'desc')
    .orderBy('accountView.id', 'desc')
    .limit(limit)
    .execute();
}
