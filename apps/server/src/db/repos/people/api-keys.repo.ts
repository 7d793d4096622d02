import type { ReadDb, Tx } from '../../open.ts';
import type { ApiKeyTable, UserTable } from '../../schema/index.ts';
import { countRows } from '../rows/read-rows.ts';

/** A key with its owner. */
export interface OwnedKey {
  readonly key: ApiKeyTable;
  readonly owner: UserTable;
}

async function withOwner(db: ReadDb, key: ApiKeyTable | undefined): Promise<OwnedKey | undefined> {
  if (key === undefined) return undefined;
  const owner = await db.selectFrom('user').selectAll().where('id', '=', key.userId).executeTakeFirst();
  return owner === undefined ? undefined : { key, owner };
}

/** The key with these 8 characters. */
export async function findKeyByPrefix(db: ReadDb, prefix: string): Promise<OwnedKey | undefined> {
  return withOwner(db, await db.selectFrom('apiKey').selectAll().where('prefix', '=', prefix).executeTakeFirst());
}

/** The key of which KOReader's digest is this one. */
export async function findKeyByKoreaderDigest(db: ReadDb, digest: string): Promise<OwnedKey | undefined> {
  return withOwner(
    db,
    await db.selectFrom('apiKey').selectAll().where('koreaderDigest', '=', digest).executeTakeFirst(),
  );
}

/** The key with this id, of any owner. */
export async function findKey(db: ReadDb, id: string): Promise<OwnedKey | undefined> {
  return withOwner(db, await db.selectFrom('apiKey').selectAll().where('id', '=', id).executeTakeFirst());
}

/** All keys of a user, the newest first. */
export async function listKeysOf(db: ReadDb, userId: string): Promise<ApiKeyTable[]> {
  return db
    .selectFrom('apiKey')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** How many keys a user has. */
export async function countKeysOf(db: ReadDb, userId: string): Promise<number> {
  return countRows(db.selectFrom('apiKey').where('userId', '=', userId));
}

/** Adds a key; its prefix must be free. */
export async function writeKey(tx: Tx, key: ApiKeyTable): Promise<void> {
  await tx.write.insertInto('apiKey').values(key).execute();
}

/** Changes what can be changed about a key. */
export async function writeKeyChange(
  tx: Tx,
  id: string,
  change: Partial<Pick<ApiKeyTable, 'name' | 'permissions' | 'expiresAt' | 'isActive'>> & {
    readonly updatedAt: number;
  },
): Promise<void> {
  await tx.write.updateTable('apiKey').set(change).where('id', '=', id).execute();
}

/** Removes a key. @returns false when it is not there any more */
export async function deleteKey(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.write.deleteFrom('apiKey').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Removes all keys of a user. @returns how many there were */
export async function deleteKeysOf(tx: Tx, userId: string): Promise<number> {
  const { numDeletedRows } = await tx.write.deleteFrom('apiKey').where('userId', '=', userId).executeTakeFirst();
  return Number(numDeletedRows);
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
