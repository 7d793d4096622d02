import { type Selectable, sql } from 'kysely';
import type { Database, ReadDb, Tx } from '../../open.ts';
import type { HealthFindingTable } from '../../schema/index.ts';
import { databaseNow, lockFor } from '../../sql/dialect.ts';
import { isFound, type ReadRow } from '../rows/read-rows.ts';

/** A finding as it is stored. */
export type FindingRow = Selectable<HealthFindingTable>;

/** The key of `serverState` with the time of the last check. */
const CHECKED_KEY = 'health.checked';

/** Every stored finding, problems first, then the oldest. */
export async function listFindingRows(db: ReadDb): Promise<FindingRow[]> {
  return db.selectFrom('healthFinding').selectAll().orderBy('state').orderBy('since').orderBy('key').execute();
}

/** When the server was last checked, epoch milliseconds; undefined before the first check. */
export async function findCheckTime(db: ReadDb): Promise<number | undefined> {
  const row = await db.selectFrom('serverState').select('changedAt').where('key', '=', CHECKED_KEY).executeTakeFirst();
  return row?.changedAt;
}

/**
 * Takes the next check for this process, unless another process took it a short time ago.
 * @param pauseMs the shortest time between two checks, by the database's clock
 */
export async function claimCheck(tx: Tx, pauseMs: number): Promise<boolean> {
  const now = databaseNow(tx.kind);
  return isFound(
    tx.write
      .insertInto('serverState')
      .values({ key: CHECKED_KEY, value: '{}', changedAt: now })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet({ changedAt: now })
          .where('serverState.changedAt', '<=', sql<number>`${now} - ${pauseMs}`),
      )
      .returning('key'),
  );
}

/** Processes that store their findings do so one after the other. */
export async function lockFindings(tx: Tx): Promise<void> {
  await lockFor(tx.kind, tx.write, 'health');
}

/** Stores a finding; a known one keeps the time of its start. */
export async function putFinding(tx: Tx, { key, ...finding }: FindingRow): Promise<void> {
  await tx.write
    .insertInto('healthFinding')
    .values({ key, ...finding })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(finding))
    .execute();
}

/** Deletes findings that are no more. */
export async function deleteFindings(tx: Tx, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await tx.write.deleteFrom('healthFinding').where('key', 'in', keys).execute();
}

/** Hides or shows a finding. @returns false when it is no more */
export async function hideFinding(
  tx: Tx,
  key: string,
  hidden: Pick<FindingRow, 'hiddenAt' | 'hiddenBy'>,
): Promise<boolean> {
  return isFound(tx.write.updateTable('healthFinding').set(hidden).where('key', '=', key).returning('key'));
}

/**
 * Kinds of tasks whose last run failed, by library. A later success of the same work mends it; mails have no work in common,
 * so any later mail that was sent mends theirs.
 */
export async function listFailedWork({ read }: Pick<Database, 'read'>) {
  return read
    .selectFrom('task as failed')
    .leftJoin('library', 'library.id', 'failed.libraryId')
    .where('failed.status', '=', 'failed')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('task as later')
            .select('later.id')
            .where('later.status', '=', 'completed')
            .whereRef('later.type', '=', 'failed.type')
            .whereRef('later.completedAt', '>', 'failed.completedAt')
            .where((inner) =>
              inner.or([inner('later.type', '=', 'send_mail'), inner('later.target', '=', inner.ref('failed.target'))]),
            ),
        ),
      ),
    )
    .select((eb) => [
      'failed.type',
      'library.id as libraryId',
      'library.name as libraryName',
      eb.fn.countAll<number>().as('count'),
      eb.fn.min<number>('failed.completedAt').as('firstAt'),
      eb.fn.max<number>('failed.completedAt').as('lastAt'),
      eb.fn.max<string>('failed.lastError').as('lastError'),
    ])
    .groupBy(['failed.type', 'library.id', 'library.name'])
    .orderBy('failed.type')
    .execute();
}

/** A kind of task whose last runs failed. */
export type FailedWork = ReadRow<typeof listFailedWork>;

/** Libraries with books whose removal waits for an answer. */
export async function listHeldBackLibraries(db: ReadDb) {
  return db
    .selectFrom('book')
    .innerJoin('library', 'library.id', 'book.libraryId')
    .where('book.missingSince', 'is not', null)
    .where('book.deletedAt', 'is', null)
    .select((eb) => [
      'library.id',
      'library.name',
      eb.fn.countAll<number>().as('count'),
      eb.fn.min<number>('book.missingSince').as('since'),
    ])
    .groupBy(['library.id', 'library.name'])
    .execute();
}
