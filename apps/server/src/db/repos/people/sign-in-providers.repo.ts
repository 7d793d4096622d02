import type { Updateable } from 'kysely';
import type { ReadDb, Tx } from '../../open.ts';
import type { SignInProviderTable } from '../../schema/index.ts';
import { isFound } from '../rows/read-rows.ts';

/** All providers, by name. */
export async function listProviderRows(db: ReadDb): Promise<SignInProviderTable[]> {
  return db.selectFrom('signInProvider').selectAll().orderBy('displayName').orderBy('name').execute();
}

/** The provider with this id. */
export async function findProviderRow(db: ReadDb, id: string): Promise<SignInProviderTable | undefined> {
  return db.selectFrom('signInProvider').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The provider with this name. */
export async function findNamedProviderRow(db: ReadDb, name: string): Promise<SignInProviderTable | undefined> {
  return db.selectFrom('signInProvider').selectAll().where('name', '=', name).executeTakeFirst();
}

/** Adds a provider; its name must be free. */
export async function insertProvider(tx: Tx, row: SignInProviderTable): Promise<void> {
  await tx.write.insertInto('signInProvider').values(row).execute();
}

/** Changes the columns that are given. */
export async function updateProvider(tx: Tx, id: string, change: Updateable<SignInProviderTable>): Promise<void> {
  await tx.write.updateTable('signInProvider').set(change).where('id', '=', id).execute();
}

/** Removes a provider. @returns false when it is not there any more */
export async function deleteProvider(tx: Tx, id: string): Promise<boolean> {
  return isFound(tx.write.deleteFrom('signInProvider').where('id', '=', id).returning('id'));
}
