import type { Insertable, Selectable, Updateable } from 'kysely';
import type { ReadDb, Tx } from '../../open.ts';
import type { ReleaseSourceTable } from '../../schema/index.ts';
import { type Slice, countRows, isFound } from '../rows/read-rows.ts';

export type SourceRow = Selectable<ReleaseSourceTable>;
export type SourceChange = Updateable<ReleaseSourceTable>;

/** One page of sources, by name. */
export async function pickSources(db: ReadDb, { offset, limit }: Slice): Promise<SourceRow[]> {
  return db
    .selectFrom('releaseSource')
    .selectAll()
    .orderBy('sortKey')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** How many sources there are. */
export async function countSources(db: ReadDb): Promise<number> {
  return countRows(db.selectFrom('releaseSource'));
}

/** One source. */
export async function findSource(db: ReadDb, id: string): Promise<SourceRow | undefined> {
  return db.selectFrom('releaseSource').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Every source that is switched on. */
export async function listEnabledSources(db: ReadDb): Promise<SourceRow[]> {
  return db.selectFrom('releaseSource').selectAll().where('enabled', '=', 1).orderBy('id').execute();
}

/** Stores a new source. @throws when its key is taken */
export async function insertSource(tx: Tx, row: Insertable<ReleaseSourceTable>): Promise<void> {
  await tx.write.insertInto('releaseSource').values(row).execute();
}

/** Changes what is given. @returns false when it has gone */
export async function updateSource(tx: Tx, id: string, change: SourceChange): Promise<boolean> {
  return isFound(tx.write.updateTable('releaseSource').set(change).where('id', '=', id).returning('id'));
}

/** Stores the result of a poll, unless the source changed meanwhile. @param asked the source when the poll began */
export async function writePollResult(
  tx: Tx,
  asked: Pick<SourceRow, 'id' | 'config' | 'secret'>,
  change: SourceChange,
): Promise<void> {
  const { id, config, secret } = asked;
  await tx.write
    .updateTable('releaseSource')
    .set(change)
    .where('id', '=', id)
    .where('config', '=', config)
    .$if(secret === null, (query) => query.where('secret', 'is', null))
    .$if(secret !== null, (query) => query.where('secret', '=', secret))
    .execute();
}

/** No feed of a host is asked before this time. */
export async function postponeHost(tx: Tx, host: string, until: number): Promise<void> {
  await tx.write
    .updateTable('releaseSource')
    .set({ nextPollAt: until })
    .where('host', '=', host)
    .where('nextPollAt', '<', until)
    .execute();
}

/** Sets when a source is polled next, unless another process did so meanwhile. @returns whether it was set */
export async function planPoll(
  tx: Tx,
  known: Pick<SourceRow, 'id' | 'plannedFor' | 'nextPollAt'>,
  next: { readonly plannedFor: string; readonly nextPollAt: number },
): Promise<boolean> {
  const { id, plannedFor, nextPollAt } = known;
  return isFound(
    tx.write
      .updateTable('releaseSource')
      .set(next)
      .where('id', '=', id)
      .where('enabled', '=', 1)
      .where((eb) => eb('plannedFor', plannedFor === null ? 'is' : '=', plannedFor))
      .where((eb) => eb('nextPollAt', nextPollAt === null ? 'is' : '=', nextPollAt))
      .returning('id'),
  );
}

/** Removes a source with its entries. @returns false when it has gone */
export async function deleteSource(tx: Tx, id: string): Promise<boolean> {
  return isFound(tx.write.deleteFrom('releaseSource').where('id', '=', id).returning('id'));
}

/** Deletes the entries of a source, and what it answered last. @returns how many entries */
export async function resetSource(tx: Tx, id: string): Promise<number> {
  const gone = await tx.write.deleteFrom('releaseEntry').where('sourceId', '=', id).executeTakeFirst();
  await tx.write
    .updateTable('releaseSource')
    .set({
      ...{ etag: null, lastModified: null, lastPolledAt: null, lastError: null, lastErrorAt: null },
      ...{ failures: 0, lastSummary: null, plannedFor: null, nextPollAt: null },
    })
    .where('id', '=', id)
    .execute();
  return Number(gone.numDeletedRows);
}
