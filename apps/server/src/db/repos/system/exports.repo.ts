import { type Selectable, sql } from 'kysely';
import { orNone } from '../../sql/dialect.ts';
import type { ReadDb, Tx } from '../../open.ts';
import type { CatalogExportTable } from '../../schema/index.ts';
import { countRows, isFound, readChunked } from '../rows/read-rows.ts';

/** An export as it is stored. */
export type ExportRow = Selectable<CatalogExportTable>;

/** An export with the task that makes it, as far as that is known. */
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
const OPEN = ['pending', 'running'];

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

/** One of them; those of others are not there. */
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
  const row = await tx.write
    .updateTable('catalogExport')
    .set((eb) => ({ status: 'running', startedAt: eb.fn.coalesce('startedAt', eb.val(now)) }))
    .where('id', '=', id)
    .where('status', 'in', OPEN)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** How an export ended. */
type ExportEnd = Pick<ExportRow, 'status' | 'completedAt'> &
  Partial<Pick<ExportRow, 'fileSizeBytes' | 'rowCount' | 'error' | 'expiresAt'>>;

/** Notes how an export ended. @returns false when it had ended before, or is gone */
export async function endExport(tx: Tx, id: string, end: ExportEnd): Promise<boolean> {
  const row = await tx.write
    .updateTable('catalogExport')
    .set(end)
    .where('id', '=', id)
    .where('status', 'in', OPEN)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Exports that wait or run, as their rows say, and that no task is at: it was cancelled, it failed, or it is forgotten. */
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

/** Deletes an export of a user. @returns what names its file; undefined when there is none */
export async function deleteExport(tx: Tx, userId: string, id: string): Promise<ExportFileRow | undefined> {
  return tx.write
    .deleteFrom('catalogExport')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning(['id', 'format'])
    .executeTakeFirst();
}

async function deleteRows(tx: Tx, ids: readonly string[]): Promise<ExportFileRow[]> {
  return readChunked(ids, (some) =>
    tx.write.deleteFrom('catalogExport').where('id', 'in', some).returning(['id', 'format']),
  );
}

/** Deletes ended exports of a user beyond the newest so many. @returns what names their files */
export async function deleteExportsBeyond(tx: Tx, userId: string, kept: number): Promise<ExportFileRow[]> {
  const rows = await tx.read
    .selectFrom('catalogExport')
    .select('id')
    .where('userId', '=', userId)
    .where('status', 'not in', OPEN)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return deleteRows(
    tx,
    rows.slice(kept).map(({ id }) => id),
  );
}

/** Deletes ended exports that have expired. @returns what names their files */
export async function deleteExpiredExports(tx: Tx, now: number): Promise<ExportFileRow[]> {
  const rows = await tx.read
    .selectFrom('catalogExport')
    .select('id')
    .where('expiresAt', '<=', now)
    .where('status', 'not in', OPEN)
    .execute();
  return deleteRows(
    tx,
    rows.map(({ id }) => id),
  );
}

/** Deletes the oldest complete exports of all until the others take no more than this together. @returns what names their files */
export async function deleteExportsOverCap(tx: Tx, maxBytes: number): Promise<ExportFileRow[]> {
  const rows = await tx.read
    .selectFrom('catalogExport')
    .select(['id', 'fileSizeBytes'])
    .where('status', '=', 'completed')
    .orderBy('completedAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  let total = 0;
  const over = rows.filter(({ fileSizeBytes }) => {
    total += fileSizeBytes ?? 0;
    return total > maxBytes;
  });
  return deleteRows(
    tx,
    over.map(({ id }) => id),
  );
}

/** Whether any user has an export. */
export async function hasExports(db: ReadDb): Promise<boolean> {
  return isFound(db.selectFrom('catalogExport').select('id').limit(1));
}

/** What names the files of all exports. */
export async function listExportFiles(db: ReadDb): Promise<ExportFileRow[]> {
  return db.selectFrom('catalogExport').select(['id', 'format']).execute();
}

/** What a user noted with their ratings, by series. */
export async function listRatingNotes(db: ReadDb, userId: string, seriesIds: readonly string[]) {
  const rows = await db
    .selectFrom('seriesRating')
    .select(['seriesId', 'notes'])
    .where('userId', '=', userId)
    .where('notes', 'is not', null)
    .where('seriesId', 'in', orNone(seriesIds))
    .execute();
  return new Map(rows.map(({ seriesId, notes }) => [seriesId, notes ?? '']));
}

/**
 * Names of the lists by hand that have these members, by member: of collections for series, of read lists for books. Who may
 * see a member may know of its lists.
 */
export async function listNamesHolding(db: ReadDb, kind: 'collection' | 'readList', memberIds: readonly string[]) {
  const [member, listId, memberId] =
    kind === 'collection' ? ['collectionSeries', 'collectionId', 'seriesId'] : ['readListBook', 'readListId', 'bookId'];
  const rows = await db
    .selectFrom(
      sql<{ readonly memberId: string; readonly name: string; readonly sortKey: string }>`(
        select ${sql.ref(`member.${memberId}`)} as "memberId", "list"."name", "list"."sortKey"
        from ${sql.table(member)} as "member"
        inner join ${sql.table(kind)} as "list" on "list"."id" = ${sql.ref(`member.${listId}`)}
        where ${sql.ref(`member.${memberId}`)} in (${sql.join(orNone(memberIds))}))`.as('held'),
    )
    .select(['held.memberId', 'held.name'])
    .orderBy('held.sortKey')
    .orderBy('held.name')
    .execute();
  const names = new Map<string, string[]>();
  for (const row of rows) {
    const known = names.get(row.memberId);
    if (known === undefined) names.set(row.memberId, [row.name]);
    else known.push(row.name);
  }
  return names;
}
