import { sql } from 'kysely';
import { chunked } from '../../sql/dialect.ts';
import type { ReadDb, Tx } from '../../open.ts';
import { openChanges } from './metadata-journal.repo.ts';
import { countRows, type ReadRow, writeChunked } from '../rows/read-rows.ts';
import type { ViewerScope } from '../rows/viewer-scope.ts';

/** An edit of many that a task does. */
export type MetadataWork = ReadRow<typeof findWork>;

/** Stores the work of a task and its targets; its action exists. */
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
export async function findWork(db: ReadDb, actionId: string) {
  return db
    .selectFrom('metadataWork')
    .select(['request', 'total', 'done'])
    .where('actionId', '=', actionId)
    .executeTakeFirst();
}

/** All open work, which is little. */
export async function listWork(db: ReadDb): Promise<{ readonly actionId: string; readonly request: string }[]> {
  return db.selectFrom('metadataWork').select(['actionId', 'request']).execute();
}

/** Work whose task was cancelled or failed. */
export async function listUnattended(db: ReadDb): Promise<{ readonly actionId: string; readonly request: string }[]> {
  return db
    .selectFrom('metadataWork as work')
    .select(['work.actionId', 'work.request'])
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('task')
            .select('task.id')
            .where('task.type', '=', 'edit_metadata')
            .whereRef('task.target', '=', 'work.actionId')
            .where('task.status', 'in', ['pending', 'running']),
        ),
      ),
    )
    .orderBy('work.actionId')
    .execute();
}

/** Stores an undo as work: of all visible changes of an action that are not undone. @returns how many there are */
export async function insertUndoWork(
  tx: Tx,
  viewerScope: ViewerScope,
  work: { readonly actionId: string; readonly request: string; readonly undoes: string },
): Promise<number> {
  const { actionId, request, undoes } = work;
  await tx.write.insertInto('metadataWork').values({ actionId, request, total: 0 }).execute();
  await tx.write
    .insertInto('metadataTarget')
    .columns(['actionId', 'ownerId'])
    .expression(
      openChanges(tx.read, viewerScope, undoes).select([
        sql<string>`cast(${actionId} as text)`.as('actionId'),
        'change.id',
      ]),
    )
    .execute();
  const total = await countRows(tx.read.selectFrom('metadataTarget').where('actionId', '=', actionId));
  await tx.write.updateTable('metadataWork').set({ total }).where('actionId', '=', actionId).execute();
  return total;
}

/** The next targets, by id. */
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

/** Removes targets that are done. @param kept how many were left as they are @returns both counts in total */
export async function finishTargets(tx: Tx, actionId: string, ownerIds: readonly string[], kept = 0) {
  await writeChunked(ownerIds, (ids) =>
    tx.write.deleteFrom('metadataTarget').where('actionId', '=', actionId).where('ownerId', 'in', ids),
  );
  return tx.write
    .updateTable('metadataWork')
    .set((eb) => ({ done: eb('done', '+', ownerIds.length), kept: eb('kept', '+', kept) }))
    .where('actionId', '=', actionId)
    .returning(['done', 'kept'])
    .executeTakeFirstOrThrow();
}

/** Deletes the work and its targets. */
export async function deleteWork(tx: Tx, actionId: string): Promise<void> {
  await tx.write.deleteFrom('metadataWork').where('actionId', '=', actionId).execute();
}
