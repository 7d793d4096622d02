import type { ReadDb, Tx } from '../../open.ts';
import type { AuthenticatorAppTable, RecoveryCodeTable } from '../../schema/index.ts';
import { countRows, isFound, readColumn } from '../rows/read-rows.ts';

/** The authenticator app of a user. */
export async function findAuthenticatorApp(db: ReadDb, userId: string): Promise<AuthenticatorAppTable | undefined> {
  return db.selectFrom('authenticatorApp').selectAll().where('userId', '=', userId).executeTakeFirst();
}

/** Stores the authenticator app of a user, in place of an earlier one. */
export async function writeAuthenticatorApp(tx: Tx, row: AuthenticatorAppTable): Promise<void> {
  await deleteAuthenticatorApp(tx, row.userId);
  await tx.write.insertInto('authenticatorApp').values(row).execute();
}

interface AppUse {
  /** Period of the code, counted from 1970. */
  readonly step: number;
  readonly at: number;
}

/**
 * Notes a right code. Of requests with the same code, one succeeds.
 * @returns false for a code of a period that was used before
 */
export async function writeAppUse(tx: Tx, userId: string, { step, at }: AppUse): Promise<boolean> {
  return isFound(
    tx.write
      .updateTable('authenticatorApp')
      .set({ lastStep: step, lastUsedAt: at, failures: 0 })
      .where('userId', '=', userId)
      .where('lastStep', '<', step)
      .returning('userId'),
  );
}

/** Counts a wrong code. */
export async function writeAppFailure(tx: Tx, userId: string): Promise<void> {
  await tx.write
    .updateTable('authenticatorApp')
    .set((eb) => ({ failures: eb('failures', '+', 1) }))
    .where('userId', '=', userId)
    .execute();
}

/** Forgets wrong codes, as with a new password. */
export async function writeAppPardon(tx: Tx, userId: string): Promise<void> {
  await tx.write.updateTable('authenticatorApp').set({ failures: 0 }).where('userId', '=', userId).execute();
}

/** Removes the authenticator app of a user. @returns false without one */
export async function deleteAuthenticatorApp(tx: Tx, userId: string): Promise<boolean> {
  return isFound(tx.write.deleteFrom('authenticatorApp').where('userId', '=', userId).returning('userId'));
}

/** Hashes of the unused recovery codes of a user. */
export async function listRecoveryHashes(db: ReadDb, userId: string): Promise<string[]> {
  return readColumn(db.selectFrom('recoveryCode').select('codeHash').where('userId', '=', userId), 'codeHash');
}

/** How many recovery codes a user has left. */
export async function countRecoveryCodes(db: ReadDb, userId: string): Promise<number> {
  return countRows(db.selectFrom('recoveryCode').where('userId', '=', userId));
}

/** Replaces the recovery codes of a user. */
export async function writeRecoveryCodes(tx: Tx, userId: string, rows: readonly RecoveryCodeTable[]): Promise<void> {
  await tx.write.deleteFrom('recoveryCode').where('userId', '=', userId).execute();
  if (rows.length > 0)
    await tx.write
      .insertInto('recoveryCode')
      .values([...rows])
      .execute();
}

/** Uses a recovery code up. Of concurrent requests, one gets it. @returns false when it is gone */
export async function takeRecoveryCode(tx: Tx, userId: string, codeHash: string): Promise<boolean> {
  return isFound(
    tx.write
      .deleteFrom('recoveryCode')
      .where('userId', '=', userId)
      .where('codeHash', '=', codeHash)
      .returning('userId'),
  );
}

/** Uses a ticket up. @returns false when it was used before */
export async function writeUsedTicket(tx: Tx, id: string, expiresAt: number, now: number): Promise<boolean> {
  await tx.write.deleteFrom('usedTicket').where('expiresAt', '<', now).execute();
  return isFound(
    tx.write
      .insertInto('usedTicket')
      .values({ id, expiresAt })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id'),
  );
}

/** Notes in the account whether it has a second factor. Call it after every change of its factors. */
export async function writeHasFactor(tx: Tx, userId: string): Promise<boolean> {
  const hasApp = (await findAuthenticatorApp(tx.read, userId)) !== undefined;
  const has =
    hasApp || (await isFound(tx.read.selectFrom('passkey').select('id').where('userId', '=', userId).limit(1)));
  await tx.write
    .updateTable('user')
    .set({ secondFactor: has ? 1 : 0 })
    .where('id', '=', userId)
    .execute();
  return has;
}

/** Removes all second factors of a user, with recovery codes and remembered browsers. */
export async function deleteFactors(tx: Tx, userId: string): Promise<void> {
  for (const table of ['authenticatorApp', 'passkey', 'recoveryCode', 'rememberedBrowser'] as const) {
    await tx.write.deleteFrom(table).where('userId', '=', userId).execute();
  }
  await writeHasFactor(tx, userId);
}
