import type { Selectable } from 'kysely';
import type { ReadDb, Tx } from '../../open.ts';
import type { AccountViewTable } from '../../schema/index.ts';

export type AccountViewRow = Selectable<AccountViewTable>;

/** The view of a session that was not ended, also after its time; undefined without one. */
export async function findOpenView(db: ReadDb, sessionId: string): Promise<AccountViewRow | undefined> {
  return db
    .selectFrom('accountView')
    .selectAll()
    .where('sessionId', '=', sessionId)
    .where('endedAt', 'is', null)
    .orderBy('startedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Adds a view. End the others of its session before. */
export async function insertView(tx: Tx, view: AccountViewRow): Promise<void> {
  await tx.write.insertInto('accountView').values(view).execute();
}

/** Ends the views of a session. Those whose time was over ended then. */
export async function writeViewEnds(tx: Tx, sessionId: string, at: number): Promise<void> {
  await tx.write
    .updateTable('accountView')
    .set((eb) => ({ endedAt: eb.case().when('endsAt', '<', at).then(eb.ref('endsAt')).else(at).end() }))
    .where('sessionId', '=', sessionId)
    .where('endedAt', 'is', null)
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
