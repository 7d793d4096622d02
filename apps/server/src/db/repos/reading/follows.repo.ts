import type { ReadDb, Tx } from '../../open.ts';
import { databaseNow } from '../../sql/dialect.ts';
import { groupColumn, isFound, readChunked } from '../rows/read-rows.ts';

/** Whether a user follows a series. */
export async function isFollowed(db: ReadDb, userId: string, seriesId: string): Promise<boolean> {
  return isFound(
    db.selectFrom('seriesFollow').select('seriesId').where('userId', '=', userId).where('seriesId', '=', seriesId),
  );
}

/** Follows a series; once is enough. */
export async function insertFollow(tx: Tx, userId: string, seriesId: string): Promise<void> {
  await tx.write
    .insertInto('seriesFollow')
    .values({ userId, seriesId, createdAt: databaseNow(tx.kind) })
    .onConflict((conflict) => conflict.columns(['userId', 'seriesId']).doNothing())
    .execute();
}

/** Stops following a series. */
export async function deleteFollow(tx: Tx, userId: string, seriesId: string): Promise<void> {
  await tx.write.deleteFrom('seriesFollow').where('userId', '=', userId).where('seriesId', '=', seriesId).execute();
}

/** The followed ones of some series, with the users who follow them. */
export async function listFollowers(db: ReadDb, seriesIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await readChunked([...new Set(seriesIds)], (some) =>
    db.selectFrom('seriesFollow').select(['seriesId', 'userId']).where('seriesId', 'in', some),
  );
  return groupColumn(rows, 'seriesId', 'userId');
}
