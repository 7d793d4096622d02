import type { ReadDb, Tx } from '../../open.ts';
import type { ApiKeyTable } from '../../schema/index.ts';
import { countRows, isFound, type ReadRow } from '../rows/read-rows.ts';

/** A key with its owner. */
export type OwnedKey = ReadRow<typeof findKeyBy>;

async function findKeyBy(db: ReadDb, column: 'id' | 'prefix' | 'koreaderDigest', value: string) {
  const key = await db.selectFrom('apiKey').selectAll().where(column, '=', value).executeTakeFirst();
  if (key === undefined) return undefined;
  const owner = await db.selectFrom('user').selectAll().where('id', '=', key.userId).executeTakeFirst();
  return owner === undefined ? undefined : { key, owner };
}

/** The key with these 8 characters. */
export async function findKeyByPrefix(db: ReadDb, prefix: string): Promise<OwnedKey | undefined> {
  return findKeyBy(db, 'prefix', prefix);
}

/** The key with this digest of KOReader. */
export async function findKeyByKoreaderDigest(db: ReadDb, digest: string): Promise<OwnedKey | undefined> {
  return findKeyBy(db, 'koreaderDigest', digest);
}

/** The key with this id, of any owner. */
export async function findKey(db: ReadDb, id: string): Promise<OwnedKey | undefined> {
  return findKeyBy(db, 'id', id);
}

/** All keys of a user, the newest first. */
export async function listUserKeys(db: ReadDb, userId: string): Promise<ApiKeyTable[]> {
  return db
    .selectFrom('apiKey')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** How many keys a user has. */
export async function countUserKeys(db: ReadDb, userId: string): Promise<number> {
  return countRows(db.selectFrom('apiKey').where('userId', '=', userId));
}

/** Adds a key; its prefix must be free. */
export async function writeKey(tx: Tx, key: ApiKeyTable): Promise<void> {
  await tx.write.insertInto('apiKey').values(key).execute();
}

/** Changes what can be changed about a key. */
export async function writeKeyChange(tx: Tx, id: string, change: Partial<ApiKeyTable>): Promise<void> {
  await tx.write.updateTable('apiKey').set(change).where('id', '=', id).execute();
}

/** Removes a key. @returns false when it is not there any more */
export async function deleteKey(tx: Tx, id: string): Promise<boolean> {
  return isFound(tx.write.deleteFrom('apiKey').where('id', '=', id).returning('id'));
}

/** Removes all keys of a user. */
export async function deleteUserKeys(tx: Tx, userId: string): Promise<void> {
  await tx.write.deleteFrom('apiKey').where('userId', '=', userId).execute();
}

/** Notes when a key was used; an earlier time changes nothing. */
export async function writeKeyUse(tx: Tx, id: string, at: number): Promise<void> {
  await tx.write
    .updateTable('apiKey')
    .set({ lastUsedAt: at })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('lastUsedAt', 'is', null), eb('lastUsedAt', '<', at)]))
    .execute();
}
