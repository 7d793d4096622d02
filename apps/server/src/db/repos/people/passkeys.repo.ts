import type { ReadDb, Tx } from '../../open.ts';
import type { PasskeyTable } from '../../schema/index.ts';
import { isFound } from '../rows/read-rows.ts';

/** The passkeys of a user, the oldest first. */
export async function listPasskeys(db: ReadDb, userId: string): Promise<PasskeyTable[]> {
  return db.selectFrom('passkey').selectAll().where('userId', '=', userId).orderBy('id').execute();
}

/** The passkey with this credential id, of any user. */
export async function findPasskey(db: ReadDb, credentialId: string): Promise<PasskeyTable | undefined> {
  return db.selectFrom('passkey').selectAll().where('credentialId', '=', credentialId).executeTakeFirst();
}

/** Adds a passkey. @returns false when its credential id is known already */
export async function writePasskey(tx: Tx, row: PasskeyTable): Promise<boolean> {
  return isFound(
    tx.write
      .insertInto('passkey')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id'),
  );
}

/** Renames a passkey of a user. @returns false when it is not there */
export async function writePasskeyName(tx: Tx, userId: string, id: string, name: string): Promise<boolean> {
  return isFound(
    tx.write.updateTable('passkey').set({ name }).where('userId', '=', userId).where('id', '=', id).returning('id'),
  );
}

/** Notes a signature. @returns false when the passkey was removed, or has counted further meanwhile */
export async function writePasskeyUse(
  tx: Tx,
  { id, counter: before }: Pick<PasskeyTable, 'id' | 'counter'>,
  use: Pick<PasskeyTable, 'counter' | 'isSynced' | 'lastUsedAt'>,
): Promise<boolean> {
  return isFound(
    tx.write.updateTable('passkey').set(use).where('id', '=', id).where('counter', '=', before).returning('id'),
  );
}

/** Removes a passkey of a user. @returns false when it is not there */
export async function deletePasskey(tx: Tx, userId: string, id: string): Promise<boolean> {
  return isFound(tx.write.deleteFrom('passkey').where('userId', '=', userId).where('id', '=', id).returning('id'));
}
