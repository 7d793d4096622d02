import type { ReadDb, Tx } from '../../open.ts';
import type { RememberedBrowserTable } from '../../schema/index.ts';
import { isFound } from '../rows/read-rows.ts';

/** Remembered browsers of a user, the last used first. */
export async function listRememberedBrowsers(
  db: ReadDb,
  userId: string,
  now: number,
): Promise<RememberedBrowserTable[]> {
  return db
    .selectFrom('rememberedBrowser')
    .selectAll()
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .orderBy('lastUsedAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** The remembered browser with this id; undefined once it has expired. */
export async function findRememberedBrowser(
  db: ReadDb,
  id: string,
  now: number,
): Promise<RememberedBrowserTable | undefined> {
  return db
    .selectFrom('rememberedBrowser')
    .selectAll()
    .where('id', '=', id)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
}

/** Remembers a browser, and deletes expired ones of its user. */
export async function writeRememberedBrowser(tx: Tx, row: RememberedBrowserTable): Promise<void> {
  await tx.write
    .deleteFrom('rememberedBrowser')
    .where('userId', '=', row.userId)
    .where('expiresAt', '<=', row.createdAt)
    .execute();
  await tx.write.insertInto('rememberedBrowser').values(row).execute();
}

/** Notes a sign-in. @returns false when the browser was forgotten meanwhile */
export async function writeBrowserUse(tx: Tx, id: string, at: number): Promise<boolean> {
  return isFound(
    tx.write.updateTable('rememberedBrowser').set({ lastUsedAt: at }).where('id', '=', id).returning('id'),
  );
}

/** Forgets browsers of a user. @param id absent for all @returns how many there were */
export async function deleteRememberedBrowsers(tx: Tx, userId: string, id?: string): Promise<number> {
  const { numDeletedRows } = await tx.write
    .deleteFrom('rememberedBrowser')
    .where('userId', '=', userId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
