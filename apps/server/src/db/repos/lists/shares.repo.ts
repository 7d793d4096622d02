import type { ReadDb, Tx } from '../../open.ts';
import type { ShareTable } from '../../schema/index.ts';
import { countRows, isFound, type Slice } from '../rows/read-rows.ts';

/** Links of a user that can be opened, newest first. */
export async function listShareRows(db: ReadDb, maker: string, now: number): Promise<ShareTable[]> {
  return db
    .selectFrom('share')
    .selectAll()
    .where('createdBy', '=', maker)
    .where('expiresAt', '>', now)
    .orderBy('id', 'desc')
    .execute();
}

/** Which links of all users. */
interface OpenShares {
  readonly audiences: readonly string[];
  readonly now: number;
}

function openShares(db: ReadDb, { audiences, now }: OpenShares) {
  return db
    .selectFrom('share')
    .innerJoin('user', 'user.id', 'share.createdBy')
    .where('share.expiresAt', '>', now)
    .where('share.audience', 'in', audiences);
}

/** Links of all users that can be opened, newest first, with the names of their makers. @param which at least one audience */
export async function listOpenShares(db: ReadDb, which: OpenShares, { limit, offset }: Slice) {
  return openShares(db, which)
    .selectAll('share')
    .select('user.username')
    .orderBy('share.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** How many links of all users can be opened. @param which at least one audience */
export async function countOpenShares(db: ReadDb, which: OpenShares): Promise<number> {
  return countRows(openShares(db, which));
}

/** How many links of a user can be opened. */
export async function countShares(db: ReadDb, maker: string, now: number): Promise<number> {
  return countRows(db.selectFrom('share').where('createdBy', '=', maker).where('expiresAt', '>', now));
}

/** A link that can be opened, by its id or the hash of its token. */
export async function findShare(
  db: ReadDb,
  by: { readonly id: string } | { readonly tokenHash: string },
  now: number,
): Promise<ShareTable | undefined> {
  const query = db.selectFrom('share').selectAll().where('expiresAt', '>', now);
  const found = 'id' in by ? query.where('id', '=', by.id) : query.where('tokenHash', '=', by.tokenHash);
  return found.executeTakeFirst();
}

/** Adds a link, and deletes those that have ended. */
export async function writeShare(tx: Tx, row: ShareTable): Promise<void> {
  await tx.write.deleteFrom('share').where('expiresAt', '<=', row.createdAt).execute();
  await tx.write.insertInto('share').values(row).execute();
}

/** Deletes a link. @param maker undefined for that of any user. @returns the deleted one */
export async function deleteShareRow(tx: Tx, id: string, maker: string | undefined): Promise<ShareTable | undefined> {
  return tx.write
    .deleteFrom('share')
    .where('id', '=', id)
    .$if(maker !== undefined, (query) => query.where('createdBy', '=', maker ?? ''))
    .returningAll()
    .executeTakeFirst();
}

/** Whether a book is in a reading list. */
export async function isInReadList(db: ReadDb, readListId: string, bookId: string): Promise<boolean> {
  return isFound(
    db.selectFrom('readListBook').select('bookId').where('readListId', '=', readListId).where('bookId', '=', bookId),
  );
}
