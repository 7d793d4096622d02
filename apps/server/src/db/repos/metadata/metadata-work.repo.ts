import { sql } from 'kysely';
import { chunked } from '../../sql/dialect.ts';
import type { ReadDb, Tx } from '../../open.ts';
import { openChanges } from './metadata-journal.repo.ts';
import { countRows, type ReadRow } from '../rows/read-rows.ts';
import type { ViewerScope } from '../rows/viewer-scope.ts';

/** An edit of many that a task does. */
export type MetadataWork = ReadRow<typeof findWork>;

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
export async function findWork(db: ReadDb, actionId: string) {
  return db
    .selectFrom('metadataWork')
    .select(['request', 'total', 'done'])
    .where('actionId', '=', actionId)
    .executeTakeFirst();
}

/** All work that tasks have, of all actions: there is little of it at a time. */
export async function listWork(db: ReadDb): Promise<{ readonly actionId: string; readonly request: string }[]> {
  return db.selectFrom('metadataWork').select(['actionId', 'request']).execute();
}

/** Work that no task is at, and none will be: it was cancelled, or it failed. */
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

/**
 * Stores an undo that a task is to do: of all changes of an action that the viewer may see and that are not undone.
 * @returns how many those are
 */
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

/**
 * Notes that these are done.
 * @param kept of them so many were left as they are
 * @returns how many those are by now, in all
 */
export async function finishTargets(tx: Tx, actionId: string, ownerIds: readonly string[], kept = 0) {
  for (const ids of chunked(ownerIds)) {
    await tx.write.deleteFrom('metadataTarget').where('actionId', '=', actionId).where('ownerId', 'in', ids).execute();
  }
  return tx.write
    .updateTable('metadataWork')
    .set((eb) => ({ done: eb('done', '+', ownerIds.length), kept: eb('kept', '+', kept) }))
    .where('actionId', '=', actionId)
    .returning(['done', 'kept'])
    .executeTakeFirstOrThrow();
}

/** Forgets the work, with whatever still waited. */
export async function deleteWork(tx: Tx, actionId: string): Promise<void> {
  await tx.write.deleteFrom('metadataWork').where('actionId', '=', actionId).execute();
}
