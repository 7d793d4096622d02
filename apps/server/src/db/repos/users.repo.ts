import type { ReadDb, Tx } from '../open.ts';
import type { UserTable } from '../schema/index.ts';

/** What login looks up: names and e-mail addresses are the same in any case. */
export function userKey(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** Whether anybody has an account. */
export async function hasUsers(db: ReadDb): Promise<boolean> {
  return (await db.selectFrom('user').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** The user with this id, active or not. */
export async function findUser(db: ReadDb, id: string): Promise<UserTable | undefined> {
  return await db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The libraries that were given to a user who may not see all, in a fixed order. */
export async function listLibraryIdsOf(db: ReadDb, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('userLibrary')
    .select('libraryId')
    .where('userId', '=', userId)
    .orderBy('libraryId')
    .execute();
  return rows.map(({ libraryId }) => libraryId);
}

/**
 * The user who signs in with this name, else with this e-mail address.
 * @param login as typed, in any case
 */
export async function findUserByLogin(db: ReadDb, login: string): Promise<UserTable | undefined> {
  const key = userKey(login.trim());
  const named = await db.selectFrom('user').selectAll().where('usernameKey', '=', key).executeTakeFirst();
  return named ?? (await db.selectFrom('user').selectAll().where('emailKey', '=', key).executeTakeFirst());
}

/** Adds a user; the name and the address must be free. */
export async function writeUser(tx: Tx, user: UserTable): Promise<void> {
  await tx.write.insertInto('user').values(user).execute();
}

/** Notes a sign-in. */
export async function writeLastLogin(tx: Tx, id: string, at: number): Promise<void> {
  await tx.write.updateTable('user').set({ lastLoginAt: at }).where('id', '=', id).execute();
}

/** Replaces the password. */
export async function writePasswordHash(tx: Tx, id: string, passwordHash: string, at: number): Promise<void> {
  await tx.write.updateTable('user').set({ passwordHash, updatedAt: at }).where('id', '=', id).execute();
}
