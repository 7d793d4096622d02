import type { Insertable, Selectable, Updateable } from 'kysely';
import { z } from 'zod';
import type { ReadDb, Tx } from '../../open.ts';
import type { NoticeDeliveryTable, NoticeTargetTable } from '../../schema/index.ts';
import { databaseNow, lockFor } from '../../sql/dialect.ts';
import { countRows, isFound, type ReadRow, writeChunked } from '../rows/read-rows.ts';

export type TargetRow = Selectable<NoticeTargetTable>;
export type TargetChange = Updateable<NoticeTargetTable>;
export type DeliveryRow = Selectable<NoticeDeliveryTable>;

/** What a notice is about: ids, and an error in words. Names are looked up when the notice is sent. */
const NoticeSubject = z.object({
  bookId: z.string().optional(),
  seriesId: z.string().optional(),
  libraryId: z.string().optional(),
  taskType: z.string().optional(),
  message: z.string().optional(),
});
export type NoticeSubject = z.infer<typeof NoticeSubject>;

/** A cause about to be stored. */
export interface NewCause {
  readonly kind: string;
  readonly subject: NoticeSubject;
}

/**
 * Stores causes of notices, in the transaction of what caused them.
 * @returns false when there are none, or no target that could be told
 */
export async function insertCauses(tx: Tx, causes: readonly NewCause[]): Promise<boolean> {
  if (causes.length === 0 || !(await hasEnabledTarget(tx.read))) return false;
  const createdAt = databaseNow(tx.kind);
  const rows = causes.map(({ kind, subject }) => ({ kind, subject: JSON.stringify(subject), createdAt }));
  await writeChunked(rows, (some) => tx.write.insertInto('noticeCause').values(some));
  return true;
}

async function hasEnabledTarget(db: ReadDb): Promise<boolean> {
  return isFound(db.selectFrom('noticeTarget').select('id').where('enabled', '=', 1).limit(1));
}

/** Only one process at a time plans notices. */
export async function lockPlanning(tx: Tx): Promise<void> {
  await lockFor(tx.kind, tx.write, 'notices');
}

/** A cause that was not planned yet. */
export type CauseRow = ReadRow<typeof listCauses>;

/** Causes, the oldest first. */
export async function listCauses(db: ReadDb, limit: number) {
  const rows = await db.selectFrom('noticeCause').selectAll().orderBy('id').limit(limit).execute();
  return rows.map((row) => ({ ...row, subject: NoticeSubject.parse(JSON.parse(row.subject)) }));
}

/** Whether causes wait. */
export async function hasCauses(db: ReadDb): Promise<boolean> {
  return isFound(db.selectFrom('noticeCause').select('id').limit(1));
}

/** Deletes planned causes. */
export async function deleteCauses(tx: Tx, ids: readonly number[]): Promise<void> {
  await writeChunked(ids, (some) => tx.write.deleteFrom('noticeCause').where('id', 'in', some));
}

/** Stores a notice for a target. */
export async function insertDelivery(
  tx: Tx,
  {
    id,
    targetId,
    kind,
    subjects,
  }: Pick<DeliveryRow, 'id' | 'targetId' | 'kind'> & { readonly subjects: readonly NoticeSubject[] },
): Promise<void> {
  const row = { id, targetId, kind, subjects: JSON.stringify(subjects), createdAt: databaseNow(tx.kind) };
  await tx.write.insertInto('noticeDelivery').values(row).execute();
}

/** A notice on its way with its target; undefined once it arrived, or when the target is gone. */
export async function findDelivery(db: ReadDb, id: string) {
  const delivery = await db.selectFrom('noticeDelivery').selectAll().where('id', '=', id).executeTakeFirst();
  const target = delivery === undefined ? undefined : await findTarget(db, delivery.targetId);
  if (delivery === undefined || target === undefined) return undefined;
  return { ...delivery, subjects: z.array(NoticeSubject).parse(JSON.parse(delivery.subjects)), target };
}

/** Deletes a notice that arrived or is no longer wanted. */
export async function deleteDelivery(tx: Tx, id: string): Promise<void> {
  await tx.write.deleteFrom('noticeDelivery').where('id', '=', id).execute();
}

/** Deletes notices that were made before a time and never arrived. */
export async function deleteOldDeliveries(tx: Tx, before: number): Promise<void> {
  await tx.write.deleteFrom('noticeDelivery').where('createdAt', '<', before).execute();
}

/** Targets of a user, or of the server for null, the oldest first. */
export async function listTargets(db: ReadDb, userId: string | null): Promise<TargetRow[]> {
  return db
    .selectFrom('noticeTarget')
    .selectAll()
    .where((eb) => (userId === null ? eb('userId', 'is', null) : eb('userId', '=', userId)))
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

/** Targets that are switched on, of users and of the server. */
export async function listEnabledTargets(db: ReadDb): Promise<TargetRow[]> {
  return db.selectFrom('noticeTarget').selectAll().where('enabled', '=', 1).orderBy('id').execute();
}

/** How many targets a user has. */
export async function countTargets(db: ReadDb, userId: string | null): Promise<number> {
  return countRows(
    db
      .selectFrom('noticeTarget')
      .where((eb) => (userId === null ? eb('userId', 'is', null) : eb('userId', '=', userId))),
  );
}

/** One target. */
export async function findTarget(db: ReadDb, id: string): Promise<TargetRow | undefined> {
  return db.selectFrom('noticeTarget').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Stores a target. */
export async function insertTarget(tx: Tx, row: Insertable<NoticeTargetTable>): Promise<void> {
  await tx.write.insertInto('noticeTarget').values(row).execute();
}

/** Changes what is given. */
export async function updateTarget(tx: Tx, id: string, change: TargetChange): Promise<void> {
  await tx.write.updateTable('noticeTarget').set(change).where('id', '=', id).execute();
}

/** Counts a failed delivery. */
export async function writeTargetFailure(tx: Tx, id: string, lastError: string): Promise<void> {
  await tx.write
    .updateTable('noticeTarget')
    .set((eb) => ({ failures: eb('failures', '+', 1), lastError, lastErrorAt: databaseNow(tx.kind) }))
    .where('id', '=', id)
    .execute();
}

/** Notes a delivery that arrived. */
export async function writeTargetSuccess(tx: Tx, id: string): Promise<void> {
  await tx.write
    .updateTable('noticeTarget')
    .set({ failures: 0, lastError: null, lastErrorAt: null, lastSentAt: databaseNow(tx.kind) })
    .where('id', '=', id)
    .execute();
}

/** Deletes a target with its notices. */
export async function deleteTarget(tx: Tx, id: string): Promise<void> {
  await tx.write.deleteFrom('noticeTarget').where('id', '=', id).execute();
}
