import { chunked } from '../dialect.ts';
import type { ReadDb, Tx } from '../open.ts';

/** An edit of many that a task does. */
export interface MetadataWork {
  /** What is to be done, and by whom, JSON. */
  readonly request: string;
  readonly total: number;
  readonly done: number;
}

/** Stores what a task is to do, and to which books or series; its action is there already. */
export async function insertWork(
  tx: Tx,
  work: { readonly actionId: string; readonly request: string },
  ownerIds: readonly string[],
): Promise<void> {
  const { actionId, request } = work;
  await tx.write.insertInto('metadataWork').values({ actionId, request, total: ownerIds.length }).execute();
  for (const ids of chunked(ownerIds)) {
    const rows = ids.map((ownerId) => ({ actionId, ownerId }));
    await tx.write.insertInto('metadataTarget').values(rows).execute();
  }
}

/** What a task is to do; undefined once it is done. */
export async function findWork(db: ReadDb, actionId: string): Promise<MetadataWork | undefined> {
  return db
    .selectFrom('metadataWork')
    .select(['request', 'total', 'done'])
    .where('actionId', '=', actionId)
    .executeTakeFirst();
}

/** The next of those that wait, by id. */
export async function listTargets(db: ReadDb, actionId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('metadataTarget')
    .select('ownerId')
    .where('actionId', '=', actionId)
    .orderBy('ownerId')
    .limit(limit)
    .execute();
  return rows.map(({ ownerId }) => ownerId);
}

/** Notes that these are done. */
export async function finishTargets(tx: Tx, actionId: string, ownerIds: readonly string[]): Promise<void> {
  for (const ids of chunked(ownerIds)) {
    await tx.write.deleteFrom('metadataTarget').where('actionId', '=', actionId).where('ownerId', 'in', ids).execute();
  }
  await tx.write
    .updateTable('metadataWork')
    .set((eb) => ({ done: eb('done', '+', ownerIds.length) }))
    .where('actionId', '=', actionId)
    .execute();
}

/** Forgets the work, with whatever still waited. */
export async function deleteWork(tx: Tx, actionId: string): Promise<void> {
  await tx.write.deleteFrom('metadataWork').where('actionId', '=', actionId).execute();
}
