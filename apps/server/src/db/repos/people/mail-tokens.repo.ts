import type { ReadDb, Tx } from '../../open.ts';
import type { MailTokenTable } from '../../schema/index.ts';

/** Adds a token, replaces the user's others for the same purpose, and deletes expired ones. */
export async function writeMailToken(tx: Tx, row: MailTokenTable): Promise<void> {
  const { userId, purpose, createdAt } = row;
  await tx.write.deleteFrom('mailToken').where('userId', '=', userId).where('purpose', '=', purpose).execute();
  await tx.write.deleteFrom('mailToken').where('expiresAt', '<', createdAt).execute();
  await tx.write.insertInto('mailToken').values(row).execute();
}

/** Deletes a token whose mail was not sent. */
export async function deleteMailToken(tx: Tx, id: string): Promise<void> {
  await tx.write.deleteFrom('mailToken').where('id', '=', id).execute();
}

/** Deletes a token and returns it; of concurrent requests one gets it. @returns undefined when none is valid */
export async function takeMailToken(tx: Tx, purpose: string, tokenHash: string, now: number) {
  const taken = await tx.write
    .deleteFrom('mailToken')
    .where('tokenHash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .returningAll()
    .executeTakeFirst();
  return taken !== undefined && taken.expiresAt > now ? taken : undefined;
}

/** Deletes a user's tokens for these purposes. */
export async function deleteMailTokens(tx: Tx, userId: string, purposes: readonly string[]): Promise<void> {
  await tx.write.deleteFrom('mailToken').where('userId', '=', userId).where('purpose', 'in', purposes).execute();
}

/** The address that a user was asked to confirm, as long as they can. */
export async function findPendingEmail(db: ReadDb, userId: string, now: number): Promise<string | null> {
  const row = await db
    .selectFrom('mailToken')
    .select('email')
    .where('userId', '=', userId)
    .where('purpose', '=', 'verify')
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return row?.email ?? null;
}

/** Who was last asked to confirm an address, as long as they can. */
export async function findUserOfPending(db: ReadDb, email: string, now: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('mailToken')
    .select('userId')
    .where('email', '=', email)
    .where('purpose', '=', 'verify')
    .where('expiresAt', '>', now)
    .orderBy('createdAt', 'desc')
    .executeTakeFirst();
  return row?.userId;
}
