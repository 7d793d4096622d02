import type { Selectable } from 'kysely';
import type { ReadDb, Tx } from '../../open.ts';
import type { CatalogExportTable } from '../../schema/index.ts';
import { countRows, isFound } from '../rows/read-rows.ts';

/** An export as it is stored. */
export type ExportRow = Selectable<CatalogExportTable>;

/** An export with its task, where that is known. */
export interface ShownExportRow extends ExportRow {
  readonly taskId: string | null;
  readonly progressCurrent: number | null;
  readonly progressTotal: number | null;
}

/** An export that is about to be made. */
type NewExportRow = Pick<
  ExportRow,
  'id' | 'userId' | 'format' | 'exportType' | 'libraryIds' | 'fields' | 'bookFields' | 'createdAt' | 'expiresAt'
>;

/** What names the file of an export. */
export type ExportFileRow = Pick<ExportRow, 'id' | 'format'>;

const TASK = 'export_series';
export const OPEN = ['pending', 'running'];

/** Stores a new export, which waits. */
export async function insertExport(tx: Tx, row: NewExportRow): Promise<void> {
  await tx.write
    .insertInto('catalogExport')
    .values({ ...row, status: 'pending' })
    .execute();
}

function shown(db: ReadDb, userId: string, now: number) {
  return db
    .selectFrom('catalogExport as export')
    .leftJoin('task', (join) => join.onRef('task.target', '=', 'export.id').on('task.type', '=', TASK))
    .selectAll('export')
    .select(['task.id as taskId', 'task.progressCurrent', 'task.progressTotal'])
    .where('export.userId', '=', userId)
    .where('export.expiresAt', '>', now);
}

/** Exports of a user that have not expired, newest first. */
export async function listExportRows(db: ReadDb, userId: string, now: number): Promise<ShownExportRow[]> {
  return shown(db, userId, now).orderBy('export.createdAt', 'desc').orderBy('export.id', 'desc').execute();
}

/** One export of a user that has not expired. */
export async function findOwnExport(db: ReadDb, userId: string, id: string, now: number) {
  return shown(db, userId, now).where('export.id', '=', id).executeTakeFirst();
}

/** An export of any user. */
export async function findExport(db: ReadDb, id: string): Promise<ExportRow | undefined> {
  return db.selectFrom('catalogExport').selectAll().where('id', '=', id).executeTakeFirst();
}

/** How many exports of a user wait or are being made. */
export async function countOpenExports(db: ReadDb, userId: string): Promise<number> {
  return countRows(db.selectFrom('catalogExport').where('userId', '=', userId).where('status', 'in', OPEN));
}

/** Notes that an export is being made. @returns false when it has ended, or is gone */
export async function startExport(tx: Tx, id: string, now: number): Promise<boolean> {
  return isFound(
    tx.write
      .updateTable('catalogExport')
      .set((eb) => ({ status: 'running', startedAt: eb.fn.coalesce('startedAt', eb.val(now)) }))
      .where('id', '=', id)
      .where('status', 'in', OPEN)
      .returning('id'),
  );
}

/** How an export ended. */
type ExportEnd = Pick<ExportRow, 'status' | 'completedAt'> &
  Partial<Pick<ExportRow, 'fileSizeBytes' | 'rowCount' | 'error' | 'expiresAt'>>;

/** Notes how an export ended. @returns false when it had ended before, or is gone */
export async function endExport(tx: Tx, id: string, end: ExportEnd): Promise<boolean> {
  return isFound(
    tx.write.updateTable('catalogExport').set(end).where('id', '=', id).where('status', 'in', OPEN).returning('id'),
  );
}

/** Open exports without an open task: it was cancelled, failed or deleted. */
export async function listUnattendedExports(db: ReadDb) {
  return db
    .selectFrom('catalogExport as export')
    .select('export.id')
    .select((eb) =>
      eb
        .selectFrom('task as last')
        .select('last.status')
        .where('last.type', '=', TASK)
        .whereRef('last.target', '=', 'export.id')
        .orderBy('last.createdAt', 'desc')
        .limit(1)
        .as('taskStatus'),
    )
    .where('export.status', 'in', OPEN)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('task')
            .select('task.id')
            .where('task.type', '=', TASK)
            .whereRef('task.target', '=', 'export.id')
            .where('task.status', 'in', OPEN),
        ),
      ),
    )
    .execute();
}

/** Whether any user has an export. */
export async function hasExports(db: ReadDb): Promise<boolean> {
  return isFound(db.selectFrom('catalogExport').select('id').limit(1));
}

/** What names the files of all exports. */
export async function listExportFiles(db: ReadDb): Promise<ExportFileRow[]> {
  return db.selectFrom('catalogExport').select(['id', 'format']).execute();
}
