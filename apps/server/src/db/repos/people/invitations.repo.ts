import type { ReadDb, Tx } from '../../open.ts';
import type { InvitationTable } from '../../schema/index.ts';
import { countRows, isFound } from '../rows/read-rows.ts';

function usable(db: ReadDb, now: number) {
  return db.selectFrom('invitation').where('expiresAt', '>', now).whereRef('useCount', '<', 'maxUses');
}

/** Invitations that can be used, newest first. @param maker undefined for those of all users */
export async function listInvitationRows(db: ReadDb, maker: string | undefined, now: number) {
  return usable(db, now)
    .innerJoin('user', 'user.id', 'invitation.createdBy')
    .selectAll('invitation')
    .select('user.username')
    .$if(maker !== undefined, (query) => query.where('createdBy', '=', maker ?? ''))
    .orderBy('invitation.id', 'desc')
    .execute();
}

/** How many invitations of a user can be used. */
export async function countInvitations(db: ReadDb, maker: string, now: number): Promise<number> {
  return countRows(usable(db, now).where('createdBy', '=', maker));
}

/** An invitation that can be used, by the hash of its token. */
export async function findInvitation(db: ReadDb, tokenHash: string, now: number): Promise<InvitationTable | undefined> {
  return usable(db, now).selectAll().where('tokenHash', '=', tokenHash).executeTakeFirst();
}

/** Adds an invitation, and deletes those that cannot be used any more. */
export async function writeInvitation(tx: Tx, row: InvitationTable): Promise<void> {
  await tx.write
    .deleteFrom('invitation')
    .where((eb) => eb.or([eb('expiresAt', '<=', row.createdAt), eb('useCount', '>=', eb.ref('maxUses'))]))
    .execute();
  await tx.write.insertInto('invitation').values(row).execute();
}

/** Counts a use and returns the invitation. Of requests at the same time no more succeed than it allows. */
export async function takeInvitation(tx: Tx, tokenHash: string, now: number): Promise<InvitationTable | undefined> {
  return tx.write
    .updateTable('invitation')
    .set((eb) => ({ useCount: eb('useCount', '+', 1) }))
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .whereRef('useCount', '<', 'maxUses')
    .returningAll()
    .executeTakeFirst();
}

/** Deletes an invitation. @param maker undefined for that of any user. @returns false when there is none */
export async function deleteInvitationRow(tx: Tx, id: string, maker: string | undefined): Promise<boolean> {
  return isFound(
    tx.write
      .deleteFrom('invitation')
      .where('id', '=', id)
      .$if(maker !== undefined, (query) => query.where('createdBy', '=', maker ?? ''))
      .returning('id'),
  );
}
