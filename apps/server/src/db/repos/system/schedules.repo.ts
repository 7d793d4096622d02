import { z } from 'zod';
import { databaseNow } from '../../sql/dialect.ts';
import type { Database, ReadDb, Tx } from '../../open.ts';
import { parseScanningConfig } from '../catalog/libraries.repo.ts';
import { isFound, type ReadRow } from '../rows/read-rows.ts';

/** The automatic scans of a library. */
export type ScanPlan = ReadRow<typeof listScanPlans>;

/** When a library is due. */
export interface ScheduleRow {
  readonly libraryId: string;
  readonly cronSchedule: string;
  readonly cronTimezone: string;
  readonly nextRunAt: number;
}

/** The automatic scans of active libraries. */
export async function listScanPlans(db: ReadDb) {
  const rows = await db.selectFrom('library').select(['id', 'scanningConfig']).where('isActive', '=', 1).execute();
  return rows.map((row) => {
    const { enabled, cronSchedule, cronTimezone, scanMode, scanOnStart } = parseScanningConfig(row);
    return {
      libraryId: row.id,
      mode: scanMode,
      scanOnStart,
      cronTimezone,
      cronSchedule: enabled ? cronSchedule : null,
    };
  });
}

/** When libraries with a schedule are due. */
export async function listSchedules(db: ReadDb): Promise<ScheduleRow[]> {
  return db.selectFrom('librarySchedule').selectAll().execute();
}

/** Sets when a library is due, for a new or changed schedule. */
export async function writeSchedule(tx: Tx, row: ScheduleRow): Promise<void> {
  const { libraryId: _, ...change } = row;
  await tx.write
    .insertInto('librarySchedule')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('libraryId')
        .doUpdateSet(change)
        // Another process may have done so before, and the library may have been scanned since.
        .where((eb) =>
          eb.or([
            eb('librarySchedule.cronSchedule', '<>', row.cronSchedule),
            eb('librarySchedule.cronTimezone', '<>', row.cronTimezone),
          ]),
        ),
    )
    .execute();
}

/** Moves a due library to its next time. @returns false when another process did so */
export async function takeSchedule(tx: Tx, due: ScheduleRow, nextRunAt: number): Promise<boolean> {
  return isFound(
    tx.write
      .updateTable('librarySchedule')
      .set({ nextRunAt })
      .where('libraryId', '=', due.libraryId)
      .where('nextRunAt', '=', due.nextRunAt)
      .where('cronSchedule', '=', due.cronSchedule)
      .where('cronTimezone', '=', due.cronTimezone)
      .returning('libraryId'),
  );
}

/** Deletes the schedule of a library. */
export async function deleteSchedule(tx: Tx, libraryId: string): Promise<void> {
  await tx.write.deleteFrom('librarySchedule').where('libraryId', '=', libraryId).execute();
}

/** When something is due that belongs to no library. */
interface ServerSchedule {
  readonly cronSchedule: string;
  readonly cronTimezone: string;
  readonly nextRunAt: number;
}

const StoredSchedule = z.object({ cronSchedule: z.string(), cronTimezone: z.string(), nextRunAt: z.number() });

const buildKey = (name: string): string => `schedule.${name}`;

/** When it is due, or undefined when it never was. */
export async function findServerSchedule(db: ReadDb, name: string): Promise<ServerSchedule | undefined> {
  const row = await db.selectFrom('serverState').select('value').where('key', '=', buildKey(name)).executeTakeFirst();
  return row === undefined ? undefined : StoredSchedule.parse(JSON.parse(row.value));
}

/** Sets when it is due, unless another process did since `known` was read. @returns whether it was set */
export async function writeServerSchedule(
  tx: Tx,
  name: string,
  next: ServerSchedule,
  known: ServerSchedule | undefined,
): Promise<boolean> {
  const value = JSON.stringify(StoredSchedule.parse(next));
  const row = { key: buildKey(name), value, changedAt: databaseNow(tx.kind) };
  const insert = tx.write.insertInto('serverState').values(row);
  const written =
    known === undefined
      ? insert.onConflict((conflict) => conflict.column('key').doNothing()).returning('key')
      : tx.write
          .updateTable('serverState')
          .set({ value, changedAt: row.changedAt })
          .where('key', '=', row.key)
          .where('value', '=', JSON.stringify(StoredSchedule.parse(known)))
          .returning('key');
  return isFound(written);
}

/** Deletes a schedule. */
export async function deleteServerSchedule(tx: Tx, name: string): Promise<void> {
  await tx.write.deleteFrom('serverState').where('key', '=', buildKey(name)).execute();
}

/** What time it is for the database, epoch milliseconds. */
export async function findDatabaseTime({ read, kind }: Pick<Database, 'read' | 'kind'>): Promise<number> {
  const { now } = await read.selectNoFrom(databaseNow(kind).as('now')).executeTakeFirstOrThrow();
  return now;
}
